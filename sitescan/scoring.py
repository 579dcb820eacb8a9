"""The score: published, versioned, and reproducible by hand from the report."""

from collections.abc import Iterable, Sequence

SCORING_VERSION = "4"
"""Changes whenever the same issues would give another score."""


def category_score(shares: Iterable[int]) -> int:
    """
    The score of a category: each issue takes a share of what is left.

    ``floor(100 x product(1 - share))`` in whole numbers, so that no rounding of fractions can make
    two machines disagree. 100 means that nothing costs anything.

    :param shares: the share of each issue, per cent, 0 to 100.
    """
    left, whole = 100, 1
    for share in shares:
        left *= 100 - share
        whole *= 100
    return left // whole


def overall_score(scores: Iterable[int]) -> int:
    """
    The mean of the category scores, halves rounded up.

    :param scores: of the categories that say something.
    :raises ValueError: where there are none.
    """
    values = tuple(scores)
    if not values:
        raise ValueError("no category has a score that says something")
    return (2 * sum(values) + len(values)) // (2 * len(values))


def lowering(examined: Iterable[int], at_most: Iterable[int]) -> Sequence[int]:
    """
    Of the scores of categories that were not examined whole, those that belong into the mean: they lower it.

    What was not seen could have cost more, never less. To leave such a score out where it is low would give points for
    what was not seen.

    :param examined: the scores that are in the mean in any case.
    :param at_most: the scores of the other categories, for which nobody knows what is missing.
    """
    total, number = 0, 0
    for score in examined:
        total, number = total + score, number + 1
    found: list[int] = []
    for score in sorted(at_most):
        if score * number >= total:
            break
        total, number = total + score, number + 1
        found.append(score)
    return found
