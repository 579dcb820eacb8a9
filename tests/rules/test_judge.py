"""Occurrences beyond those that are shown are counted, and nothing is worked out for them."""

from collections.abc import Iterator, Mapping
from functools import partial

from attrs import evolve

from sitescan.document.document import Document
from sitescan.model.report import Fact
from sitescan.rules.accessibility import contrast
from sitescan.rules.judge import KEPT, judge
from sitescan.rules.rule import Finding
from tests.document.pages import document


def _judged(count: int) -> tuple[int, list[Fact], list[int]]:
    """How many occurrences are counted, what those that are shown say, and whose facts were asked for."""
    asked: list[int] = []

    def facts(number: int) -> Mapping[str, Fact]:
        asked.append(number)
        return {"detail": f"pear {number}"}

    def check(_: Document) -> Iterator[Finding]:
        for number in range(count):
            yield Finding.lazy(None, partial(facts, number))

    judgement = judge(evolve(contrast.RULE, check=check), document("<p>Pears</p>"))
    assert judgement is not None
    return judgement.count, [one.facts["detail"] for one in judgement.occurrences], asked


def test_facts_of_shown_occurrences() -> None:
    """A page with a hundred thousand faint texts costs the work of fifty, and they are all counted."""
    count, details, asked = _judged(KEPT + 30)
    assert count == KEPT + 30
    assert details == [f"pear {number}" for number in range(KEPT)]
    assert asked == list(range(KEPT))


def test_lazy_facts_are_those_given_at_once() -> None:
    """When the facts of a fault are worked out changes nothing that is shown of it."""
    facts: dict[str, Fact] = {"detail": "4.48:1", "least": 4.5}
    assert Finding.lazy("here", lambda: facts).facts == Finding("here", **facts).facts
    assert Finding.lazy("here", lambda: facts).at == Finding("here").at
