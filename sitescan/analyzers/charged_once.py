"""What the estimated load time, or the weight of the page, charges isn't charged again by what explains it."""

from collections.abc import Mapping, Sequence

from attrs import evolve

from sitescan.model.report import Judgement
from sitescan.performance.fixes import rules_with_gains
from sitescan.rules.issues import share_of

#: The rules that charge for the load time; the first that is there charges for all that stand after it.
CHARGING = (
    "performance/largest-paint-very-slow",
    "performance/first-paint-very-slow",
    "performance/largest-paint-slow",
    "performance/first-paint-slow",
)

#: What explains a load time: rules whose gain is simulated, and those about bytes.
EXPLAINING = frozenset(
    {
        *rules_with_gains(),
        *CHARGING,
        "performance/compression-missing",
        "performance/css-data-urls",
        "performance/html-large",
        "performance/many-stylesheets",
        "performance/scripts-heavy",
        "performance/scripts-very-heavy",
        "performance/styles-heavy",
        "performance/total-weight",
    }
)

#: What explains the weight of a page, where no load time is charged.
_WEIGHT = "performance/total-weight"
WEIGHING = frozenset(
    {
        "performance/image-oversized",
        "performance/large-images",
        "performance/legacy-images",
        "performance/scripts-heavy",
        "performance/scripts-very-heavy",
        "performance/styles-heavy",
        "performance/text-uncompressed",
    }
)


def charged_once(judgements: Sequence[Judgement], gains: Mapping[str, int]) -> Sequence[Judgement]:
    """
    The judgements with their gains; where a load time is charged, what explains it costs nothing by itself.

    The load time then takes its own share or what its parts would take together, whichever is more. So no fix
    lowers the score: a load time that is no longer charged gives its parts back at no more than it took. Where none is
    charged, the same holds for the weight of the page and what it consists of.
    """
    named = [evolve(one, gain_ms=gains.get(one.rule, 0)) for one in judgements]
    there = {one.rule for one in named}
    charging = next((rule for rule in (*CHARGING, _WEIGHT) if rule in there), None)
    if charging is None:
        return named
    explaining = WEIGHING if charging == _WEIGHT else EXPLAINING
    parts = [one for one in named if one.rule in explaining and one.rule != charging]
    together = _together([share_of(one) for one in parts])
    return [
        evolve(one, share=max(share_of(one), together))
        if one.rule == charging
        else evolve(one, part_of=charging)
        if one in parts
        else one
        for one in named
    ]


def _together(shares: Sequence[int]) -> int:
    """What several shares take of a whole, in per cent, rounded up."""
    left, whole = 100, 1
    for share in shares:
        left *= 100 - share
        whole *= 100
    return 100 - left // whole
