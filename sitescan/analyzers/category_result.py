"""The result of a category from what its rules found."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from attrs import evolve

from sitescan.charging import FIRST_PAINT, LARGEST_PAINT, shares_without
from sitescan.model.evidence import ScoreEffect, Unexamined
from sitescan.model.outline import Place, ScreenBox
from sitescan.model.report import Category, CategoryResult, Issue, Judged, Judgement, PlanStep
from sitescan.rules.catalogue import catalogue, rules_reading
from sitescan.rules.issues import issues
from sitescan.rules.judge import judge
from sitescan.scoring import BEST, category_score, scores_that_lower_the_mean

#: The share of what a category examines that may be missing without making its score useless.
_TOLERATED = 0.2


def result(
    category: Category, judged: Judged, plan: Sequence[tuple[tuple[str, ...], Mapping[str, float]]] = ()
) -> CategoryResult:
    """
    Return the result of a category, with an issue without cost about the parts that could not be examined.

    Rules of which nothing is known were not checked. The score does not count if there was nothing to examine or what
    is missing says so. :func:`with_counted` decides finally when all scores are known.

    :param plan: the rules whose faults are fixed in each step, and the magnitudes that other rules then find.
    """
    parts = tuple(dict.fromkeys(judged.unexamined))
    incomplete = [judge(rule, Unexamined(parts=parts)) for rule in rules_reading(Unexamined)]
    steps = tuple(_steps(judged.judgements, plan))
    found = issues(
        [*judged.judgements, *(judgement for judgement in incomplete if judgement is not None)],
        [rule for step in steps for rule in step.rules],
    )
    score = category_score(issue.share for issue in found)
    nothing = any(catalogue()[issue.rule].leaves_out for issue in found)
    loud = {issue.rule for issue in found}
    silent = [rule for rule in _checks(category) if rule not in loud]
    inapplicable = {*judged.inapplicable}
    passed = {*judged.passed} - inapplicable
    effects = {part.effect for part in parts}
    return CategoryResult(
        category=category,
        score=score,
        issues=tuple(issue for issue in found if not catalogue()[issue.rule].fact),
        plan=steps,
        facts=tuple(issue for issue in found if catalogue()[issue.rule].fact),
        unexamined=parts,
        passed=tuple([rule for rule in silent if rule in passed]),
        inapplicable=tuple([rule for rule in silent if rule in inapplicable]),
        unchecked=tuple([rule for rule in silent if rule not in passed and rule not in inapplicable]),
        counted=ScoreEffect.UNCOUNTED not in effects and not nothing,
        partly=bool(effects - {ScoreEffect.NONE}) and not nothing and score < BEST,
    )


def _steps(
    judgements: Sequence[Judgement], plan: Sequence[tuple[tuple[str, ...], Mapping[str, float]]]
) -> Iterator[PlanStep]:
    """Yield the steps of a plan that fix an issue, with the shares that are left after each."""
    found, fixed = {judgement.rule for judgement in judgements}, set[str]()
    for rules, magnitudes in plan:
        own = tuple(rule for rule in rules if rule in found)
        fixed.update(own)
        if own:
            yield PlanStep(
                rules=own,
                first_paint=round(magnitudes[FIRST_PAINT]),
                largest_paint=round(magnitudes[LARGEST_PAINT]),
                shares=shares_without(fixed, magnitudes, judgements, catalogue().__getitem__),
            )


@cache
def _checks(category: Category) -> tuple[str, ...]:
    """Return the ids of the rules that check something for a category alone."""
    return tuple(rule.id for rule in catalogue().values() if rule.passed and rule.categories == (category,))


def effect_of_missing(missing: int, wanted: int) -> ScoreEffect:
    """Return what missing links or files do to the score: the others say little if there are too many of them."""
    return ScoreEffect.UNCOUNTED if missing > _TOLERATED * wanted else ScoreEffect.NONE


def with_boxes(categories: Sequence[CategoryResult], boxes: Mapping[Place, ScreenBox]) -> Sequence[CategoryResult]:
    """Return the results with the boxes of the elements that the screenshot shows."""
    if not boxes:
        return categories
    return tuple(
        evolve(result, issues=tuple(_with_boxes(issue, boxes) for issue in result.issues)) for result in categories
    )


def _with_boxes(issue: Issue, boxes: Mapping[Place, ScreenBox]) -> Issue:
    occurrences = (
        occurrence if occurrence.place is None else evolve(occurrence, box=boxes.get(occurrence.place))
        for occurrence in issue.occurrences
    )
    return evolve(issue, occurrences=tuple(occurrences))


def with_counted(categories: Sequence[CategoryResult]) -> tuple[CategoryResult, ...]:
    """Return the results of all categories; incompletely examined categories count if they lower the mean."""
    low = scores_that_lower_the_mean(
        (category.score for category in categories if category.counted),
        (category.score for category in categories if not category.counted),
    )
    return tuple(
        _without_passed(evolve(category, counted=category.counted or category.score in low, examined=category.counted))
        for category in categories
    )


def _without_passed(result: CategoryResult) -> CategoryResult:
    """Return a result in which no rule passed if its category was not examined."""
    if result.counted or result.partly:
        return result
    return evolve(result, passed=(), unchecked=tuple(sorted((*result.passed, *result.unchecked))))
