"""From judgements to issues: texts filled in, places named, gravest first."""

import re
from collections.abc import Iterable

from sitescan.model.report import Issue, Judgement, Occurrence, Severity
from sitescan.rules.catalogue import catalogue
from sitescan.rules.rule import MOST_SHARE, Evidence, Rule
from sitescan.rules.texts import fill, sooner

_SHOWN = 3
_ORDER = {severity: number for number, severity in enumerate(Severity)}


def issues(judgements: Iterable[Judgement]) -> tuple[Issue, ...]:
    """
    One issue for each judgement, ordered by severity, share, the time that fixing it gains, and rule id.

    :raises KeyError: where a judgement names no rule of the catalogue.
    """
    return tuple(
        sorted(map(_issue, judgements), key=lambda one: (_ORDER[one.severity], -one.share, -one.gain_ms, one.rule))
    )


def share_of(judgement: Judgement) -> int:
    """
    Per cent of what is left of the score that a judgement takes.

    A rule that grades its share by magnitude says so by the fact ``graded_share``: at least its own, at most
    :data:`MOST_SHARE`.
    """
    rule: Rule[Evidence] = catalogue()[judgement.rule]
    if judgement.part_of:
        return 0
    if judgement.share is not None:
        return judgement.share
    graded = judgement.occurrences[0].facts.get("graded_share", 0) if judgement.occurrences else 0
    return max(rule.share, min(int(graded), MOST_SHARE)) if rule.share else 0


def _issue(judgement: Judgement) -> Issue:
    rule = catalogue()[judgement.rule]
    first = judgement.occurrences[0].facts if judgement.occurrences else {}
    facts = {**first, "count": judgement.count}
    places = [shown for shown in map(_shown, judgement.occurrences[:_SHOWN]) if shown]
    description = summary = fill(rule.description, facts)
    if places:
        rest = judgement.count - len(places)
        more = f" and {rest:,} more" if rest else ""
        at = "Found at" if any(one.place and one.place.line for one in judgement.occurrences[:_SHOWN]) else "Found:"
        description += f" {at} " + "; ".join(places) + more + "."
    description, summary = description + _load_time(judgement), summary + _load_time(judgement)
    how_to_fix = fill(rule.how_to_fix, facts)
    if facts.get("fixed_markup"):
        which = "The first one" if judgement.count > 1 else "The one"
        how_to_fix = f"{which} on this page, fixed: {facts['fixed_markup']}\n{how_to_fix}"
    return Issue(
        rule=rule.id,
        severity=Severity.INFO if judgement.part_of else rule.severity,
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
    """What fixing it gains, and where it is charged."""
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
