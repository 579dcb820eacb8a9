"""Make issues from judgements: fill in texts, name places, and sort by severity."""

import re
from collections.abc import Mapping, Sequence

from sitescan.charging import FIRST_PAINT, LARGEST_PAINT, Charge, charges
from sitescan.model.report import Issue, Judgement, Occurrence
from sitescan.rules.catalogue import catalogue
from sitescan.rules.texts import fill, sooner

_SHOWN = 3


def issues(judgements: Sequence[Judgement], planned: Sequence[str] = ()) -> tuple[Issue, ...]:
    """
    Return one issue for each judgement of a category, by severity, share, time that fixing it gains, and rule id.

    Issues that have a cause among the others stand after those of their severity that have none.

    :param planned: the rules of the plan that shows content sooner, in order.
    :raises KeyError: if a judgement is by a rule that is not in the catalogue.
    """
    charged = charges(judgements, catalogue().__getitem__)
    causes = _causes(judgements, charged, planned)
    return tuple(
        sorted(
            (_issue(judgement, charged[judgement.rule], causes.get(judgement.rule, "")) for judgement in judgements),
            key=lambda issue: (
                issue.severity.rank,
                issue.rule in causes,
                -issue.share,
                -issue.gain_ms,
                issue.rule,
            ),
        )
    )


def _causes(
    judgements: Sequence[Judgement], charged: Mapping[str, Charge], planned: Sequence[str]
) -> Mapping[str, str]:
    """
    Return the id of the rule to fix first for an issue that others cause, by the id of that issue's rule.

    It is the first one of the plan, or else the one whose fix gains most.
    """
    order = {rule: number for number, rule in enumerate(planned)}
    causes = dict[str, str]()
    for judgement in sorted(
        judgements, key=lambda judgement: (order.get(judgement.rule, len(order)), -judgement.gain_ms, judgement.rule)
    ):
        charge = charged[judgement.rule]
        # What a fix makes dearer is no effect of the fault.
        relieved = (rule for rule, share in charge.relieves.items() if share < charged[rule].share)
        late = (rule for rule in (LARGEST_PAINT, FIRST_PAINT) if rule in charged and judgement.rule in order)
        for rule in (*relieved, *late):
            causes.setdefault(rule, judgement.rule)
    return causes


def _issue(judgement: Judgement, charge: Charge, cause: str) -> Issue:
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
    cost = _load_time(judgement, charge)
    description, summary = description + cost, summary + cost
    how_to_fix = fill(rule.how_to_fix, facts)
    if facts.get("fixed_markup"):
        which = "The first one" if judgement.count > 1 else "The one"
        how_to_fix = f"{which} on this page, fixed: {facts['fixed_markup']}\n{how_to_fix}"
    if cause:
        how_to_fix = f"Start with “{catalogue()[cause].title}”, which helps most.\n{how_to_fix}"
    return Issue(
        rule=rule.id,
        severity=charge.severity,
        share=charge.share,
        share_reason=charge.reason,
        charged_by=charge.by,
        title=rule.title,
        description=description,
        recommendation=rule.recommendation,
        how_to_fix=how_to_fix,
        count=judgement.count,
        occurrences=judgement.occurrences,
        summary=summary,
        gain_ms=judgement.gain_ms,
        relieves=charge.relieves,
    )


def _load_time(judgement: Judgement, charge: Charge) -> str:
    """Return sentences about the time that fixing it gains, and about the rule that charges for it."""
    gain = ""
    if judgement.gain_ms:
        gain = f" Fixing this would show content {sooner(judgement.gain_ms)} (estimated for a phone on slow 4G)."
    if not charge.by:
        return gain
    charging = catalogue()[charge.by]
    if not charging.share:
        return f"{gain} It costs no points, because the page is estimated to load fast enough as it is."
    if charge.relieves:
        return f"{gain} “{charging.title}” has the points that this brings back."
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
