"""The formula of the score."""

from fractions import Fraction
from itertools import combinations
from math import floor, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.scoring import category_score, overall_score, scores_that_lower_the_mean

shares = st.lists(st.integers(0, 60), max_size=60)


@pytest.mark.parametrize(
    ("taken", "score"),
    [([], 100), ([0, 0], 100), ([15], 85), ([6], 94), ([1], 99), ([15, 15], 72), ([40, 15, 6, 1], 47)],
)
def test_documented_examples(taken: list[int], score: int) -> None:
    """Scores are those of the examples in the documentation."""
    assert category_score(taken) == score


@given(shares)
def test_formula(taken: list[int]) -> None:
    """The score of a category is floor(100 x product(1 - share)), exactly."""
    assert category_score(taken) == floor(
        100 * prod((Fraction(100 - share, 100) for share in taken), start=Fraction(1))
    )


@given(shares)
def test_order_does_not_matter(taken: list[int]) -> None:
    """The order of issues does not change the score."""
    shuffled = sorted(taken, reverse=True)
    assert category_score(shuffled) == category_score(taken)


@given(shares, st.integers(0, 60))
def test_fix_never_lowers_score(taken: list[int], fixed: int) -> None:
    """Fixing an issue never lowers the score."""
    assert category_score([*taken, fixed]) <= category_score(taken)


@pytest.mark.parametrize(
    ("scores", "overall"),
    [((100, 100, 100, 100, 100), 100), ((0, 0, 0, 0, 0), 0), ((85, 94, 99, 72, 47), 79), ((1, 1, 1, 1, 2), 1)],
)
def test_overall(scores: tuple[int, ...], overall: int) -> None:
    """The overall score is the mean of the categories' scores."""
    assert overall_score(scores) == overall


def test_halves_are_rounded_up() -> None:
    """A mean of 2.5 is rounded to 3, and a mean of 3.5 to 4, as in the published formula."""
    assert overall_score((2, 3)) == 3
    assert overall_score((3, 4)) == 4


scores = st.lists(st.integers(0, 100), min_size=3, max_size=5)


@given(scores, st.integers(0, 4))
def test_excluded_category_does_not_raise_mean(counted: list[int], left_out: int) -> None:
    """A category that is left out does not raise the mean, while one that counts with 100 may."""
    alone = overall_score(counted)
    assert min(counted) <= alone <= max(counted)
    assert alone <= overall_score([*counted, *[100] * left_out])


@given(scores, st.lists(st.integers(0, 100), max_size=4))
def test_failed_checks_never_raise_overall_score(examined: list[int], at_most: list[int]) -> None:
    """Categories with failed checks count exactly if this makes the overall score as low as possible."""
    counted = [*examined, *scores_that_lower_the_mean(examined, at_most)]
    choices = (chosen for size in range(len(at_most) + 1) for chosen in combinations(at_most, size))
    assert overall_score(counted) == min(overall_score([*examined, *chosen]) for chosen in choices)


@given(scores, st.lists(st.integers(0, 100), min_size=1, max_size=4), st.integers(0, 4), st.integers(0, 100))
def test_additional_fault_never_raises_overall_score(
    examined: list[int], at_most: list[int], at: int, lower: int
) -> None:
    """Another fault in a category with a failed check never raises the overall score."""
    worse = list(at_most)
    worse[at % len(worse)] = min(worse[at % len(worse)], lower)
    before, after = (
        overall_score([*examined, *scores_that_lower_the_mean(examined, partial)]) for partial in (at_most, worse)
    )
    assert after <= before


@given(scores, st.integers(0, 4), st.integers(0, 100))
def test_better_category_never_lowers_overall_score(counted: list[int], at: int, better: int) -> None:
    """A better score of a category never lowers the overall score if the same categories count."""
    improved = list(counted)
    improved[at % len(counted)] = max(counted[at % len(counted)], better)
    assert overall_score(improved) >= overall_score(counted)
