"""The security analyzer: findings of the child, and responses from the network."""

from collections.abc import Iterator

import pytest
from twisted.internet.defer import Deferred, succeed

from sitescan.analyzers.examination import Examination
from sitescan.analyzers.security import SecurityAnalyzer
from sitescan.fetch.image_reader import ImageReader
from sitescan.fetch.url_checker import UrlChecker
from sitescan.model.exchange import Exchange
from sitescan.model.outline import Outline
from sitescan.model.report import Category, CategoryResult, Judged
from tests.egress.wire import Wire
from tests.fakes import FakeExaminer
from tests.results import result_now

REFLECTS = (
    b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"
    b"Access-Control-Allow-Origin: https://stranger.example\r\nAccess-Control-Allow-Credentials: true\r\n\r\n"
)


@pytest.fixture
def wire() -> Iterator[Wire]:
    """Yield a session, and check that it leaves nothing behind."""
    wire = Wire()
    yield wire
    wire.end()


def analyzed(wire: Wire, url: str) -> Deferred[CategoryResult]:
    """Analyze a page in which the child found nothing."""
    exchange = Exchange(requested=url, url=url, status=200)
    examination = Examination(
        exchange=exchange,
        outline=Outline(),
        session=wire.session,
        examiner=FakeExaminer(),
        url_checker=UrlChecker(session=wire.session, examiner=FakeExaminer(), parts={}),
        image_reader=ImageReader(session=wire.session, beginnings={}),
        judged={Category.SECURITY: succeed(Judged())},
    )
    return SecurityAnalyzer().analyze(examination, wire.deadline())


def test_plain_http(wire: Wire) -> None:
    """A page over plain HTTP causes no request for security.txt, and its reflected CORS headers are reported."""
    result = analyzed(wire, "http://a.example/")
    accepted = 0
    for _ in range(200):
        while accepted < len(wire.dialled):
            wire.accept(accepted)
            accepted += 1
        for protocol, end in wire.ends:
            if end.value():
                end.clear()
                protocol.dataReceived(REFLECTS)
        wire.reactor.advance(0)
    assert len(wire.dialled) == 2
    found = result_now(result)
    assert [issue.rule for issue in found.issues] == ["security/cors-reflected"]
    assert found.unexamined == ()
