"""From what the child found and what the network answered to the result of a category."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import evolve
from twisted.internet.task import Cooperator
from twisted.logger import Logger

from sitescan.fanout import step_by_step
from sitescan.model.evidence import Unexamined
from sitescan.model.report import Category, CategoryResult, Judged, Judgement
from sitescan.rules.catalogue import catalogue, rules_reading
from sitescan.rules.issues import issues
from sitescan.rules.judge import KEPT_OF_ANSWERS, RuleFailed, judge
from sitescan.rules.rule import Evidence
from sitescan.scoring import category_score, lowering

_log = Logger()


def _as_they_are(judgements: Sequence[Judgement]) -> Sequence[Judgement]:
    return judgements


async def conclude(
    category: Category,
    cooperator: Cooperator,
    static: Judged,
    evidence: Iterable[Evidence] = (),
    settle: Callable[[Sequence[Judgement]], Sequence[Judgement]] = _as_they_are,
) -> CategoryResult:
    """
    The result of one category.

    :param evidence: what the network answered.
    :param settle: decides in the end which judgement charges for what several of them say.
    """
    judged = await _judged_by_answers(category, cooperator, static, evidence)
    return result(category, settle(judged.judgements), judged.unexamined, failed=judged.failed)


async def _judged_by_answers(
    category: Category, cooperator: Cooperator, static: Judged, evidence: Iterable[Evidence]
) -> Judged:
    """
    What the child found, and what the rules find that read what the network answered.

    They run here, in steps, so that no turn of the reactor is long however many links a page has, and however many
    scans have come as far.
    """
    judgements: list[Judgement] = list(static.judgements)
    unexamined: list[str] = list(static.unexamined)
    failed = static.failed

    def steps() -> Iterator[None]:
        nonlocal failed
        for one in evidence:
            for rule in rules_reading(type(one)):
                if rule.category is category:
                    yield
                    try:
                        judgement = judge(rule, one, KEPT_OF_ANSWERS)
                    except RuleFailed as failure:
                        _log.failure("rule {rule} failed", rule=failure.rule)
                        failed = True
                        unexamined.append(f"The check “{rule.title}” failed on this page because of an internal error.")
                    else:
                        judgements.extend(() if judgement is None else (judgement,))

    await step_by_step(cooperator, steps())
    return evolve(static, judgements=tuple(judgements), unexamined=tuple(unexamined), failed=failed)


def result(
    category: Category, judgements: Iterable[Judgement], unexamined: Iterable[str], *, failed: bool = False
) -> CategoryResult:
    """
    The result of a category; what could not be examined is said in an issue that costs nothing.

    Where a rule says that there was nothing to examine, the score says nothing and is not counted. Nor is it where a
    check failed: nobody knows what it would have taken. :func:`weighed` has the last word, once all scores are known.
    """
    reasons = tuple(dict.fromkeys(unexamined))
    said = [judge(rule, Unexamined(reasons=reasons)) for rule in rules_reading(Unexamined) if rule.category is category]
    found = issues((*judgements, *(one for one in said if one is not None)))
    score = category_score(issue.share for issue in found)
    counted = not failed and not any(catalogue()[issue.rule].leaves_out for issue in found)
    return CategoryResult(category=category, score=score, issues=found, unexamined=reasons, counted=counted)


def weighed(categories: Sequence[CategoryResult]) -> tuple[CategoryResult, ...]:
    """The results of all categories, those counted after all whose score lowers the mean, whatever was not seen."""
    low = lowering(
        (one.score for one in categories if one.counted), (one.score for one in categories if not one.counted)
    )
    return tuple(evolve(one, counted=one.counted or one.score in low, examined=one.counted) for one in categories)
