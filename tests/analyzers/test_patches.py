"""Patches of a page from the results of all categories."""

import pytest
from attrs import evolve
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from sitescan.analyzers.patches import patched
from sitescan.concurrency.deadline import Deadline
from sitescan.examine.examination_errors import BUSY, TOO_HEAVY, NotExamined
from sitescan.model.exchange import Exchange, Page
from sitescan.model.fix import Fix, Patches
from sitescan.model.report import CategoryResult, Occurrence
from tests.fakes import FakeExaminer, report_of
from tests.results import failure_now, result_now

URL = "https://pears.example/"
PAGE = Page(exchange=Exchange(requested=URL, url=URL, status=200), body=b"<title> Pears")


DIFF = "--- a\n+++ b\n"


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
    made = Patches(by_rule={category.issues[0].rule: DIFF}, whole=DIFF, changes=1)
    result, patches = _patched(FakeExaminer(patches=made), category)
    assert result.issues[0].patch == DIFF
    assert patches is made
    assert result.issues[0].occurrences == (Occurrence(),)


def test_busy_service(category: CategoryResult) -> None:
    """If the patches were not made because of the service, there is no report without them."""
    examiner, deadline = FakeExaminer(patches=None), Deadline.after(Clock(), 1.0)
    assert str(failure_now(Deferred.fromCoroutine(patched(examiner, PAGE, [category], deadline)), NotExamined)) == BUSY


def test_patches_are_unavailable(category: CategoryResult) -> None:
    """If the page is too heavy for its patches, the results are the same without them."""
    result, patches = _patched(FakeExaminer(patches=None, no_patches=TOO_HEAVY), category)
    assert patches == Patches()
    assert result == evolve(category, issues=(evolve(category.issues[0], occurrences=(Occurrence(),)),))
