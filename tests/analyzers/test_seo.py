"""The SEO analyzer: responses of the site beside the page."""

from collections.abc import Iterator

import pytest
from twisted.internet.defer import Deferred, succeed
from zope.interface.verify import verifyObject

from sitescan.analyzers.examination import Examination
from sitescan.analyzers.seo import SeoAnalyzer
from sitescan.concurrency.deadline import Deadline
from sitescan.fetch.image_reader import ImageReader
from sitescan.fetch.url_checker import UrlChecker
from sitescan.interfaces import IExaminer
from sitescan.model.crawling import CrawledUrls
from sitescan.model.exchange import Exchange
from sitescan.model.outline import Outline
from sitescan.model.report import Category, CategoryResult, Judged
from sitescan.model.site_answers import LlmsTxt
from tests.egress.wire import Wire
from tests.fakes import FakeExaminer
from tests.results import result_now
from tests.unexamined import sentences

MISSING = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


@pytest.fixture
def wire() -> Iterator[Wire]:
    """Yield a session, and check that it leaves nothing behind."""
    wire = Wire()
    yield wire
    wire.end()


def analyzed(wire: Wire, url: str, examiner: FakeExaminer) -> Deferred[CategoryResult]:
    """Analyze a page in which the child found nothing."""
    examination = Examination(
        exchange=Exchange(requested=url, url=url, status=200),
        outline=Outline(canonical="http://a.example/x", preview="http://a.example/a.png"),
        session=wire.session,
        examiner=examiner,
        url_checker=UrlChecker(session=wire.session, examiner=examiner, parts={}),
        image_reader=ImageReader(session=wire.session, beginnings={}),
        judged={Category.SEO: succeed(Judged())},
    )
    return SeoAnalyzer().analyze(examination, wire.deadline())


def test_missing_files(wire: Wire) -> None:
    """Each missing file or address is an issue of its own."""
    examiner = FakeExaminer()
    verifyObject(IExaminer, examiner)
    result = analyzed(wire, "http://a.example/", examiner)
    answered = 0
    for _ in range(200):
        while answered < len(wire.dialled):
            protocol, _transport = wire.accept(answered)
            protocol.dataReceived(MISSING)
            answered += 1
        wire.reactor.advance(0.01)
        if result.called:
            break
    found = {issue.rule for issue in result_now(result).issues}
    assert found == {
        "seo/canonical-broken",
        "seo/favicon-missing",
        "seo/preview-image-broken",
        "seo/sitemap-missing",
    }
    assert [type(evidence) for evidence in examiner.requests] == [CrawledUrls, LlmsTxt]


class Listing(FakeExaminer):
    """An examiner that finds two pages in the sitemaps."""

    def judge_site(self, crawled: CrawledUrls, llms: LlmsTxt, deadline: Deadline) -> Deferred[Judged]:
        """Return the sample (:meth:`sitescan.interfaces.IExaminer.judge_site`)."""
        self.requests += [crawled, llms]
        return succeed(Judged(listed=("http://a.example/1", "http://a.example/2")))


def test_listed_pages_that_do_not_respond(wire: Wire) -> None:
    """Listed pages that do not respond are reported as unexamined."""
    examiner = Listing()
    result = analyzed(wire, "http://a.example/", examiner)
    answered = 0
    for _ in range(500):
        while answered < len(wire.dialled) and not examiner.requests:
            protocol, _transport = wire.accept(answered)
            protocol.dataReceived(MISSING)
            answered += 1
        wire.reactor.advance(0.01 if not examiner.requests else 1)
        if result.called:
            break
    assert "Pages that the sitemaps list did not respond: 2 of 2." in sentences(result_now(result).unexamined)
