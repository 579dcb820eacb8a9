"""Links that succeed with HEAD are confirmed with GET."""

from collections.abc import Iterator

import pytest
from twisted.internet.defer import Deferred

from sitescan.fetch.confirmed_links import with_confirmed_links
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.url_checker import UrlChecker
from sitescan.model.answers import Answer, Verdict
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.outline import Link
from sitescan.standards.http_headers import Headers
from tests.egress.wire import Wire
from tests.fakes import FakeExaminer
from tests.results import result_now

HTML = Headers((("Content-Type", "text/html"),))


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A session that must leave no connection and no timer."""
    wire = Wire({f"{name}.example": [["93.184.215.14"]] for name in "ab"}, host_requests=1000)
    yield wire
    wire.end()


def broken(wire: Wire, urls: list[str], gone: set[str], headers: Headers = HTML) -> list[str]:
    """Confirm links that have all answered by HEAD, and return the broken ones."""
    url_checker = UrlChecker(session=wire.session, examiner=FakeExaminer(), parts={})
    links = LinkAnswers(
        page_url="http://a.example/",
        links=tuple(Link(url=url) for url in urls),
        answers={url: Answer(url=url, status=200, headers=headers) for url in urls},
    )
    confirming = Deferred.fromCoroutine(with_confirmed_links(url_checker, links, wire.deadline(), ProbeFailures()))
    for _ in range(100):
        wire.serve({url: {"status": 404 if url in gone else 200} for url in urls})
        wire.reactor.advance(0.01)
    return [link.url for link, _ in result_now(confirming).answered(Verdict.BROKEN)]


def test_sample(wire: Wire) -> None:
    """Ten links, distributed over the hosts, are confirmed, and no further links if all of them succeed."""
    urls = [f"http://a.example/{number}" for number in range(20)]
    assert broken(wire, [*urls, "http://b.example/"], {"http://a.example/15"}) == []
    assert sorted(wire.requests) == sorted(("GET", url) for url in (*urls[:9], "http://b.example/"))


def test_further_links(wire: Wire) -> None:
    """If a confirmed link turns out to be broken, all other links to its host are confirmed as well."""
    urls = [f"http://a.example/{number}" for number in range(20)]
    gone = {urls[3], urls[15]}
    assert broken(wire, urls, gone) == [urls[3], urls[15]]
    assert len(wire.requests) == len(urls)


def test_files_are_not_confirmed(wire: Wire) -> None:
    """Links to files other than pages aren't confirmed, because the files may be large."""
    assert broken(wire, ["http://a.example/pears.iso"], {"http://a.example/pears.iso"}, Headers()) == []
    assert wire.requests == []
