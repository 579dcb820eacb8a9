"""Charge each fault of performance once: delays by the estimated load time, and bytes by the weight of the page."""

from collections.abc import Mapping, Sequence

from attrs import evolve

from sitescan.model.report import Judgement
from sitescan.performance.fixes import IMAGE_RULES, rules_with_gains
from sitescan.rules.issues import share_of

#: The rule that reports the estimate; it costs nothing.
ESTIMATE = "performance/load-estimate"

#: The rules that charge for the load time, the most specific first.
CHARGING = ("performance/largest-paint-slow", "performance/first-paint-slow")

#: Rules about causes of delay. The estimate includes their effect, so they cost nothing on their own.
DELAY_CAUSES = frozenset(
    {
        *(set(rules_with_gains()) - set(IMAGE_RULES)),
        "performance/compression-missing",
        "performance/css-data-urls",
        "performance/html-large",
        "performance/many-stylesheets",
    }
)

#: The rule that charges for the weight of a page, and the rules about its causes.
_WEIGHT = "performance/total-weight"
WEIGHT_CAUSES = frozenset(
    {
        *IMAGE_RULES,
        "performance/scripts-heavy",
        "performance/styles-heavy",
    }
)


def charged_once(judgements: Sequence[Judgement], gains: Mapping[str, int]) -> Sequence[Judgement]:
    """
    Return the judgements with their gains; causes of a fault that another rule charges for cost nothing.

    If the load time is estimated, only its paint times cost points: a cause that does not delay what visitors wait for
    costs nothing. The weight of a page costs its own share or the combined share of its causes, whichever is more. So
    no fix lowers the score: if the weight is no longer charged, its causes cost no more than it did.
    """
    found = {judgement.rule for judgement in judgements}
    delay = next((rule for rule in (*CHARGING, ESTIMATE) if rule in found), "") if ESTIMATE in found else ""
    weight = _WEIGHT if _WEIGHT in found else ""
    charged_by = {**dict.fromkeys(WEIGHT_CAUSES, weight), **dict.fromkeys(DELAY_CAUSES, delay)}
    together = _together([share_of(judgement) for judgement in judgements if judgement.rule in WEIGHT_CAUSES])
    return [
        evolve(
            judgement,
            gain_ms=gains.get(judgement.rule, 0),
            part_of=charged_by.get(judgement.rule, ""),
            share=max(share_of(judgement), together) if judgement.rule == _WEIGHT else judgement.share,
        )
        for judgement in judgements
    ]


def _together(shares: Sequence[int]) -> int:
    """Return the combined cost of several shares as a percentage, rounded up."""
    left, whole = 100, 1
    for share in shares:
        left *= 100 - share
        whole *= 100
    return 100 - left // whole
