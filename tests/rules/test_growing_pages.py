"""
The work of an examination, which grows in proportion to the size of the page.

Each rule and each view is measured separately, so that a failure names it.
"""

import importlib
import pkgutil
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property, partial
from itertools import pairwise
from types import CodeType
from typing import Any

import pytest
from attrs import frozen

import sitescan.document
from sitescan.document.document import Document, SourceDocument
from sitescan.document.links.linked_page_reader import read
from sitescan.document.links.references import sheet_references
from sitescan.document.loading.outline_extractor import outline
from sitescan.document.loading.page_load_extractor import page_load
from sitescan.document.loading.resource_inventory import sheet_resources, text_files
from sitescan.document.page_view import page_view
from sitescan.examine.unexamined_parts import unexamined_parts
from sitescan.model.exchange import Exchange, Page, Source
from sitescan.model.report import Category
from sitescan.rules.accessibility import label_in_name
from sitescan.rules.catalogue import catalogue, rules_reading
from sitescan.rules.judge import judge
from sitescan.rules.rule import Rule
from sitescan.standards.http_headers import Headers
from tests.document.pages import document
from tests.growing_pages import GROWING, Growing
from tests.work import lines, searches

_URL = "https://example.com/"

#: The size of the smallest page in bytes. The others are twice and four times as large.
_SIZE = 1500
#: Work that grows too fast is measured again with pages of four times the size, up to this one: work with a limit grows
#: until it reaches the limit.
_LARGEST = 100_000
#: The growth of work that is acceptable for a page of twice the size, and a negligible number of lines.
_RATIO, _NEGLIGIBLE = 2.2, 2000


@frozen
class _Part:
    """A part of an examination other than a rule."""

    name: str
    run: Callable[[Document], object]


_PARTS = (
    _Part("outline", lambda page: outline(page, links=1000, resources=1000, renders=True)),
    _Part("page_load", page_load),
    _Part("sheet_references", sheet_references),
    _Part("sheet_resources", sheet_resources),
    _Part("text_files", text_files),
    _Part("unexamined_parts", lambda page: [list(unexamined_parts(page, category)) for category in Category]),
    _Part("linked page", lambda page: read(page, ["n0", "n1", "absent"])),
)


def _views() -> Mapping[CodeType, str]:
    """Return the names of all views of a document, and of the properties that its parts compute once, by their code."""
    found: dict[CodeType, str] = {}
    for module in pkgutil.walk_packages(sitescan.document.__path__, f"{sitescan.document.__name__}."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if getattr(value, "__module__", None) != module.name:
                continue
            if isinstance(value, type):
                found.update((code, f"{name}.{view}") for view, code in _properties(value))
            elif hasattr(value, "__wrapped__") and hasattr(value, "__code__"):
                found[value.__wrapped__.__code__] = f"{module.name}.{name}"
    return found


def _properties(owner: type) -> Iterator[tuple[str, CodeType]]:
    for name, value in vars(owner).items():
        if isinstance(value, cached_property):
            yield name, value.func.__code__
        elif isinstance(value, page_view):
            yield name, value.make.__code__


_VIEWS = _views()


def _examples(rule: Rule[Any]) -> str:
    """Return the source of all example pages of a rule, one after the other."""
    return "".join(example.html for example in rule.examples)


def _document(page: Growing) -> Document:
    headers = Headers((("Content-Type", "text/html; charset=utf-8"), *page.headers))
    exchange = Exchange(requested=_URL, url=_URL, status=200, headers=headers)
    sheet = Source(url=f"{_URL}a.css", body=page.sheet.encode(), content_type="text/css")
    script = Source(url=f"{_URL}a.js", body=page.script.encode(), content_type="text/javascript")
    body = page.html.encode("utf-8", "surrogatepass")
    return Document(Page(exchange=exchange, body=body), [sheet], scripts=[script])


def _runs(page: Document) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the names of rules and other parts of an examination, and the functions that run them."""
    for part in _PARTS:
        yield part.name, partial(part.run, page)
    for rule in rules_reading(Document, SourceDocument, Exchange):
        yield rule.id, partial(judge, rule, page if issubclass(rule.reads, Document) else page.exchange)


def _work(page: Document, only: Collection[str]) -> Mapping[str, Counter[str]]:
    """
    Return the work of examining a page: for each function that was run, by rule, view or other part.

    :param only: the names of the functions to run; all if it is empty.
    """
    work = {}
    for name, run in _runs(page):
        if not only or name in only:
            counted = lines(run, _VIEWS)
            counted[name] += counted.pop("")
            work[name] = counted
    return work


@pytest.mark.proof
@pytest.mark.parametrize("shape", GROWING)
def test_work_is_linear(shape: str) -> None:
    """The work for a hostile page of any shape grows in proportion to its size."""
    _assert_linear(GROWING[shape])


@pytest.mark.proof
@pytest.mark.parametrize("name", [rule.id for rule in rules_reading(Document, SourceDocument) if _examples(rule)])
def test_work_of_each_rule_is_linear(name: str) -> None:
    """The work of a rule grows in proportion to a page that repeats the rule's examples."""
    rule = catalogue()[name]
    html = _examples(rule)
    _assert_linear(lambda size: Growing(html * max(1, size // len(html))), [name])


def _assert_linear(make: Callable[[int], Growing], only: Collection[str] = ()) -> None:
    """
    Check that a page of twice the size takes about twice the work, in each part of the work.

    Only the functions whose work grows too fast are run again, on larger pages.

    :param make: returns a page of a size.
    :param only: the names of the rules and other parts to run; all if it is empty.
    """
    size = _SIZE
    while True:
        pages = [_document(make(many * size)) for many in (1, 2, 4)]
        once, twice, four_times = pages
        # Parsers add elements, as the standard demands: a page of twice the size may have more than twice as many.
        added = max(len(long.elements) / len(short.elements) / 2 for short, long in pairwise(pages))
        ratio = _RATIO * max(1.0, added)
        # The content of a generated page is spread unevenly over it, so both doublings are judged together.
        least, works = _total(_work(once, only)), _work(four_times, only)
        most = _total(works)
        grown = {part for part in most if most[part] > ratio**2 * least[part] + _NEGLIGIBLE}
        if not grown:
            return
        only = [name for name, parts in works.items() if not grown.isdisjoint(parts)]
        # Work that begins at a certain size, or has a constant part, grows by the same amount for each part of a page.
        between = _total(_work(twice, only))
        found = {
            part: (least[part], between[part], most[part])
            for part in grown
            if most[part] - between[part] > ratio * (between[part] - least[part]) + _NEGLIGIBLE
        }
        if not found:
            return
        assert size < _LARGEST, found
        size *= 4


def _total(works: Mapping[str, Counter[str]]) -> Counter[str]:
    return sum(works.values(), Counter())


@pytest.mark.proof
def test_icon_fonts_are_searched_once() -> None:
    """The source is searched for icon fonts once, not once for each button."""
    page = document("".join(f"<button aria-label='Day {day} of May'>{day}</button>" for day in range(30)))
    found = searches(lambda: judge(label_in_name.RULE, page), label_in_name._ICON_FONT)
    assert found == 1
