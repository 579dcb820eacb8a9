"""A delay is charged by the estimated load time, weight by the weight of the page; what explains them costs nothing."""

from collections.abc import Mapping, Sequence

from attrs import evolve

from sitescan.model.report import Judgement
from sitescan.performance.fixes import IMAGE_RULES, rules_with_gains
from sitescan.rules.issues import share_of

#: The rule that holds the estimate; it costs nothing.
ESTIMATE = "performance/load-estimate"

#: The rules that charge for the load time, those first that say more.
CHARGING = (
    "performance/largest-paint-very-slow",
    "performance/first-paint-very-slow",
    "performance/largest-paint-slow",
    "performance/first-paint-slow",
)

#: What does nothing but delay content: the estimate has it, whether it costs something or is good as it is.
DELAYING = frozenset(
    {
        *(set(rules_with_gains()) - set(IMAGE_RULES)),
        "performance/compression-missing",
        "performance/css-data-urls",
        "performance/html-large",
        "performance/many-stylesheets",
    }
)

#: What explains the weight of a page.
_WEIGHT = "performance/total-weight"
WEIGHING = frozenset(
    {
        *IMAGE_RULES,
        "performance/scripts-heavy",
        "performance/scripts-very-heavy",
        "performance/styles-heavy",
    }
)


def charged_once(judgements: Sequence[Judgement], gains: Mapping[str, int]) -> Sequence[Judgement]:
    """
    The judgements with their gains; what explains a charge costs nothing by itself.

    Where the load time is estimated, its paints charge for it along their curves, and nothing else does: a cause that
    delays nothing that visitors wait for costs nothing. The weight of a page takes its own share, or what it consists
    of would take together, whichever is more. So no fix lowers the score: weight that is no longer charged gives its
    parts back at no more than it took.
    """
    there = {one.rule for one in judgements}
    delay = next((rule for rule in (*CHARGING, ESTIMATE) if rule in there), "") if ESTIMATE in there else ""
    weight = _WEIGHT if _WEIGHT in there else ""
    charged_by = {**dict.fromkeys(WEIGHING, weight), **dict.fromkeys(DELAYING, delay)}
    together = _together([share_of(one) for one in judgements if one.rule in WEIGHING])
    return [
        evolve(
            one,
            gain_ms=gains.get(one.rule, 0),
            part_of=charged_by.get(one.rule, ""),
            share=max(share_of(one), together) if one.rule == _WEIGHT else one.share,
        )
        for one in judgements
    ]


def _together(shares: Sequence[int]) -> int:
    """What several shares take of a whole, in per cent, rounded up."""
    left, whole = 100, 1
    for share in shares:
        left *= 100 - share
        whole *= 100
    return 100 - left // whole
