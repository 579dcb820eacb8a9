"""A security probe that got no answer is named: a report that says nothing of it would look better than the site is."""

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


def _plain(**said: object) -> Transport:
    return Transport(exchange=_PAGE, plain=Answer(url="http://example.com/", **said))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "silent",
    [SecurityTxt(url=_URL), Sharing(exchange=_PAGE, origin=_ORIGIN), _plain(problem=Problem.TIMEOUT)],
)
def test_no_answer(silent: object) -> None:
    """It is said, once."""
    assert len(list(unanswered([silent]))) == 1


def test_answers() -> None:
    """Whatever was answered is known, a refused connection as well; what was not asked is no gap."""
    known = [
        SecurityTxt(url=_URL, status=404),
        Sharing(exchange=_PAGE, origin=_ORIGIN, answer=Headers()),
        _plain(problem=Problem.REFUSED),
        _plain(status=301),
        Transport(exchange=_PAGE),
        None,
    ]
    assert list(unanswered(known)) == []
