"""Patches of a page from the results of all categories."""

from collections.abc import Mapping, Sequence

import pytest
from attrs import define, evolve
from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.task import Clock

from sitescan.analyzers.patches import patched
from sitescan.deadline import Deadline
from sitescan.examine.examination_errors import BUSY, NotExamined
from sitescan.model.exchange import Exchange, Page
from sitescan.model.fix import AnsweredChange, Fix, Patches
from sitescan.model.report import CategoryResult, Occurrence
from tests.fakes import FakeExaminer, report_of
from tests.results import result_now

URL = "https://pears.example/"
PAGE = Page(exchange=Exchange(requested=URL, url=URL, status=200), body=b"<title> Pears")


@define(eq=False)
class PatchingExaminer(FakeExaminer):
    """Makes the same patches of every page, or none in time."""

    in_time: bool = True

    def patch(
        self,
        page: Page,
        fixes: Mapping[str, Sequence[Fix]],
        changes: Mapping[str, Sequence[AnsweredChange]],
        deadline: Deadline,
    ) -> Deferred[Patches]:
        """Make the patches (:meth:`sitescan.interfaces.IExaminer.patch`)."""
        if not self.in_time:
            return fail(NotExamined(BUSY))
        return succeed(Patches(by_rule=dict.fromkeys(fixes, "--- a\n+++ b\n"), whole="--- a\n+++ b\n", changes=1))


@pytest.fixture
def category() -> CategoryResult:
    """A category with an issue that has a fix."""
    category = report_of(URL).categories[0]
    fix = Fix(safe=True, unfinished=False, start=0, end=0, encoding="utf-8", edits=())
    issue = evolve(category.issues[0], occurrences=(Occurrence(fix=fix),))
    return evolve(category, issues=(issue,))


def _patched(examiner: FakeExaminer, category: CategoryResult) -> tuple[CategoryResult, Patches]:
    deadline = Deadline.after(Clock(), 1.0)
    (result,), patches = result_now(Deferred.fromCoroutine(patched(examiner, PAGE, [category], deadline)))
    return result, patches


def test_patches_replace_fixes(category: CategoryResult) -> None:
    """Each issue has the patch of its fixes, and the page has one."""
    result, patches = _patched(PatchingExaminer(), category)
    assert result.issues[0].patch == patches.whole
    assert patches.changes == 1
    assert result.issues[0].occurrences == (Occurrence(),)


def test_a_report_without_patches(category: CategoryResult) -> None:
    """If no child can make the patches in time, the results are the same without them."""
    result, patches = _patched(PatchingExaminer(in_time=False), category)
    assert patches == Patches()
    assert result == evolve(category, issues=(evolve(category.issues[0], occurrences=(Occurrence(),)),))
