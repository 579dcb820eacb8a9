"""The result of a category: its score, and whether it counts."""

import pytest

from sitescan.analyzers.category_result import result, with_counted
from sitescan.model.evidence import ScoreEffect, UnexaminedPart, check_failed
from sitescan.model.report import Category, CategoryResult, Judged, Judgement
from sitescan.rules.catalogue import catalogue

LEAVING_OUT = sorted(rule.id for rule in catalogue().values() if rule.leaves_out)


@pytest.mark.parametrize("rule", LEAVING_OUT)
def test_empty_category_is_not_counted(rule: str) -> None:
    """A category with nothing to examine keeps its score but is not counted, and the info about it costs nothing."""
    (category,) = catalogue()[rule].categories
    found = result(category, Judged(judgements=(Judgement(rule=rule, count=1, occurrences=()),)))
    assert (found.score, found.counted, [fact.share for fact in found.facts]) == (100, False, [0])


def test_category_with_finding_is_counted() -> None:
    """A category with a finding is counted, even if some of its checks could not be completed."""
    judgement = Judgement(rule="links/broken", count=1, occurrences=())
    found = result(Category.LINKS, Judged(judgements=(judgement,), unexamined=(UnexaminedPart("late", "Too late"),)))
    assert (found.score, found.counted) == (85, True)


def test_scripted_category_is_not_counted() -> None:
    """A category whose content is written by scripts is not counted, and the report gives the reason."""
    found = result(
        Category.ACCESSIBILITY, Judged(unexamined=(UnexaminedPart("shell", "Scripts write it", ScoreEffect.UNCOUNTED),))
    )
    assert (found.score, found.counted, [issue.rule for issue in found.issues]) == (100, False, ["general/unexamined"])


def test_only_links_can_be_left_out() -> None:
    """Only the category of links can be left out by a rule, so a mean of categories always exists."""
    assert {catalogue()[rule].categories for rule in LEAVING_OUT} == {(Category.LINKS,)}
    assert all(catalogue()[rule].share == 0 for rule in LEAVING_OUT)


@pytest.mark.parametrize(
    ("low", "counted"),
    [(40, True), (89, True), (90, False), (100, False)],
)
def test_failed_check_may_only_lower_mean(low: int, counted: bool) -> None:
    """A category with a failed check is counted only if its score lowers the mean."""
    whole = [CategoryResult(category=category, score=90) for category in list(Category)[1:]]
    found = with_counted((CategoryResult(category=Category.SEO, score=low, counted=False), *whole))
    assert [category.counted for category in found] == [counted, True, True, True, True]
    assert [category.examined for category in found] == [False, True, True, True, True]


def test_every_check_has_one_outcome() -> None:
    """Each check of a category found something, passed, doesn't apply, or could not be checked."""
    found = Judgement(rule="links/broken", count=1, occurrences=())
    judged = Judged(
        judgements=(found,),
        passed=("links/whitespace", "links/tel-invalid"),
        inapplicable=("links/tel-invalid", "links/broken"),
    )
    made = result(Category.LINKS, judged)
    assert (made.passed, made.inapplicable) == (("links/whitespace",), ("links/tel-invalid",))
    checks = [rule.id for rule in catalogue().values() if rule.categories == (Category.LINKS,) and rule.passed]
    assert sorted(["links/broken", *made.passed, *made.inapplicable, *made.unchecked]) == checks


def test_nothing_passed_in_category_that_was_not_examined() -> None:
    """A category that was not examined lists no check as passed."""
    whole = [CategoryResult(category=category, score=90) for category in list(Category)[1:]]
    not_counted = result(Category.SEO, Judged(passed=("seo/h1-missing",), unexamined=(check_failed("It failed"),)))
    found, *_ = with_counted((not_counted, *whole))
    assert found.passed == ()
    assert "seo/h1-missing" in found.unchecked
    assert list(found.unchecked) == sorted(found.unchecked)
