"""Pages that are made to cost whoever reads them: one of twice the size takes twice the work, not four times."""

from collections.abc import Callable

import pytest

from sitescan.document.document import Document
from sitescan.rules.catalogue import catalogue
from sitescan.rules.judge import judge
from sitescan.rules.rule import Rule
from tests.document.pages import document
from tests.work import calls

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


#: By rule: pages of a size that it finds fault with.
PAGES: dict[str, list[Callable[[int], str]]] = {
    "accessibility/aria-parent-missing": [_options_far_inside],
    "accessibility/button-name": [_one_row_of_headers],
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


def _work(rule: Rule[Document], page: Document) -> int:
    found: list[object] = []
    work = calls(lambda: found.append(judge(rule, page)))
    assert found != [None]
    return work
