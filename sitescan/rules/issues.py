"""Make issues from judgements: fill in texts, name places, and sort by severity."""

import re
from collections.abc import Iterable

from sitescan.model.report import Issue, Judgement, Occurrence, Severity
from sitescan.rules.catalogue import catalogue
from sitescan.rules.texts import fill, sooner

_SHOWN = 3
_ORDER = {severity: number for number, severity in enumerate(Severity)}


def issues(judgements: Iterable[Judgement]) -> tuple[Issue, ...]:
    """
    Return one issue for each judgement, sorted by severity, share, time that fixing it gains, and rule id.

    :raises KeyError: if a judgement is by a rule that is not in the catalogue.
    """
    return tuple(
        sorted(
            map(_issue, judgements),
            key=lambda issue: (_ORDER[issue.severity], -issue.share, -issue.gain_ms, issue.rule),
        )
    )


def share_of(judgement: Judgement) -> int:
    """
    Return the percentage of the remaining points that an issue costs.

    It is 0 if another rule charges for the fault or if the rule never costs points. Otherwise it is the share of the
    rule, or that of the judgement if it is more.
    """
    rule = catalogue()[judgement.rule]
    if judgement.part_of or not rule.share:
        return 0
    # A child process that was taken over could send any number.
    return max(rule.share, min(judgement.share, 100))


def _severity_of(judgement: Judgement) -> Severity:
    """Return the severity of an issue, which is an ``info`` if another rule charges for the fault."""
    rule = catalogue()[judgement.rule]
    if judgement.part_of:
        return Severity.INFO
    # A child process that was taken over could send any severity.
    return judgement.severity if judgement.severity in rule.severities else rule.severity


def _issue(judgement: Judgement) -> Issue:
    rule = catalogue()[judgement.rule]
    first = judgement.occurrences[0].facts if judgement.occurrences else {}
    facts = {**first, "count": judgement.count}
    places = [shown for shown in map(_shown, judgement.occurrences[:_SHOWN]) if shown]
    description = summary = fill(rule.description, facts)
    if places:
        rest = judgement.count - len(places)
        more = f" and {rest:,} more" if rest else ""
        at = (
            "Found at"
            if any(occurrence.place and occurrence.place.line for occurrence in judgement.occurrences[:_SHOWN])
            else "Found:"
        )
        description += f" {at} " + "; ".join(places) + more + "."
    description, summary = description + _load_time(judgement), summary + _load_time(judgement)
    how_to_fix = fill(rule.how_to_fix, facts)
    if facts.get("fixed_markup"):
        which = "The first one" if judgement.count > 1 else "The one"
        how_to_fix = f"{which} on this page, fixed: {facts['fixed_markup']}\n{how_to_fix}"
    return Issue(
        rule=rule.id,
        severity=_severity_of(judgement),
        share=share_of(judgement),
        title=rule.title,
        description=description,
        recommendation=rule.recommendation,
        how_to_fix=how_to_fix,
        count=judgement.count,
        occurrences=judgement.occurrences,
        summary=summary,
        gain_ms=judgement.gain_ms,
    )


def _load_time(judgement: Judgement) -> str:
    """Return sentences about the time that fixing it gains, and about the rule that charges for it."""
    gain = ""
    if judgement.gain_ms:
        gain = f" Fixing this would show content {sooner(judgement.gain_ms)} (estimated for a phone on slow 4G)."
    if not judgement.part_of:
        return gain
    charging = catalogue()[judgement.part_of]
    if not charging.share:
        return f"{gain} It costs no points, because the page is estimated to load fast enough as it is."
    return f"{gain} It costs no points here, because “{charging.title}” already counts it."


def _shown(occurrence: Occurrence) -> str:
    """Return the place and detail of an occurrence; an empty string if it has neither."""
    place, detail = occurrence.place, occurrence.facts.get("detail")
    shown = ""
    if place is not None and place.line:
        shown = f"line {place.line}: {place.snippet}"
    elif place is not None:
        shown = place.snippet
    if detail is None or detail == "":
        return shown
    # A whole sentence ends with the full stop of the list that it is in.
    return f"{shown} ({detail})" if shown else re.sub(r"(?<!\.)\.$", "", str(detail))
