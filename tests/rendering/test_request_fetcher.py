"""Only requests that change nothing are sent, up to a number; the page may miss the responses to others."""

from typing import Any

import pytest
from twisted.internet.task import Clock

from sitescan.concurrency.deadline import Deadline
from sitescan.concurrency.stoppable_clock import StoppableClock
from sitescan.rendering.paused_requests import BrowserRequest, PausedRequest, refusal_of
from sitescan.rendering.request_fetcher import RequestFetcher
from sitescan.rendering.request_log import RequestLog
from tests.rendering.test_page_requests import FakeSession
from tests.rendering.test_started_requests import URL, no_requests


def fetcher() -> tuple[RequestFetcher, FakeSession]:
    """Return a fetcher, and the session by which it sends requests."""
    session: Any = FakeSession(None)
    log = RequestLog(no_requests())
    return RequestFetcher(session, Deadline.after(StoppableClock(Clock()), 10), log, lambda: None), session


def fetch(requests: RequestFetcher, method: str, url: str = "file:", kind: str = "Fetch") -> bool:
    """Ask for a URL, and return whether it is fetched."""
    request = BrowserRequest(method=method, url=url, headers={})
    paused = PausedRequest(request_id="1", request=request, frame_id="page", resource_type=kind)
    return requests.fetch(paused, refusal_of("session", "1"))


@pytest.mark.parametrize(
    ("method", "is_safe"), [("GET", True), ("HEAD", True), ("OPTIONS", True), ("POST", False), ("get", False)]
)
def test_methods(method: str, is_safe: bool) -> None:
    """A request with another method may change something, so that it is refused."""
    requests, session = fetcher()
    assert fetch(requests, method) is is_safe
    assert session.requests == []
    assert len(requests.answers) == is_safe


@pytest.mark.parametrize(
    ("url", "kind", "missed"), [(URL, "Fetch", 1), ("http://plums.example/", "Fetch", 0), (URL, "Ping", 0)]
)
def test_refused_request_is_missed(url: str, kind: str, missed: int) -> None:
    """The page may miss what it would show of a refused request for data of its own origin."""
    requests, _ = fetcher()
    assert not fetch(requests, "POST", url, kind)
    assert [made.missed for made in requests.log.made] == [True] * missed


def test_number_of_requests() -> None:
    """A page may make three hundred requests, those that are refused included."""
    requests, _ = fetcher()
    assert [fetch(requests, method) for method in ("POST", *["GET"] * 299, "GET")] == [False, *[True] * 299, False]
