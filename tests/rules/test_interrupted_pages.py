"""Pages whose response was interrupted: a fault of its own, and no fault is found in what did not arrive."""

import pytest
from attrs import evolve

from sitescan.document.document import Document, SourceDocument
from sitescan.document.parsing.parsed_page import parse_page
from sitescan.examine.unexamined_parts import unexamined_parts
from sitescan.model.evidence import ScoreEffect
from sitescan.model.report import Category
from sitescan.rules.catalogue import rules_reading
from sitescan.rules.judge import judge
from tests.document.pages import document

_CAUSE = "the connection was closed before the response was complete"
_HEAD = '<!doctype html><html lang="en"><head><title>Pears</title></head><body><header><a href="#end">End</a></header>'
_CUTS = (
    _HEAD,
    f"{_HEAD}<main><div><ul><li>Pears",
    f"{_HEAD}<main><h1><b>",
    f'{_HEAD}<label for="a">Name</label><p aria-describedby="b">Pears</p><!-- a comment',
    f'{_HEAD}<a href="/pears',
    f"{_HEAD}<table><tr><th>Pears</th><td>3",
    f"{_HEAD}<script>let pears = 3;",
    "<!doctype html><html lang=en><head><meta charset=utf-8>",
)


def _interrupted(html: str) -> Document:
    page = document(html).page
    return Document(parse_page(evolve(page, exchange=evolve(page.exchange, truncated=_CAUSE)), "turbohtml"))


def _rules(page: Document) -> set[str]:
    return {rule.id for rule in rules_reading(Document, SourceDocument) if judge(rule, page) is not None}


@pytest.mark.parametrize("html", _CUTS)
def test_rest(html: str) -> None:
    """Nothing that the rest of the page may have, close or name is missing."""
    rest = '<main><h1>Pears</h1><p id="end">Words</p></main>'
    assert _rules(document(html)) - _rules(_interrupted(html))
    assert not {rule for rule in _rules(_interrupted(html)) if "missing" in rule or "thin" in rule or "tags" in rule}
    assert _rules(_interrupted(html + rest)) <= _rules(document(html + rest))


def test_beginning() -> None:
    """What has arrived as a whole is judged."""
    html = f'{_HEAD}<main><h1>Pears</h1><img src="a.png"><p>Words'
    assert "accessibility/image-alt" in _rules(_interrupted(html))


@pytest.mark.parametrize("category", Category)
def test_unexamined(category: Category) -> None:
    """Each category says that a part of the page was not checked, and that its score is an upper bound."""
    (part,) = (part for part in unexamined_parts(_interrupted(_HEAD), category) if part.key == "response-interrupted")
    assert part.effect is ScoreEffect.UPPER_BOUND
    assert "response-interrupted" not in {part.key for part in unexamined_parts(document(_HEAD), category)}
