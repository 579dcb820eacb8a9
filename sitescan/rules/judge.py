"""The judge: runs rules on evidence, and outlives a rule that throws."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from sitescan.model.report import Fact, Judgement, Occurrence
from sitescan.rules.rule import Evidence, Finding, Rule

#: Occurrences of one rule that are kept with their place; the others are counted.
KEPT = 50

#: Likewise of what the network answered: settings bound how much it is asked.
KEPT_OF_ANSWERS = 1000

_LONGEST = 1000


class RuleFailed(Exception):
    """
    A rule threw.

    :ivar rule: its id.
    """

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


def judge(rule: Rule[Any], evidence: Evidence, kept: int = KEPT) -> Judgement | None:
    """
    What one rule finds, or ``None`` where it finds nothing.

    :param kept: occurrences that are kept with their place.
    :raises RuleFailed: from whatever the rule threw, so that callers name the rule and go on.
    """
    try:
        findings = iter(rule.check(evidence))
        # Most rules find nothing: a list costs less than a generator.
        listed = tuple([_occurrence(finding, evidence) for finding in islice(findings, kept)])
        if not listed:
            return None
        count = len(listed) + sum(1 for _ in findings)
    except MemoryError:
        raise
    except Exception as problem:
        raise RuleFailed(rule.id) from problem
    return Judgement(rule=rule.id, count=count, occurrences=listed)


def judge_all(rules: Iterable[Rule[Any]], evidence: Evidence, kept: int = KEPT) -> Iterator[Judgement | RuleFailed]:
    """What each rule finds (:func:`judge`), in the order of the rules; a rule that threw gives its failure."""
    for rule in rules:
        try:
            judgement = judge(rule, evidence, kept)
        except RuleFailed as failure:
            yield failure
        else:
            if judgement is not None:
                yield judgement


def _occurrence(finding: Finding, evidence: Evidence) -> Occurrence:
    return Occurrence(
        place=evidence.place(finding.at), facts={name: _fact(value) for name, value in finding.facts.items()}
    )


def _fact(value: Fact) -> Fact:
    """A fact fit to be sent: a page's text can be a megabyte long, or hold half a surrogate pair."""
    if not isinstance(value, str) or (len(value) <= _LONGEST and value.isascii()):
        return value
    shortened = value if len(value) <= _LONGEST else value[: _LONGEST - 1] + "…"
    return shortened.encode("utf-8", "replace").decode()
