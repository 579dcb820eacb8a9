"""A sample of the pages that sitemaps list is requested."""

from collections.abc import Iterator

import pytest
from twisted.internet.defer import Deferred

from sitescan.fetch.listed_pages import listed_pages
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.url_checker import UrlChecker
from sitescan.model.answers import Answer
from sitescan.model.crawling import MOST_LISTED, CrawledUrls, Robots, Sitemap
from sitescan.model.linked_page import LinkedPage
from tests.egress.wire import Wire
from tests.fakes import FakeExaminer
from tests.results import result_now

ORIGIN = "http://a.example"
PAGE = Answer(url=f"{ORIGIN}/", status=200, linked_page=LinkedPage(noindex=True))


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A session that must leave no connection and no timer."""
    wire = Wire(host_requests=1000)
    yield wire
    wire.end()


def crawled(*urls: str) -> CrawledUrls:
    """Return a site whose sitemap lists URLs."""
    sitemap = Sitemap(url=f"{ORIGIN}/sitemap.txt", body="\n".join(urls).encode())
    return CrawledUrls(robots=Robots(url=PAGE.url, robots_url=f"{ORIGIN}/robots.txt"), sitemaps=(sitemap,))


def test_sample() -> None:
    """The sample is spread over the sitemap, omits other hosts, and contains the scanned page if it is listed."""
    urls = [f"{ORIGIN}/{number}" for number in range(100)]
    sample = crawled("http://b.example/", *urls).listed
    assert sample == tuple(urls[::5])
    assert crawled(*urls, PAGE.url).listed[0] == PAGE.url
    assert len(crawled(*urls, PAGE.url).listed) == MOST_LISTED
    assert crawled(f"{ORIGIN}/a", f"{ORIGIN}/a", f"{ORIGIN}/ä").listed == (f"{ORIGIN}/a", f"{ORIGIN}/%C3%A4")
    assert crawled().listed == ()


def test_requests(wire: Wire) -> None:
    """Listed pages are requested, and read if they exist; the scanned page isn't requested again."""
    reader = FakeExaminer()
    url_checker = UrlChecker(session=wire.session, examiner=reader, parts={})
    sample = (PAGE.url, f"{ORIGIN}/a", f"{ORIGIN}/gone")
    answered = Deferred.fromCoroutine(listed_pages(url_checker, sample, PAGE, wire.deadline(), ProbeFailures()))
    wire.serve({f"{ORIGIN}/a": {"type": "text/html", "body": b"pears"}, f"{ORIGIN}/gone": {"status": 404}})
    gone = f"{ORIGIN}/gone"
    assert sorted(wire.requests) == [("GET", f"{ORIGIN}/a"), ("GET", gone), ("HEAD", f"{ORIGIN}/a"), ("HEAD", gone)]
    assert reader.read_pages == [(b"pears", ())]
    page, first, second = result_now(answered)
    assert page is PAGE
    assert (first.status, first.linked_page, second.status) == (200, LinkedPage(), 404)
