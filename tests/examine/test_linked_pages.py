"""Linked pages that the scans of a site share."""

from collections.abc import Sequence

import pytest
from attrs import define, evolve, field
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.task import Clock

from sitescan.concurrency.deadline import Deadline
from sitescan.examine.client_usage import ScanUsage
from sitescan.examine.examination_errors import LOST, TOO_HEAVY, NotExamined
from sitescan.examine.linked_pages import LinkedPages
from sitescan.examine.messages import PageRead
from sitescan.model.exchange import Exchange, Page
from sitescan.model.linked_page import LinkedPage
from sitescan.model.page_parts import PageParts, joined_parts
from sitescan.standards.http_headers import Headers
from tests.results import failure_now, nothing_yet, result_now

URL = "https://example.com/pears"
PAGE = Page(exchange=Exchange(requested=URL, url=URL, status=200), body=b"<p id=one><p id=two>")
READ = PageRead(
    linked_page=LinkedPage(canonical=URL), parts=PageParts(digests=joined_parts(["one", "two"]), may_change=False)
)


def read_with(parts: PageParts | None) -> PageRead:
    """Return an answer with other parts."""
    return PageRead(linked_page=READ.linked_page, parts=parts)


@define(eq=False)
class Reading:
    """
    The scans of a site.

    :ivar jobs: the jobs that were started, with the usage that each is charged to.
    """

    pages: LinkedPages = field(factory=LinkedPages)
    jobs: list[tuple[ScanUsage, Deferred[PageRead]]] = field(factory=list)

    def read(self, page: Page, fragments: Sequence[str] = (), scan: ScanUsage | None = None) -> Deferred[LinkedPage]:
        """Ask for a page."""

        def start(usage: ScanUsage) -> Deferred[PageRead]:
            self.jobs.append((usage, Deferred()))
            return self.jobs[-1][1]

        deadline = Deadline.after(Clock(), 10)
        return Deferred.fromCoroutine(self.pages.read(page, fragments, scan or ScanUsage(), deadline, start))

    def end(self, seconds: float = 0.1, answer: PageRead = READ) -> None:
        """End the last job."""
        usage, job = self.jobs[-1]
        usage.linked_seconds += seconds
        job.callback(answer)

    def fail(self, reason: str, seconds: float = 0.1) -> None:
        """Let the last job fail."""
        usage, job = self.jobs[-1]
        usage.linked_seconds += seconds
        job.errback(NotExamined(reason))


@pytest.fixture
def reading() -> Reading:
    """The scans of a site."""
    return Reading()


def test_each_page_is_read_once(reading: Reading) -> None:
    """Scans that link to different parts of a page learn about theirs, and the page is read once."""
    first, second = reading.read(PAGE, ["one", "three"]), reading.read(PAGE, ["four", "two"])
    assert nothing_yet(first)
    reading.end()
    assert result_now(first) == LinkedPage(canonical=URL, missing=("three",))
    assert result_now(second) == LinkedPage(canonical=URL, missing=("four",))
    assert result_now(reading.read(PAGE, ["two", "top"])) == LinkedPage(canonical=URL)
    assert len(reading.jobs) == 1


@pytest.mark.parametrize(
    "other",
    [
        evolve(PAGE, body=b"<p id=three>"),
        evolve(PAGE, exchange=evolve(PAGE.exchange, url=f"{URL}/")),
        evolve(PAGE, exchange=evolve(PAGE.exchange, headers=Headers((("X-Robots-Tag", "noindex"),)))),
    ],
    ids=["body", "address", "header"],
)
def test_different_page_is_read(reading: Reading, other: Page) -> None:
    """A page with another body, address or header is another page."""
    known, different = reading.read(PAGE), reading.read(other)
    reading.end(answer=PageRead(linked_page=LinkedPage(not_found=True)))
    assert result_now(different) == LinkedPage(not_found=True)
    assert nothing_yet(known)
    known.cancel()
    failure_now(known, CancelledError)


def test_cut_page(reading: Reading) -> None:
    """Of a page that wasn't read to its end, no part is missing."""
    cut = reading.read(PAGE, ["three"])
    reading.end(answer=read_with(None))
    assert result_now(cut).missing == ()


def test_each_scan_is_charged(reading: Reading) -> None:
    """A scan reads as many heavy pages as it would alone, whether others have read them before."""
    pages = [evolve(PAGE, body=b"%d" % number) for number in range(5)]
    alone, later = ScanUsage(), ScanUsage()
    for page in pages[:3]:
        reading.read(page, scan=alone)
        reading.end(1.9)
    assert str(failure_now(reading.read(pages[3], scan=alone), NotExamined)) == TOO_HEAVY
    for page in pages[:3]:
        result_now(reading.read(page, scan=later))
    assert later.linked_seconds == alone.linked_seconds
    assert str(failure_now(reading.read(pages[0], scan=later), NotExamined)) == TOO_HEAVY
    assert len(reading.jobs) == 3


def test_heavy_page_is_remembered(reading: Reading) -> None:
    """A page that is too heavy is tried once, and every scan is charged for it."""
    first, scan = reading.read(PAGE), ScanUsage()
    reading.fail(TOO_HEAVY, 2.0)
    assert str(failure_now(first, NotExamined)) == TOO_HEAVY
    assert str(failure_now(reading.read(PAGE, scan=scan), NotExamined)) == TOO_HEAVY
    assert scan.linked_seconds == 2.0
    assert len(reading.jobs) == 1


def test_own_failure_is_forgotten(reading: Reading) -> None:
    """A page whose child process was killed is read again for the next scan."""
    first = reading.read(PAGE)
    reading.fail(LOST)
    assert str(failure_now(first, NotExamined)) == LOST
    again = reading.read(PAGE)
    reading.end()
    assert result_now(again) == READ.linked_page


def test_memory_is_bounded(reading: Reading) -> None:
    """The pages that were not linked for the longest time are forgotten."""
    parts = PageParts(digests=bytes(3 * 1024**2), may_change=False)
    pages = [evolve(PAGE, body=b"%d" % number) for number in range(6)]
    for page in pages:
        reading.read(page)
        reading.end(answer=read_with(parts))
    result_now(reading.read(pages[-1]))
    assert len(reading.jobs) == 6
    assert nothing_yet(reading.read(pages[0]))
    reading.end()
