"""What the browser says about the requests of a page is kept until it has paused and received them."""

import msgspec

from sitescan.model.exchange import Exchange, Page
from sitescan.rendering.started_requests import StartedRequest, StartedRequests

URL = "http://pears.example/"


SHEET = {"type": "Stylesheet", "renderBlockingBehavior": "Blocking"}


def start(requests: StartedRequests, name: str, url: str = URL, **said: str) -> StartedRequests:
    """Start a request as the browser does, and return all requests of the page."""
    event = {"requestId": name, "initiator": {}, "frameId": "page", "request": {"url": url + name}, **said}
    requests.add(msgspec.convert(event, StartedRequest))
    return requests


def no_requests() -> StartedRequests:
    """Return the requests of a page before it has made any."""
    return StartedRequests(Page(exchange=Exchange(requested=URL, url=URL, status=200), body=b""), "page")


def test_requests_are_paused() -> None:
    """Each request over the network is to be paused as often as it was started, whichever of both is said first."""
    requests = no_requests()
    for name in "aab":
        start(requests, name)
    seen = []
    for note, name in ((requests.paused, "c"), (requests.paused, "a"), (requests.paused, "a"), (requests.ended, "b")):
        note(name)
        seen.append(requests.are_paused)
    assert seen == [False, False, False, True]
    assert start(no_requests(), "a", "data:,").are_paused


def test_painting_waits_for_files() -> None:
    """Nothing is painted until each file that blocks painting has come, and a frame with them is then due."""
    requests = start(start(no_requests(), "a", **SHEET), "b", **SHEET)
    seen = []
    for name in "ab":
        seen.append(requests.block_painting)
        requests.ended(name)
    assert [*seen, requests.block_painting] == [True, True, False]
    assert requests.awaits_frame
    assert not start(no_requests(), "a", type="Stylesheet").awaits_frame
