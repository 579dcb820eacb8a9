"""Pages that are made to cost whoever reads them: one of twice the size takes twice the work, not four times."""

from collections.abc import Callable

import pytest

from sitescan.document.document import Document
from sitescan.rules.accessibility import label_in_name
from sitescan.rules.catalogue import catalogue
from sitescan.rules.judge import judge
from sitescan.rules.rule import Rule
from tests.document.pages import document
from tests.work import calls, searches

pytestmark = pytest.mark.slow


def _skip_links_into_nested_landmarks(size: int) -> str:
    links = "".join(f'<a href="#to{number}">Skip to content</a>' for number in range(10))
    targets = "".join(f"<i id=to{number}></i>" for number in range(10))
    deep = size // 20
    return f"{links}{'<nav>' * deep}{targets}{'<b></b>' * 4 * size}Pears{'</nav>' * deep}Apples"


def _jumps(size: int) -> str:
    parts = "".join(f"<a href='#to{number}'>Part {number}</a><b id=to{number}></b>" for number in range(size))
    return f"{parts}<a href=/pears>Pears</a>"


def _blocked_scripts(size: int) -> str:
    allowed = " ".join(f"https://a{number}.example" for number in range(size))
    scripts = "".join(f"<script src=https://b{number}.example/></script>" for number in range(size))
    return f'<meta http-equiv=Content-Security-Policy content="script-src {allowed}">{scripts}'


def _handlers_in_handlers(size: int) -> str:
    return "<div onclick=open()>" * (size // 10) + "<b onclick=close()>Pears</b>" * size


def _options_far_inside(size: int) -> str:
    return "<div>" * (size // 10) + "<p role=option>Pears</p>" * size


def _one_row_of_headers(size: int) -> str:
    return f"<table><tr>{'<th>' * size}<tr><th>Pears<td><button></button></table>"


_GRAY = "<p style='color:#ccc'>Pears</p>"


def _one_table(size: int) -> str:
    return f"{_GRAY}<table>{'<tr><td>Pears<td>Apples' * (size // 2)}</table>"


def _nested_tables(size: int) -> str:
    return f"{_GRAY}{'<table><tr><td>' * size}"


def _floats(size: int) -> str:
    return f"{_GRAY}<div style='background:#eee'>{'<b style=float:left></b>' * size}</div>"


def _controls_in_controls(size: int) -> str:
    inner = "<div role=button>Apples " * (size // 4)
    return f"<!doctype html><title>Pears</title>{inner}"


def _boxes_over_paragraphs(size: int) -> str:
    boxes = "<div style='position:absolute;top:0;height:500px;background:red'>Apples</div>" * 10
    return f"{_GRAY}{boxes}{'<p>Pears' * (size // 2)}<p style='color:#ccc'>Pears</p>"


def _names_within_names(size: int) -> str:
    nested = (f'<div role=button id=n{number} aria-labelledby="n{number + 1} p{number}">' for number in range(size))
    return f"<b role=button></b>{''.join(nested)}"


def _fans_of_owners(size: int) -> str:
    owned = [" ".join(f"n{(20 * number + other) % size}" for other in range(20)) for number in range(size)]
    owners = "".join(f'<div role=button id=n{number} aria-owns="{ids}"></div>' for number, ids in enumerate(owned))
    return f"<b role=button></b>{owners}"


def _names_of_one_long_text(size: int) -> str:
    buttons = "<i role=button aria-labelledby=long></i>" * size
    return f"<b role=button></b><p id=long>{'Pears ' * size}</p>{buttons}"


#: By rule: pages of a size that it finds fault with.
PAGES: dict[str, list[Callable[[int], str]]] = {
    "accessibility/aria-parent-missing": [_options_far_inside],
    "accessibility/button-name": [
        _fans_of_owners,
        _names_of_one_long_text,
        _names_within_names,
        _one_row_of_headers,
    ],
    "accessibility/click-without-keyboard": [_handlers_in_handlers],
    "accessibility/content-outside-landmarks": [_jumps],
    "accessibility/contrast": [_boxes_over_paragraphs, _floats, _nested_tables, _one_table],
    "accessibility/skip-link-astray": [_skip_links_into_nested_landmarks],
    "accessibility/widget-unreachable": [_controls_in_controls],
    "security/csp-blocks-page": [_blocked_scripts],
}

_SIZE = 1200


@pytest.mark.parametrize(("name", "page"), [(name, page) for name, pages in PAGES.items() for page in pages])
def test_work_grows_with_the_page(name: str, page: Callable[[int], str]) -> None:
    """Whatever is in a page, a rule does not go through it once for each part of it."""
    rule = catalogue()[name]
    once, twice = (_work(rule, document(page(size))) for size in (_SIZE, 2 * _SIZE))
    assert twice < 2.7 * once


def test_the_source_is_searched_for_icon_fonts_once() -> None:
    """A calendar with a button for each day costs no more for a long source."""
    page = document("".join(f"<button aria-label='Day {day} of May'>{day}</button>" for day in range(30)))
    found = searches(lambda: judge(label_in_name.RULE, page), label_in_name._ICON_FONT)
    assert found == 1


def _work(rule: Rule[Document], page: Document) -> int:
    found: list[object] = []
    work = calls(lambda: found.append(judge(rule, page)))
    assert found != [None]
    return work
