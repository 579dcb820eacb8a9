"""The result of a category: its score, and whether that says something."""

import pytest

from sitescan.analyzers.category_result import result, with_counted
from sitescan.model.report import Category, CategoryResult, Judgement
from sitescan.rules.catalogue import catalogue

LEAVING_OUT = sorted(rule.id for rule in catalogue().values() if rule.leaves_out)


@pytest.mark.parametrize("rule", LEAVING_OUT)
def test_a_category_with_nothing_to_examine_is_left_out(rule: str) -> None:
    """Its score stays in the report, whatever else was found; the info that says so costs nothing."""
    (category,) = catalogue()[rule].categories
    judgements = [Judgement(rule=rule, count=1, occurrences=())]
    found = result(category, judgements, ())
    assert (found.score, found.counted, [one.share for one in found.issues]) == (100, False, [0])


def test_the_other_rules_leave_it_in() -> None:
    """A fault is one of something that was examined; so is what could not be, in part."""
    found = result(Category.LINKS, [Judgement(rule="links/broken", count=1, occurrences=())], ["Too late."])
    assert (found.score, found.counted) == (85, True)


def test_a_category_that_scripts_write_is_left_out() -> None:
    """There is nothing to examine in it, and the reason is in the report."""
    found = result(Category.ACCESSIBILITY, (), ["Scripts write it."], unseen=True)
    assert (found.score, found.counted, [one.rule for one in found.issues]) == (100, False, ["general/unexamined"])


def test_only_links_are_left_out_by_a_rule() -> None:
    """There is always something to say of SEO, performance and security, so there is always a mean."""
    assert {catalogue()[rule].categories for rule in LEAVING_OUT} == {(Category.LINKS,)}
    assert all(catalogue()[rule].share == 0 for rule in LEAVING_OUT)


@pytest.mark.parametrize(
    ("low", "counted"),
    [(40, True), (89, True), (90, False), (100, False)],
)
def test_what_was_not_examined_whole_counts_where_it_lowers_the_mean(low: int, counted: bool) -> None:
    """A category in which a check failed may be left out only where that earns nothing."""
    whole = [CategoryResult(category=one, score=90) for one in list(Category)[1:]]
    found = with_counted((CategoryResult(category=Category.SEO, score=low, counted=False), *whole))
    assert [one.counted for one in found] == [counted, True, True, True, True]
    assert [one.examined for one in found] == [False, True, True, True, True]
