"""Security probes without an answer, which the report names."""

import pytest

from sitescan.analyzers.security import unanswered
from sitescan.model.answers import Answer, Problem
from sitescan.model.exchange import Exchange
from sitescan.model.site_answers import SecurityTxt
from sitescan.model.transport_answers import Sharing, Transport
from sitescan.standards.http_headers import Headers

_URL = "https://example.com/"
_PAGE = Exchange(requested=_URL, url=_URL, status=200)
_ORIGIN = "https://stranger.example"


def _plain(**fields: object) -> Transport:
    return Transport(exchange=_PAGE, plain=Answer(url="http://example.com/", **fields))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "silent",
    [SecurityTxt(url=_URL), Sharing(exchange=_PAGE, origin=_ORIGIN), _plain(problem=Problem.TIMEOUT)],
)
def test_no_answer(silent: object) -> None:
    """A probe without an answer is reported, once."""
    assert len(list(unanswered([silent]))) == 1


def test_answers() -> None:
    """A probe with a response or a refused connection is not reported, and neither is a probe that was not sent."""
    known = [
        SecurityTxt(url=_URL, status=404),
        Sharing(exchange=_PAGE, origin=_ORIGIN, answer=Headers()),
        _plain(problem=Problem.REFUSED),
        _plain(status=301),
        Transport(exchange=_PAGE),
        None,
    ]
    assert list(unanswered(known)) == []
