"""Pages that are made to cost whoever reads them: one of twice the size takes twice the work, not four times."""

from collections.abc import Callable

import pytest

from sitescan.document.document import Document
from sitescan.rules.catalogue import catalogue
from sitescan.rules.judge import judge
from sitescan.rules.rule import Rule
from tests.document.pages import document
from tests.work import calls


def _skip_links_into_nested_landmarks(size: int) -> str:
    links = "".join(f'<a href="#to{number}">Skip to content</a>' for number in range(10))
    targets = "".join(f"<i id=to{number}></i>" for number in range(10))
    deep = size // 20
    return f"{links}{'<nav>' * deep}{targets}{'<b></b>' * 4 * size}Pears{'</nav>' * deep}Apples"


def _jumps(size: int) -> str:
    parts = "".join(f"<a href='#to{number}'>Part {number}</a><b id=to{number}></b>" for number in range(size))
    return f"{parts}<a href=/pears>Pears</a>"


#: By rule: pages of a size that it finds fault with.
PAGES: dict[str, list[Callable[[int], str]]] = {
    "accessibility/content-outside-landmarks": [_jumps],
    "accessibility/skip-link-astray": [_skip_links_into_nested_landmarks],
}

_SIZE = 600


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
