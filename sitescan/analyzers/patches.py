"""The patches of a page from the results of all categories."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from attrs import evolve
from twisted.logger import Logger

from sitescan.cancellation import drop_traceback
from sitescan.deadline import Deadline
from sitescan.examine.examination_errors import NotExamined
from sitescan.interfaces import IExaminer
from sitescan.model.exchange import Page
from sitescan.model.fix import Fix, Patches
from sitescan.model.report import CategoryResult, Issue

_T = TypeVar("_T")

_log = Logger()


async def patched(
    examiner: IExaminer, page: Page, categories: Sequence[CategoryResult], deadline: Deadline
) -> tuple[Sequence[CategoryResult], Patches]:
    """
    Return the results with patches in place of the fixes of their occurrences, and the patches.

    The results are complete without patches. If the page is too heavy for them, there are none, and this is logged.

    :raises NotExamined: if they were not made for a reason that doesn't lie in the page.
    """
    fixes = fixes_of(categories)
    found = ((issue.rule, occurrence.answered) for issue in _issues(categories) for occurrence in issue.occurrences)
    changes = _by_rule((rule, change) for rule, change in found if change is not None)
    if not fixes and not changes:
        return categories, Patches()
    try:
        patches = await examiner.patch(page, fixes, changes, deadline)
    except NotExamined as problem:
        if problem.is_own:
            raise
        drop_traceback(problem)
        _log.warn("no patches of the page: {reason}", reason=problem.reason)
        patches = Patches()
    changed = fixes.keys() | changes.keys()
    plain = [
        evolve(
            result, issues=tuple(_without_fixes(issue) if issue.rule in changed else issue for issue in result.issues)
        )
        for result in categories
    ]
    return with_patches(plain, patches), patches


def fixes_of(categories: Iterable[CategoryResult]) -> Mapping[str, Sequence[Fix]]:
    """Return the fixes of the occurrences in some results, by rule id."""
    found = ((issue.rule, occurrence.fix) for issue in _issues(categories) for occurrence in issue.occurrences)
    return _by_rule((rule, fix) for rule, fix in found if fix is not None)


def with_patches(categories: Iterable[CategoryResult], patches: Patches) -> Sequence[CategoryResult]:
    """Return the results with the patch of each issue."""
    return tuple(
        evolve(
            result, issues=tuple(evolve(issue, patch=patches.by_rule.get(issue.rule, "")) for issue in result.issues)
        )
        for result in categories
    )


def _issues(categories: Iterable[CategoryResult]) -> Iterable[Issue]:
    return (issue for result in categories for issue in result.issues)


def _by_rule(found: Iterable[tuple[str, _T]]) -> dict[str, list[_T]]:
    by_rule: dict[str, list[_T]] = {}
    for rule, value in found:
        by_rule.setdefault(rule, []).append(value)
    return by_rule


def _without_fixes(issue: Issue) -> Issue:
    return evolve(
        issue, occurrences=tuple(evolve(occurrence, fix=None, answered=None) for occurrence in issue.occurrences)
    )
