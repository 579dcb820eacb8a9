"""From judgements to issues: texts filled in, places named, gravest first."""

from collections.abc import Iterable

from sitescan.model.report import Issue, Judgement, Occurrence, Severity
from sitescan.rules.catalogue import catalogue
from sitescan.rules.texts import fill

_SHOWN = 3
_ORDER = {severity: number for number, severity in enumerate(Severity)}


def issues(judgements: Iterable[Judgement]) -> tuple[Issue, ...]:
    """
    One issue for each judgement, ordered by severity, share and rule id.

    :raises KeyError: where a judgement names no rule of the catalogue.
    """
    found = [_issue(judgement) for judgement in judgements]
    return tuple(sorted(found, key=lambda issue: (_ORDER[issue.severity], -issue.share, issue.rule)))


def _issue(judgement: Judgement) -> Issue:
    rule = catalogue()[judgement.rule]
    first = judgement.occurrences[0].facts if judgement.occurrences else {}
    facts = {**first, "count": judgement.count}
    places = [shown for shown in map(_shown, judgement.occurrences[:_SHOWN]) if shown]
    description = fill(rule.description, facts)
    if places:
        rest = judgement.count - len(places)
        more = f" and {rest:,} more" if rest else ""
        at = "Found at" if any(occurrence.place for occurrence in judgement.occurrences) else "Found:"
        description += f" {at} " + "; ".join(places) + more + "."
    how_to_fix = fill(rule.how_to_fix, facts)
    if facts.get("mended"):
        how_to_fix += f"\nThe first one on this page, mended: {facts['mended']}"
    return Issue(
        rule=rule.id,
        severity=rule.severity,
        share=rule.share,
        title=rule.title,
        description=description,
        recommendation=rule.recommendation,
        how_to_fix=how_to_fix,
        count=judgement.count,
        occurrences=judgement.occurrences,
    )


def _shown(occurrence: Occurrence) -> str:
    place, detail = occurrence.place, occurrence.facts.get("detail")
    shown = ""
    if place is not None and place.line:
        shown = f"line {place.line}: {place.snippet}"
    elif place is not None:
        shown = place.snippet
    if detail is None or detail == "":
        return shown
    return f"{shown} ({detail})" if shown else str(detail)
