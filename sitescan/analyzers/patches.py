"""The patches of a page from the results of all categories."""

from collections.abc import Sequence

from twisted.logger import Logger

from sitescan.analyzers.result_fixes import changes_of, fixes_of, with_patches, without_fixes
from sitescan.concurrency.cancellation import drop_traceback
from sitescan.concurrency.deadline import Deadline
from sitescan.examine.examination_errors import NotExamined
from sitescan.interfaces import IExaminer
from sitescan.model.exchange import Page
from sitescan.model.fix import Patches
from sitescan.model.report import CategoryResult

_log = Logger()


async def patched(
    examiner: IExaminer, page: Page, categories: Sequence[CategoryResult], deadline: Deadline
) -> tuple[Sequence[CategoryResult], Patches]:
    """
    Return the results with patches in place of the fixes of their occurrences, and the patches.

    The results are complete without patches. If the page is too heavy for them, there are none, and this is logged.

    :raises NotExamined: if they were not made for a reason that doesn't lie in the page.
    """
    fixes, changes = fixes_of(categories), changes_of(categories)
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
    return with_patches(without_fixes(categories, fixes.keys() | changes.keys()), patches), patches
