"""Judgements of a rule's findings: places, severity and share."""

from collections.abc import Iterator, Mapping
from functools import partial
from math import nan

import pytest
from attrs import evolve

from sitescan.document.document import Document
from sitescan.model.report import Fact, Judgement, Occurrence, Severity
from sitescan.rules.accessibility import contrast
from sitescan.rules.issues import issues
from sitescan.rules.judge import KEPT, RuleFailed, judge
from sitescan.rules.performance import scripts_heavy
from sitescan.rules.rule import Finding
from tests.document.pages import document


def _judged(count: int) -> tuple[int, list[Fact], list[int]]:
    """Return the number of occurrences, the details of those shown, and the numbers of those whose facts were read."""
    computed: list[int] = []

    def facts(number: int) -> Mapping[str, Fact]:
        computed.append(number)
        return {"detail": f"pear {number}"}

    def check(_: Document) -> Iterator[Finding]:
        for number in range(count):
            yield Finding.lazy(None, partial(facts, number))

    judgement = judge(evolve(contrast.RULE, check=check), document("<p>Pears</p>"))
    assert judgement is not None
    return judgement.count, [occurrence.facts["detail"] for occurrence in judgement.occurrences], computed


def test_facts_of_shown_occurrences() -> None:
    """Facts are computed for the shown occurrences alone, and all occurrences are counted."""
    count, details, computed = _judged(KEPT + 30)
    assert count == KEPT + 30
    assert details == [f"pear {number}" for number in range(KEPT)]
    assert computed == list(range(KEPT))


def test_lazy_facts_equal_eager_facts() -> None:
    """Facts that are computed lazily equal facts that are given at once."""
    facts: dict[str, Fact] = {"detail": "4.48:1", "least": 4.5}
    assert Finding.lazy("here", lambda: facts).facts == Finding("here", change=None, **facts).facts
    assert Finding.lazy("here", lambda: facts).at == Finding("here").at


def test_first_finding_sets_severity_and_magnitude() -> None:
    """The first finding determines the severity and the magnitude of a judgement."""

    def check(_: Document) -> Iterator[Finding]:
        yield Finding().of_magnitude(20).of_severity(Severity.WARNING)
        yield Finding().of_magnitude(50).of_severity(Severity.ERROR)

    rule = evolve(contrast.RULE, check=check, severities=(Severity.WARNING, Severity.ERROR), description="Pears.")
    judgement = judge(rule, document("<p>Pears</p>"))
    assert judgement is not None
    assert (judgement.severity, judgement.magnitude, judgement.count) == (Severity.WARNING, 20, 2)


def test_unpublished_severity_is_error() -> None:
    """A finding with a severity that the rule does not publish makes the rule fail."""
    rule = evolve(
        contrast.RULE, check=lambda _: [Finding().of_severity(Severity.ERROR)], severities=(Severity.WARNING,)
    )
    with pytest.raises(RuleFailed):
        judge(rule, document("<p>Pears</p>"))


def test_default_severity_is_published() -> None:
    """The default severity of a rule must be among the severities that it publishes."""
    with pytest.raises(ValueError, match="not among the severities"):
        evolve(contrast.RULE, severities=(Severity.INFO,))


@pytest.mark.parametrize(
    ("severity", "magnitude", "issue"),
    [
        (None, 0, (Severity.INFO, 3)),
        (Severity.WARNING, 1_200_000, (Severity.WARNING, 6)),
        (Severity.ERROR, -5, (Severity.INFO, 3)),
        (Severity.INFO, 10**300, (Severity.INFO, 25)),
        (Severity.INFO, nan, (Severity.INFO, 3)),
    ],
)
def test_judgements_from_child_are_validated(
    severity: Severity | None, magnitude: float, issue: tuple[Severity, int]
) -> None:
    """A compromised child process can't send severities that the rule does not have, or shares beyond its steps."""
    facts: dict[str, Fact] = {"total": 2_000_000}
    sent = Judgement(
        rule=scripts_heavy.RULE.id,
        count=1,
        occurrences=(Occurrence(facts=facts),),
        severity=severity,
        magnitude=magnitude,
    )
    (found,) = issues([sent])
    assert (found.severity, found.share) == issue
