"""The requests of a rendered page are answered with the page itself and by the session of the scan."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from attrs import define, field
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.concurrency.stoppable_clock import StoppableClock
from sitescan.configuration.settings import Settings
from sitescan.egress.body import Body
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import TooLarge, Unreachable
from sitescan.model.answers import Problem
from sitescan.model.exchange import Exchange, Page
from sitescan.model.rendered import RequestMade
from sitescan.performance.arrivals import Arrivals
from sitescan.performance.network import PHONE
from sitescan.performance.simulated_page import navigation_facts
from sitescan.rendering.paced_answers import PAGE_EPOCH
from sitescan.rendering.page_requests import PageRequests
from sitescan.rendering.paused_requests import BrowserRequest, PausedRequest
from sitescan.rendering.started_requests import StartedRequest, StartedRequests
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import Target

URL = "http://pears.example/"


@define(eq=False)
class FakeResponse:
    """A response with a body."""

    data: bytes
    status: int = 200
    headers: Headers = Headers((("Content-Type", "text/plain"), ("Content-Encoding", "gzip")))
    coding: str = "gzip"
    length: int | None = None
    closed: bool = False

    async def body(self, *_: Any) -> Body:
        """Return the body."""
        return Body(data=self.data, wire_size=len(self.data))

    def close(self) -> None:
        """Record that the response was closed."""
        self.closed = True


@define(eq=False)
class FakeSession:
    """
    A session whose requests are answered by the test.

    :ivar requests: the method, the URL and the fields of each request.
    :ivar waiting: the requests without answer, by URL.
    :ivar canceller: cancels a request.
    """

    context: Any
    requests: list[tuple[str, str, Sequence[tuple[str, str]]]] = field(factory=list)
    waiting: dict[str, Deferred[FakeResponse]] = field(factory=dict)
    canceller: Callable[[Deferred[Any]], None] | None = None

    async def request(
        self, method: str, target: Target, deadline: Deadline, headers: Sequence[tuple[str, str]]
    ) -> FakeResponse:
        """Wait for the response."""
        self.requests.append((method, target.url, headers))
        self.waiting[target.url] = Deferred(self.canceller)
        return await self.waiting[target.url]


@define(eq=False)
class Rig:
    """
    The requests of a page, and the calls that the browser received.

    :ivar paced: whether answers arrive when the network of a phone would bring them.
    :ivar body: the page.
    :ivar asleep: whether the browser does nothing.
    :ivar settled: whether nothing was under way whenever that may have changed.
    """

    paced: bool = False
    body: bytes = b"page"
    asleep: bool = True
    clock: Clock = field(factory=Clock)
    session: FakeSession = field(init=False)
    calls: list[tuple[str, str, dict[str, Any]]] = field(factory=list)
    settled: list[bool] = field(factory=list)
    requests: PageRequests = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.session = FakeSession(_Context(self.clock))
        session: Any = self.session
        fields = Headers((("Content-Type", "text/html"), ("Content-Length", "4"), ("Set-Cookie", "a=1")))
        exchange = Exchange(requested=URL, url=URL, status=404, headers=fields, wire_size=len(self.body))
        self.requests = PageRequests(
            clock=self.clock,
            session=session,
            started=StartedRequests(Page(exchange=exchange, body=self.body), "page"),
            deadline=Deadline.after(StoppableClock(self.clock), 10),
            arrivals=Arrivals(navigation_facts(exchange, multiplexed=False), PHONE),
            call=lambda *call: self.calls.append(call),
            answered=lambda: self.settled.append(self.are_settled),
            is_asleep=lambda: self.asleep,
        )
        if not self.paced:
            self.requests.end_pace()
            self.settled.clear()

    def pause(
        self,
        name: str,
        url: str = URL,
        kind: str = "Fetch",
        method: str = "GET",
        frame: str = "page",
        load: str = "",
        origin: str = "null",
        priority: str = "Medium",
    ) -> None:
        """Pause a request."""
        fields = {"Accept": "*/*", "Cookie": "a=1", "Referer": URL} | ({"Origin": origin} if origin else {})
        request = BrowserRequest(method=method, url=url, headers=fields, initial_priority=priority)
        self.requests.paused(
            "session",
            PausedRequest(request_id=name, request=request, frame_id=frame, resource_type=kind, network_id=load),
        )

    def answer(self, name: str, status: int = 200) -> None:
        """Answer a request for a path."""
        self.session.waiting[URL + name].callback(FakeResponse(name.encode(), status))

    @property
    def are_settled(self) -> bool:
        """Whether every request has its answer, and the browser has received it."""
        return self.requests.are_fetched and not self.requests.sender.are_arriving

    @property
    def bodies(self) -> bytes:
        """The bodies that the browser received."""
        return b"".join(parameters["body"] for _, _, parameters in self.calls)


@define
class _Context:
    reactor: Clock
    settings: Settings = field(factory=Settings)


def test_document_is_not_requested_again() -> None:
    """The browser receives exactly the bytes that are examined, with their status and header fields."""
    rig = Rig()
    rig.pause("1", kind="Document")
    assert rig.session.requests == []
    ((session, method, parameters),) = rig.calls
    assert (session, method) == ("session", "Fetch.fulfillRequest")
    assert parameters["body"] == b"page"
    assert parameters["responseCode"] == 404
    assert [header["name"] for header in parameters["responseHeaders"]] == ["Content-Type", "Set-Cookie"]


def test_navigation_is_refused() -> None:
    """A page can't navigate elsewhere, whereas its frames load their documents."""
    rig = Rig()
    rig.pause("1", kind="Document")
    rig.pause("2", "http://elsewhere.example/", kind="Document")
    rig.pause("3", "http://framed.example/", kind="Document", frame="inner")
    assert rig.calls[1:] == [("session", "Fetch.failRequest", {"requestId": "2", "errorReason": "Aborted"})]
    rig.pause("4", URL + "later", kind="Document")
    assert rig.requests.log.destination == "http://elsewhere.example/"
    assert [url for _, url, _ in rig.session.requests] == ["http://framed.example/"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_unsafe_methods_are_not_sent(method: str) -> None:
    """A request that may change something on a server isn't sent."""
    rig = Rig()
    rig.pause("1", method=method)
    assert rig.session.requests == []
    assert rig.calls == [("session", "Fetch.failRequest", {"requestId": "1", "errorReason": "BlockedByClient"})]


def test_no_cookie_or_referrer() -> None:
    """A request has no cookie and no referrer."""
    rig = Rig()
    rig.pause("1", URL + "data")
    assert rig.session.requests == [("GET", URL + "data", [("accept", "*/*"), ("origin", "null")])]


def test_responses_arrive_in_request_order() -> None:
    """The speed of the network doesn't decide in which order the scripts of a page continue."""
    rig = Rig()
    for name in ("1", "2"):
        rig.pause(name, URL + name)
    rig.session.waiting[URL + "2"].callback(FakeResponse(b"two"))
    assert rig.calls == []
    assert not rig.are_settled
    response = FakeResponse(b"one")
    rig.session.waiting[URL + "1"].callback(response)
    assert response.closed
    assert [parameters["body"] for _, _, parameters in rig.calls] == [b"one", b"two"]
    assert [header["name"] for header in rig.calls[0][2]["responseHeaders"]] == ["Content-Type"]
    assert rig.settled[-1]


def test_order_of_requests_is_the_pages() -> None:
    """Requests of one moment count in the order in which the page makes them, whichever the browser pauses first."""
    rig = Rig()
    for name, frame in (("d", "frame"), ("b", "page"), ("c", "other"), ("a", "page")):
        event = {"requestId": name, "initiator": {}, "frameId": frame, "request": {"url": URL + name}}
        rig.requests.will_be_sent(msgspec.convert(event, StartedRequest))
    for name in "acdb":
        rig.pause(name, URL + name, "Script", load=name)
    for name in "cabd":
        rig.answer(name)
    for name in "bacd":
        rig.requests.loaded(name)
    assert rig.bodies == b"bacd"
    assert [made.url[-1] for made in rig.requests.log.made] == ["b", "a", "c", "d"]


def test_response_waits_for_previous_one() -> None:
    """An answer waits until the previous one has arrived, because the processes of a browser work concurrently."""
    rig = Rig()
    for name in "123":
        rig.pause(name, URL + name, load=name)
    rig.pause("4", "file:///", load="4")
    for name in "321":
        rig.answer(name)
    assert rig.bodies == b"1"
    rig.requests.loaded("2")
    assert rig.bodies == b"1"
    rig.requests.loaded("1")
    assert rig.bodies == b"12"
    rig.asleep = False
    rig.clock.pump([0.5] * 20)
    assert rig.bodies == b"12"  # the browser is slow
    rig.asleep = True
    rig.clock.advance(0.5)  # the browser never says that the second one has arrived
    assert rig.bodies == b"123"
    rig.requests.loaded("3")
    assert rig.calls[-1][1] == "Fetch.failRequest"
    assert not rig.are_settled
    rig.requests.loaded("4")
    assert rig.settled[-1]
    assert rig.clock.getDelayedCalls() == []


def test_nobody_waits_for_a_page_that_was_stopped() -> None:
    """Once its requests are cancelled, nobody waits for an answer that the browser has not received."""
    rig = Rig(asleep=False)
    rig.pause("1", URL + "1", load="1")
    rig.answer("1")
    ended: list[str] = []
    waiting = Deferred.fromCoroutine(rig.requests.sender.received(60))
    waiting.addCallback(lambda _: ended.append("waiting"))
    rig.clock.advance(1)
    ended.append("a second")
    rig.requests.cancel()
    assert ended == ["a second", "waiting"]
    assert rig.clock.getDelayedCalls() == []


def test_redirect_arrives_with_next_request() -> None:
    """A redirect has arrived when the browser makes the request that follows from it."""
    rig = Rig()
    for name in "12":
        start(rig, name, 0)
        rig.pause(name, URL + name, load=name)
    rig.answer("1", 302)
    rig.answer("2")
    assert rig.bodies == b"1"
    start(rig, "1", 0)
    assert rig.bodies == b"12"
    assert not rig.requests.are_fetched
    rig.pause("1", URL + "3", load="1")
    rig.answer("3")
    rig.requests.loaded("2")
    assert rig.bodies == b"123"
    rig.requests.cancel()
    assert rig.clock.getDelayedCalls() == []
    assert rig.are_settled


def test_answers_arrive_as_over_network_of_phone() -> None:
    """While a page is loaded, answers arrive when a phone would have them, whatever order the servers answer in."""
    rig = Rig(paced=True)
    for name, priority in (("image", "Low"), ("sheet", "VeryHigh"), ("gone", "Low")):
        rig.pause(name, URL + name, load=name, priority=priority)
    rig.session.waiting[URL + "gone"].errback(Unreachable(Problem.NAME))
    rig.session.waiting[URL + "image"].callback(FakeResponse(b"i" * 20_000))
    rig.answer("sheet")
    assert (rig.requests.are_fetched, rig.calls) == (True, [])
    # What gets no answer fails without waiting for one.
    assert rig.requests.deliver(0)
    assert [method for _, method, _ in rig.calls] == ["Fetch.failRequest"]
    rig.requests.loaded("gone")
    came: dict[str, int] = {}
    now = 0
    while rig.requests.paced.arrivals.are_pending:
        now = rig.requests.paced.arrivals.advance(now + 50)
        if rig.requests.deliver(now):
            name = rig.calls[-1][2]["requestId"]
            came[name] = now
            rig.requests.loaded(name)
    assert came["sheet"] == pytest.approx(PHONE.round_trip, abs=1)
    assert came["image"] > 2 * PHONE.round_trip
    assert rig.are_settled


@pytest.mark.parametrize(
    ("made", "begins"),
    [
        (PAGE_EPOCH + 0.01, 0),
        (PAGE_EPOCH + 0.03199999, 32),
        (PAGE_EPOCH + 0.05, 48),
        (PAGE_EPOCH - 0.01, 50),
        (PAGE_EPOCH + 3600, 50),
        (0, 50),
    ],
)
def test_request_begins_when_page_makes_it(made: float, begins: int) -> None:
    """A request begins when the page makes it. The time of a worker's script is the machine's: it begins now."""
    rig = Rig(paced=True)
    start(rig, "script", made)
    rig.pause("script", URL + "script", "Script", load="script")
    rig.answer("script")
    now = rig.requests.paced.arrivals.advance(50)
    rig.requests.deliver(now)
    while rig.requests.paced.arrivals.are_pending:
        now = rig.requests.paced.arrivals.advance(now + 500)
        rig.requests.deliver(now)
    (request,) = rig.requests.log.made
    assert request.begins - rig.requests.paced.arrivals.document == begins


def test_files_that_block_painting() -> None:
    """The browser says which files it waits for before it paints, and no frame is drawn before they have come."""
    rig = Rig()
    for name, blocking in (("a", "Blocking"), ("b", "Blocking"), ("c", "NonBlocking")):
        event = {"requestId": name, "initiator": {}, "renderBlockingBehavior": blocking}
        rig.requests.will_be_sent(msgspec.convert(event, StartedRequest))
    came = []
    for name in "abc":
        came.append(rig.requests.started.block_painting)
        rig.requests.loaded(name)
    assert came == [True, True, False]


def blocking(rig: Rig, name: str, kind: str, line: int, column: int, what: str = "Blocking") -> None:
    """Report a request of the page's parser for a file that is said to block."""
    initiator = {"type": "parser", "url": URL, "lineNumber": line, "columnNumber": column}
    event = {"requestId": name, "initiator": initiator, "type": kind, "renderBlockingBehavior": what}
    rig.requests.will_be_sent(msgspec.convert(event, StartedRequest))


@pytest.mark.parametrize(
    ("kind", "line", "column", "blocks"),
    [
        ("Script", 0, 30, True),
        ("Script", 1, 0, True),
        ("Script", 1, 30, False),
        ("Script", 2, 5, False),
        ("Script", 99, 5, True),
        ("Stylesheet", 2, 5, True),
    ],
)
def test_script_in_body_does_not_block_painting(kind: str, line: int, column: int, blocks: bool) -> None:
    """What is before a script in the body is painted, even if the browser says that the script blocks painting."""
    rig = Rig(body=b"<!doctype html><title>Pears</title>\r\n</head><BODY class=a>Pears\r<script src=a></script>")
    blocking(rig, "a", kind, line, column)
    assert rig.requests.started.block_painting is blocks


def test_names_are_searched_in_a_bounded_number_of_requests() -> None:
    """A page that requests thousands of scripts whose names aren't in it costs no more than a few hundred searches."""
    searched = 0

    class Body(bytes):
        def find(self, *arguments: Any) -> int:
            nonlocal searched
            searched += 1
            return super().find(*arguments)

    rig = Rig(body=Body(b"<!doctype html><title>Pears</title>\n<body>\n<p>Pears</p>"))
    for number in range(1000):
        blocking(rig, str(number), "Script", 0, 5)
    assert 100 < searched <= 300


@pytest.mark.parametrize(("line", "what"), [(2, "Blocking"), (0, "InBodyParserBlocking")])
def test_script_waits_for_frame_with_stylesheet(line: int, what: str) -> None:
    """A script in the body that has waited for a stylesheet runs once a frame was drawn with it, as on a phone."""
    rig = Rig(paced=True, body=b"<!doctype html><title>Pears</title>\n<body>\n<script src=b></script>")
    blocking(rig, "sheet", "Stylesheet", 0, 5)
    blocking(rig, "head", "Script", 0, 5)
    blocking(rig, "body", "Script", line, 5, what)
    for name, kind in (("sheet", "Stylesheet"), ("head", "Script"), ("body", "Script")):
        rig.pause(name, URL + name, kind, load=name, priority="High")
        rig.answer(name)
    sent = []
    rig.requests.deliver(0)
    while rig.requests.paced.arrivals.are_pending:
        rig.requests.deliver(rig.requests.paced.arrivals.advance(5000))
    for name in ("sheet", "head"):
        sent.append([parameters["requestId"] for _, _, parameters in rig.calls])
        rig.requests.loaded(name)
    assert "body" not in sent[-1]
    assert not rig.requests.started.block_painting
    assert rig.requests.painted()
    assert rig.calls[-1][2]["requestId"] == "body"
    rig.requests.loaded("body")
    assert not rig.requests.painted()
    assert rig.are_settled


@pytest.mark.parametrize("go_on", [PageRequests.release, PageRequests.end_pace])
def test_script_that_waits_for_frame_is_sent_without_one(go_on: Callable[[PageRequests], object]) -> None:
    """A page gets the scripts that wait for a frame when it does nothing, and when it has been loaded long enough."""
    rig = Rig(paced=True, body=b"<!doctype html><title>Pears</title>\n<body>\n<script src=b></script>")
    blocking(rig, "sheet", "Stylesheet", 0, 5)
    blocking(rig, "body", "Script", 2, 5)
    rig.pause("body", URL + "body", "Script", load="body")
    rig.answer("body")
    rig.requests.deliver(0)
    rig.requests.deliver(rig.requests.paced.arrivals.advance(5000))
    assert rig.calls == []
    go_on(rig.requests)
    assert rig.bodies == b"body"
    rig.requests.cancel()


def test_script_in_body_whose_line_is_counted_from_another() -> None:
    """A script that the browser finds while another holds its parser has lines from there on, and is found by name."""
    rig = Rig(
        body=b"<!doctype html><title>Pears</title>\n<body>\n<script>0</script>\n<p>Pears</p>\n<script src=/j/a.js>"
    )
    initiator = {"type": "parser", "url": URL, "lineNumber": 0, "columnNumber": 9}
    for name, blocks in (("a.js", False), ("b.js", True)):
        event = {"requestId": name, "initiator": initiator, "type": "Script", "renderBlockingBehavior": "Blocking"}
        rig.requests.will_be_sent(msgspec.convert(event | {"request": {"url": f"{URL}j/{name}?v=1"}}, StartedRequest))
        assert rig.requests.started.block_painting is blocks


@pytest.mark.parametrize(
    ("initiator", "is_held"),
    [
        ({"type": "parser", "url": URL, "lineNumber": 2, "columnNumber": 9}, True),
        ({"type": "parser", "url": URL, "lineNumber": 0, "columnNumber": 9}, False),
        ({"type": "parser", "url": URL + "frame", "lineNumber": 2, "columnNumber": 9}, False),
        ({"type": "script", "stack": {"callFrames": [{"url": URL, "lineNumber": 2, "columnNumber": 9}]}}, True),
        ({"type": "script", "stack": {"callFrames": [{"url": URL + "a.js", "lineNumber": 2}]}}, False),
        ({"type": "other"}, False),
    ],
)
def test_request_waits_for_its_part_of_the_page(initiator: dict[str, Any], is_held: bool) -> None:
    """What a tag or a script of the page asks for isn't requested before that part of the page has come."""
    body = (
        b"<!doctype html><script src=/b></script>\n<script type=a>"
        + b"x" * 300_000
        + b"</script>\n<script src=/b></script>"
    )
    rig = Rig(paced=True, body=body)
    event = {"requestId": "b", "initiator": initiator, "frameId": "page", "type": "Script", "wallTime": PAGE_EPOCH}
    rig.requests.will_be_sent(msgspec.convert(event | {"request": {"url": URL + "b"}}, StartedRequest))
    rig.pause("b", URL + "b", "Script", load="b")
    rig.answer("b")
    now = 0
    while not rig.requests.deliver(now):
        now = rig.requests.paced.arrivals.advance(now + 100)
    (request,) = rig.requests.log.made
    begins = request.begins - rig.requests.paced.arrivals.document
    if is_held:
        assert begins == pytest.approx((300_000 - 14_600) / PHONE.bandwidth, abs=200)
    else:
        assert begins == 0


@pytest.mark.parametrize(
    ("images", "priority", "kind", "is_first"),
    [
        (b"", "High", "Script", True),
        (b"<img src=/p>", "High", "Script", False),
        (b"<img src=/p>", "High", "Fetch", True),
        (b"<img src=/p>", "VeryHigh", "Stylesheet", True),
        (b"", "Low", "Script", False),
    ],
)
def test_files_that_block_painting_come_first(images: bytes, priority: str, kind: str, is_first: bool) -> None:
    """Files of high priority take the whole bandwidth; scripts in the body after an image aren't among them."""
    rig = Rig(paced=True, body=b"<!doctype html><body>" + images + b"\n<script src=/a></script>")
    initiator = {"type": "parser", "url": URL, "lineNumber": 1, "columnNumber": 1}
    for name, kind_of in (("a", kind), ("b", "Image")):
        event = {"requestId": name, "initiator": initiator, "type": kind_of, "frameId": "page"}
        rig.requests.will_be_sent(msgspec.convert(event, StartedRequest))
        rig.pause(name, URL + name, kind_of, load=name, priority=priority if name == "a" else "Low")
        rig.session.waiting[URL + name].callback(FakeResponse(bytes(150_000)))
    now = 0
    while len(rig.calls) < 1:
        now = rig.requests.paced.arrivals.advance(now + 10)
        rig.requests.deliver(now)
    shared = 2 * 150_000 / PHONE.bandwidth
    assert (now < 0.8 * shared) is is_first


def test_pace_ends() -> None:
    """When a page has been loaded for long enough, the rest arrives as soon as it is known."""
    rig = Rig(paced=True)
    for name in "12":
        rig.pause(name, URL + name)
    rig.answer("1")
    rig.answer("2")
    rig.requests.deliver(0)
    rig.pause("3", URL + "3")
    assert rig.calls == []
    rig.requests.end_pace()
    assert rig.bodies == b"12"
    rig.answer("3")
    assert rig.bodies == b"123"


def test_requests_are_awaited() -> None:
    """The page's time stands still until the browser has paused what it says that it requests, or doesn't in time."""
    rig = Rig(paced=True)
    start(rig, "1", 0)
    start(rig, "2", 0)
    assert not rig.requests.are_fetched
    rig.requests.await_pauses()
    rig.pause("1", URL + "1", load="1")
    rig.answer("1")
    assert not rig.requests.are_fetched
    rig.asleep = False
    rig.requests.await_pauses()
    rig.clock.pump([0.5] * 20)
    assert not rig.requests.are_fetched  # the browser is slow
    rig.asleep = True
    rig.clock.advance(0.5)
    assert rig.settled[-1]


def test_synchronous_requests_are_answered_at_once() -> None:
    """The thread of a page gets the answer that it waits for, and its time goes on when a phone would have had it."""
    rig = Rig(paced=True)
    for name, thread in (("image", False), ("sync", True)):
        start(rig, name, PAGE_EPOCH + 0.016, is_synchronous=thread)
        rig.pause(name, URL + name, "XHR" if thread else "Image", load=name)
    rig.answer("sync")
    assert rig.calls == []
    rig.answer("image")
    assert rig.bodies == b"sync"
    # It needs a second connection beside the image's.
    assert rig.requests.paced.delivered == pytest.approx(16 + 2 * PHONE.round_trip, abs=2)
    rig.requests.loaded("sync")
    # The next one is made at the same time of the page, but when the first has come.
    start(rig, "next", PAGE_EPOCH + 0.016, is_synchronous=True)
    rig.pause("next", URL + "next", "XHR", load="next")
    rig.answer("next")
    assert rig.bodies == b"syncnext"
    assert rig.requests.paced.delivered == pytest.approx(16 + 3 * PHONE.round_trip, abs=3)
    rig.requests.deliver(rig.requests.paced.delivered)
    assert rig.bodies == b"syncnextimage"
    assert [made.url[-4:] for made in rig.requests.log.made] == ["mage", "sync", "next"]
    assert all(made.ends for made in rig.requests.log.made)
    rig.requests.cancel()


@pytest.mark.parametrize("paced", [True, False])
def test_redirected_synchronous_requests(paced: bool) -> None:
    """A thread that waits gets redirects and failures at once, even before what was known earlier."""
    rig = Rig(paced=paced)
    for name in "12":
        start(rig, name, 0, is_synchronous=name == "2")
        rig.pause(name, URL + name, "XHR", load=name)
    rig.answer("1")
    rig.answer("2", 302)
    assert rig.bodies.endswith(b"2")
    start(rig, "2", 0, is_synchronous=True)
    rig.pause("2", URL + "3", "XHR", load="2")
    rig.session.waiting[URL + "3"].errback(Unreachable(Problem.NAME))
    assert [method for _, method, _ in rig.calls][-1] == "Fetch.failRequest"
    rig.requests.cancel()


def test_synchronous_request_is_announced_late() -> None:
    """The browser may pause a request before it says that the thread of the page waits for it."""
    rig = Rig(paced=True)
    rig.pause("1", URL + "1", "XHR", load="1")
    rig.answer("1")
    assert rig.calls == []
    start(rig, "1", 0, is_synchronous=True)
    assert rig.bodies == b"1"


def test_synchronous_request_waits_for_earlier_ones() -> None:
    """What the browser has announced and never pauses holds up the thread of a page for a limited time."""
    rig = Rig(paced=True)
    start(rig, "never", 0)
    start(rig, "1", 0, is_synchronous=True)
    rig.pause("1", URL + "1", "XHR", load="1")
    rig.answer("1")
    assert rig.calls == []
    rig.clock.advance(0.5)
    assert rig.bodies == b"1"
    rig.requests.cancel()


def test_synchronous_requests_of_workers() -> None:
    """A worker's own thread waits, which doesn't stop the page: it gets the answer when a phone would have it."""
    rig = Rig(paced=True)
    start(rig, "1", 0, frame="", is_synchronous=True)
    rig.pause("1", URL + "1", "XHR", load="1")
    rig.answer("1")
    assert rig.calls == []
    rig.requests.cancel()


def test_page_that_does_nothing() -> None:
    """A page that does nothing may wait for any answer: it gets those that are known, and then failures."""
    rig = Rig(paced=True)
    assert not rig.requests.release()
    for name in "12":
        rig.pause(name, URL + name, load=name)
    rig.answer("1")
    assert rig.requests.release()
    assert rig.calls == []
    rig.answer("2")
    assert rig.requests.release()
    assert rig.bodies == b"12"
    assert not rig.requests.release()
    rig.requests.cancel()
    rig.pause("3", URL + "3", load="3")
    assert rig.requests.release()
    assert [method for _, method, _ in rig.calls][2:] == ["Fetch.failRequest"]
    assert not rig.requests.release()


def test_cancelled_synchronous_request() -> None:
    """A thread that waits for a request doesn't wait for ever when the request is cancelled."""
    rig = Rig(paced=True)
    for name in "12":
        start(rig, name, 0, is_synchronous=name == "2")
        rig.pause(name, URL + name, "XHR", load=name)
    rig.requests.cancel()
    assert [parameters["requestId"] for _, _, parameters in rig.calls] == ["2"]
    assert [method for _, method, _ in rig.calls] == ["Fetch.failRequest"]


def test_requests_without_network_are_not_awaited() -> None:
    """The browser doesn't pause requests that need no network, or that it gives up or answers from its memory."""
    rig = Rig(paced=True)
    event = {"requestId": "3", "initiator": {}, "request": {"url": "data:,"}}
    rig.requests.will_be_sent(msgspec.convert(event, StartedRequest))
    assert rig.requests.are_fetched
    start(rig, "4", 0)
    rig.requests.loaded("4")
    assert rig.requests.are_fetched
    start(rig, "5", 0)
    rig.requests.await_pauses()
    rig.requests.cancel()
    assert rig.clock.getDelayedCalls() == []


def test_files_are_kept_for_scan() -> None:
    """Complete stylesheets and scripts are kept for the scan, if the scan would get the same response."""
    rig = Rig()
    origins = {"1": "null", "2": "", "3": "http://pears.example", "4": "", "5": ""}
    kinds = {"1": "Script", "2": "Stylesheet", "3": "Script", "4": "Fetch", "5": "Script"}
    for name, kind in kinds.items():
        rig.pause(name, URL + name, kind, origin=origins[name])
    for name in kinds:
        rig.answer(name, 404 if name == "5" else 200)
    assert [(file.body, file.coding) for file in rig.requests.fetcher.files.values()] == [
        (b"2", "gzip"),
        (b"3", "gzip"),
    ]
    assert ("origin", "http://pears.example") not in [field for _, _, sent in rig.session.requests for field in sent]


def test_requests_have_initiator() -> None:
    """The load of the page is estimated from its requests, each with the script that has made it."""
    rig = Rig()
    initiators: dict[str, Any] = {
        "1": {"type": "parser", "url": URL},
        "2": {"type": "script", "stack": {"callFrames": [{"url": ""}, {"url": URL + "1#x"}, {"url": URL}]}},
        "3": {"type": "script", "url": URL + "2"},
        "4": {},
        "5": {"type": "script", "stack": {"callFrames": []}},
    }
    kinds = {"1": "Script", "2": "Fetch", "3": "Image", "4": "Ping", "5": "Font"}
    for name, kind in kinds.items():
        event = msgspec.convert({"requestId": name, "initiator": initiators[name]}, StartedRequest)
        # The processes of the browser race, so that the pause may come first.
        if name != "2":
            rig.requests.will_be_sent(event)
        rig.pause(name, URL + name, kind, load=name)
        rig.requests.will_be_sent(event)
    for name in "5432":
        rig.answer(name, 404 if name == "5" else 200)
    rig.session.waiting[URL + "1"].errback(TimedOut(1))
    assert list(rig.requests.log.made) == [
        RequestMade(url=URL + "1", kind="script", failed=True, missed=True),
        RequestMade(url=URL + "2", kind="data", script=URL + "1", size=1),
        RequestMade(url=URL + "3", kind="image", script=URL + "2", size=1),
        RequestMade(url=URL + "5", kind="font", size=1, failed=True),
    ]
    rig.requests.cancel()


@pytest.mark.parametrize(
    ("problem", "missed"),
    [
        (TimedOut(1), True),
        (TooLarge("5 MiB", 9, whole=False), True),
        (Unreachable(Problem.COOLING), True),
        (Unreachable(Problem.TIMEOUT), True),
        (Unreachable(Problem.NAME), False),
        (Forbidden("private"), False),
    ],
)
def test_requests_over_limit_are_missed(problem: Exception, missed: bool) -> None:
    """A response that is missing because of the limits of a scan counts as missed, since visitors get it."""
    rig = Rig()
    rig.pause("1", URL + "1", "Fetch")
    rig.session.waiting[URL + "1"].errback(problem)
    (made,) = rig.requests.log.made
    assert (made.failed, made.missed) == (True, missed)


@pytest.mark.parametrize(
    ("method", "kind", "url", "missed"),
    [
        ("POST", "Fetch", URL + "graphql", 1),
        ("PUT", "XHR", URL, 1),
        ("POST", "Fetch", "http://statistics.example/", 0),
        ("POST", "Ping", URL, 0),
    ],
)
def test_refused_first_party_post_is_missed(method: str, kind: str, url: str, missed: int) -> None:
    """A refused POST counts as missed only for the page's own server, since other servers get statistics."""
    rig = Rig()
    rig.pause("1", url, kind, method=method)
    assert [(made.url, made.kind, made.missed) for made in rig.requests.log.made] == [(url, "data", True)] * missed


def start(
    rig: Rig,
    name: str,
    seconds: float,
    frame: str = "page",
    kind: str = "Fetch",
    *,
    is_synchronous: bool = False,
) -> None:
    """Report a request of the page, as the browser does."""
    kind, priority = ("XHR", "VeryHigh") if is_synchronous else (kind, "High")
    event = {"requestId": name, "initiator": {}, "frameId": frame, "type": kind, "wallTime": seconds}
    event |= {"request": {"url": URL + name, "initialPriority": priority}}
    rig.requests.will_be_sent(msgspec.convert(event, StartedRequest))


@pytest.mark.parametrize(
    ("outcome", "from_seconds"),
    [
        (200, math.inf),
        (404, math.inf),
        (410, math.inf),
        (403, 20),
        (500, 20),
        (TimedOut(1), 20),
        (Unreachable(Problem.NAME), 20),
        (Forbidden("private"), 20),
    ],
)
def test_time_of_first_missed_request(outcome: Any, from_seconds: float) -> None:
    """After a request without the response that visitors get, a page may differ from the page that visitors see."""
    rig = Rig()
    for name in "12":
        start(rig, name, 10.0 * int(name))
        rig.pause(name, URL + name, load=name)
    rig.answer("1")
    if isinstance(outcome, int):
        rig.answer("2", outcome)
    else:
        rig.session.waiting[URL + "2"].errback(outcome)
    assert rig.requests.log.differs_from == from_seconds
    rig.requests.cancel()


def test_time_of_refused_requests() -> None:
    """A refused request counts from its time, which is unknown for frames and workers."""
    rig = Rig()
    start(rig, "1", 10.0)
    rig.pause("1", URL, method="POST", load="1")
    assert rig.requests.log.differs_from == 10
    for frame, kind in (("other", "Fetch"), ("page", "Document")):
        rig = Rig()
        start(rig, "1", 10.0, frame, kind)
        rig.pause("1", URL, method="POST", load="1", frame="other")
        assert rig.requests.log.differs_from == 0
    rig = Rig()
    start(rig, "1", 10.0)
    rig.requests.log.socket_refused()
    assert (rig.requests.log.differs_from, rig.requests.log.sockets) == (10, 1)
    for name in "23":
        rig.pause(name, kind="Document")
    assert rig.requests.log.leaves
    assert rig.requests.log.differs_from == 0


@pytest.mark.parametrize("url", ["file:///etc/passwd", "chrome://version", "http://"])
def test_other_schemes(url: str) -> None:
    """A request with another scheme than HTTP and HTTPS fails."""
    rig = Rig()
    rig.pause("1", url)
    assert [method for _, method, _ in rig.calls] == ["Fetch.failRequest"]
    assert rig.are_settled


def test_forbidden_targets() -> None:
    """A request that the policy forbids fails in the page."""
    rig = Rig()
    rig.pause("1", URL + "data")
    rig.session.waiting[URL + "data"].errback(Forbidden("private"))
    assert [method for _, method, _ in rig.calls] == ["Fetch.failRequest"]


def test_too_many_requests() -> None:
    """A page may make three hundred requests, and a limited number of further requests counts as missed."""
    rig = Rig()
    for number in range(310):
        rig.pause(str(number), f"{URL}{number}")
    assert len(rig.session.requests) == 300
    assert len(rig.calls) == 10
    assert sum(made.missed for made in rig.requests.log.made) == 10
    for number in range(310, 800):
        rig.pause(str(number), f"{URL}{number}")
    assert len(rig.requests.log.made) == 350
    rig.requests.cancel()


def test_cancelled() -> None:
    """
    Cancelling ends the requests without answers, and a later request isn't sent.

    A later document fails, and so does a request for which the thread of the page waits.
    """
    rig = Rig()
    rig.pause("1", URL + "data")
    rig.requests.cancel()
    rig.pause("2", URL + "late")
    rig.pause("3", URL + "frame", kind="Document", frame="inside")
    assert rig.are_settled
    assert list(rig.session.waiting) == [URL + "data"]
    refusal = {"requestId": "3", "errorReason": "Aborted"}
    assert (rig.calls, rig.requests.log.made) == ([("session", "Fetch.failRequest", refusal)], ())
    rig.pause("4", URL + "late", kind="XHR", priority="VeryHigh")
    assert [parameters["requestId"] for _, _, parameters in rig.calls] == ["3", "4"]


def test_empty_files() -> None:
    """A response without a byte, such as most redirects, reaches the page."""
    rig = Rig()
    rig.pause("1", URL + "1")
    rig.session.waiting[URL + "1"].callback(FakeResponse(b"", 302, length=0))
    ((_, method, parameters),) = rig.calls
    assert (method, parameters["responseCode"], parameters["body"]) == ("Fetch.fulfillRequest", 302, b"")


def test_request_fails_during_cancellation() -> None:
    """Cancelling a request closes its connection, which may fail first: no answer is sent, and nothing waits for it."""
    rig = Rig()
    rig.session.canceller = lambda request: request.errback(Unreachable(Problem.RESET))
    rig.pause("1", URL + "data", load="1")
    rig.requests.cancel()
    assert (rig.calls, rig.clock.getDelayedCalls()) == ([], [])
