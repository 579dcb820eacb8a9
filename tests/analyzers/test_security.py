"""The security category: what the child found, and what the network said."""

from collections.abc import Iterator

import pytest
from twisted.internet.defer import Deferred, succeed

from sitescan.analyzers.examination import Examination
from sitescan.analyzers.security import SecurityAnalyzer
from sitescan.model.exchange import Exchange
from sitescan.model.outline import Outline
from sitescan.model.report import Category, CategoryResult, Judged
from sitescan.probe.asked import Asked
from sitescan.probe.images import Images
from tests.conftest import Failures
from tests.egress.wire import Wire
from tests.fakes import FakeExaminer
from tests.results import result_now

REFLECTS = (
    b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"
    b"Access-Control-Allow-Origin: https://stranger.example\r\nAccess-Control-Allow-Credentials: true\r\n\r\n"
)


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A session; nothing of it may be left."""
    wire = Wire()
    yield wire
    wire.end()


def analyzed(wire: Wire, url: str) -> Deferred[CategoryResult]:
    """Analyze a page in which the child found nothing."""
    exchange = Exchange(requested=url, url=url, status=200)
    examination = Examination(
        exchange=exchange,
        outline=Outline(base_url=url),
        session=wire.session,
        examiner=FakeExaminer(),
        asked=Asked(session=wire.session, examiner=FakeExaminer(), parts={}),
        images=Images(session=wire.session),
        judged={Category.SECURITY: succeed(Judged())},
    )
    return SecurityAnalyzer().analyze(examination, wire.deadline())


def test_what_the_network_says_is_judged(wire: Wire) -> None:
    """A page over plain HTTP has no security.txt to be asked for; what strangers may do is asked."""
    result = analyzed(wire, "http://a.example/")
    for number in range(len(wire.dialled)):
        protocol, _ = wire.accept(number)
        protocol.dataReceived(REFLECTS)
    assert len(wire.dialled) == 2
    while not result.called:
        wire.reactor.advance(0)
    found = result_now(result)
    assert [issue.rule for issue in found.issues] == ["security/cors-reflected"]
    assert found.unexamined == ()


def test_a_probe_that_fails_leaves_the_rest(wire: Wire, failures: Failures) -> None:
    """What could not be asked is said, and what the child found stands."""
    result = analyzed(wire, "nonsense")
    while not result.called:
        wire.reactor.advance(0)
    assert len(result_now(result).unexamined) == 1
    assert len(failures.take()) == 2
