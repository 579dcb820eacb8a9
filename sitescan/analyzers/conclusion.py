"""Combine the results of the static rules and of the rules that read answers into the result of a category."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import evolve
from twisted.internet.task import Cooperator
from twisted.logger import Logger
from twisted.python.failure import Failure

from sitescan.analyzers.category_result import result
from sitescan.concurrency.fanout import step_by_step
from sitescan.model.report import Category, CategoryResult, Judged, Judgement
from sitescan.rules.catalogue import rules_of
from sitescan.rules.judge import KEPT_OF_ANSWERS, RuleResults
from sitescan.rules.rule import Evidence

_log = Logger()


def _unchanged(judgements: Sequence[Judgement]) -> Sequence[Judgement]:
    return judgements


async def conclude(
    category: Category,
    cooperator: Cooperator,
    static: Judged,
    evidence: Iterable[Evidence] = (),
    resolve: Callable[[Sequence[Judgement]], Sequence[Judgement]] = _unchanged,
) -> CategoryResult:
    """
    Return the result of one category.

    :param static: the results of the static rules.
    :param evidence: the answers of the network.
    :param resolve: a function that removes or merges judgements about the same fault.
    """
    judged = static.joined(await _judged_by_answers(category, cooperator, evidence))
    return result(category, evolve(judged, judgements=tuple(resolve(judged.judgements))))


async def _judged_by_answers(category: Category, cooperator: Cooperator, evidence: Iterable[Evidence]) -> Judged:
    """
    Return the results of the rules that read answers.

    They run one at a time, so that no turn of the reactor is long, however many links the page has and however many
    scans run.
    """
    results = RuleResults(KEPT_OF_ANSWERS)

    def steps() -> Iterator[None]:
        for answer in evidence:
            for rule in rules_of(category, type(answer)):
                yield
                results.run(rule, answer)

    await step_by_step(cooperator, steps())
    for failure in results.failures:
        _log.failure("rule {rule} failed", Failure(failure.__cause__), rule=failure.rule)
    return results.judged()
