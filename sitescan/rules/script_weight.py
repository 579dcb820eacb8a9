"""What the scripts of a page weigh, for the rules that charge for it."""

from collections.abc import Sequence

from sitescan.model.outline import Resource
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.rules.graded import graded
from sitescan.rules.rule import Finding

#: Bytes of scripts as sent, and the per cent that more than so many take. Half of all pages have some 610 KB with all
#: that scripts load, https://httparchive.org/reports/page-weight.
STEPS = ((700_000, 3), (1_000_000, 6), (1_500_000, 10), (2_500_000, 15), (5_000_000, 25))

#: The step from which on it is more than a suggestion.
VERY_HEAVY = 1_000_000


def heavy_scripts(answers: ResourceAnswers, *, very: bool) -> Sequence[Finding]:
    """
    The scripts that every browser loads, the largest first, where they are heavy: only those whose size is known.

    :param very: whether they are reported from :data:`VERY_HEAVY` on, else up to it.
    """
    known = [(one, answer.known_size or 0, answer.size is None) for one, answer in answers.answered("script")]
    weighed = sorted((one for one in known if one[0].certain and one[1]), key=lambda one: -one[1])
    total = sum(size for _, size, _ in weighed)
    share = graded(STEPS, total)
    if not share or (total > VERY_HEAVY) is not very:
        return ()
    return [_finding(resource, size, share, total, more=more) for resource, size, more in weighed]


def _finding(resource: Resource, size: int, share: int, total: int, *, more: bool) -> Finding:
    said = f"at least {size:,} bytes, not read to its end" if more else f"{size:,} bytes"
    return Finding(resource, detail=said, total=total, graded_share=share)
