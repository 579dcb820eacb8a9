"""The published formula of the score, which can be reproduced by hand from a report."""

from collections.abc import Iterable, Sequence

SCORING_VERSION = "5"
"""The version of the formula; it changes whenever the same issues would give another score."""


BEST = 100
"""The score of a category without any issue that costs something."""


def category_score(shares: Iterable[int]) -> int:
    """
    Return the score of a category: each issue costs a share of the remaining score.

    The score is ``floor(100 x product(1 - share))``, computed in integers so that all machines agree. 100 means that no
    issue costs anything.

    :param shares: the share of each issue as a percentage from 0 to 100.
    """
    left, whole = 100, 1
    for share in shares:
        left *= 100 - share
        whole *= 100
    return left // whole


def overall_score(scores: Iterable[int]) -> int:
    """
    Return the mean of the category scores, with halves rounded up.

    :param scores: the scores of the categories that count.
    :raises ValueError: if there are none.
    """
    values = tuple(scores)
    if not values:
        raise ValueError("no category has a score that counts")
    return (2 * sum(values) + len(values)) // (2 * len(values))


def scores_that_lower_the_mean(examined: Iterable[int], at_most: Iterable[int]) -> Sequence[int]:
    """
    Return the scores of incompletely examined categories that lower the mean and so belong into it.

    The missing checks could have cost more, never less. Omitting a low score would reward the page for checks that were
    not made.

    :param examined: the scores that are part of the mean in any case.
    :param at_most: the scores of the incompletely examined categories, which are upper bounds.
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
