"""Answers the requests of a rendered page through the session of its scan."""

import math
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import count
from typing import Any

from attrs import define, field
from msgspec.structs import replace
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall

from sitescan.concurrency.cancellation import drop_traceback
from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.egress.body import Body, BodyLimits, largest_decoded
from sitescan.egress.client import Session
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import Overloaded, TooLarge, Unreachable
from sitescan.egress.response import Response
from sitescan.model.answers import Problem
from sitescan.model.exchange import Page
from sitescan.model.rendered import ReceivedFile, RequestMade
from sitescan.performance.arrivals import Arrival, Arrivals
from sitescan.performance.graph import processing_time
from sitescan.performance.network import Request
from sitescan.rendering.byte_budget import ByteBudget
from sitescan.rendering.paused_requests import (
    Answer,
    BrowserRequest,
    PausedRequest,
    refusal_of,
    response_to,
    sent_fields,
    unanswered,
)
from sitescan.rendering.started_requests import StartedRequest, StartedRequests
from sitescan.standards.urls import MAX_URL_LENGTH, InvalidTarget, Target, origin_of, serialized_target

#: The limits of one page: the number of requests, the bytes of one response, and those of all.
_MOST_REQUESTS, _RESPONSE_BYTES, _MOST_BYTES = 300, 5 * 1024**2, 20 * 1024**2

#: The maximum number of requests that are noted, those that are refused included.
_MOST_NOTED = _MOST_REQUESTS + 50

PAGE_EPOCH = 1_767_225_600.0
"""The time at which pages are rendered, in seconds since the epoch: 2026-01-01. A page looks the same every day."""

#: The milliseconds to which the times of requests are exact. When the browser has decoded a file that is in the page
#: itself, 10 ms pass, before or after something else that the page does.
_GRAIN_MS = 16

#: The time after which an answer counts as arrived although the browser, which does nothing, has not said so.
_ARRIVAL_SECONDS = 0.5

_NO_BODY = Body(data=b"", wire_size=0)

#: The types of resources that a scan reads, too.
_SOURCES = frozenset({"Script", "Stylesheet"})

#: The priorities of the browser in numbers; smaller ones are sent first.
_PRIORITIES = {"VeryHigh": 0, "High": 1, "Medium": 2, "Low": 3, "VeryLow": 4}

_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

#: Error statuses that visitors get, too. Others may be due to the cookies and referrers that a scan doesn't send.
_GONE = frozenset({404, 410})


@define(eq=False)
class PageRequests:
    """
    Answers the requests of one page.

    The first navigation is answered with the page as it was fetched. Further navigations of the page, and all methods
    but GET, HEAD and OPTIONS, are refused. While the page is loaded, the answers reach the browser when the network of
    a phone would have brought them, and later in the order of the requests, when none of them is in flight. Each waits
    until the one before has arrived, so that the page doesn't depend on the speed of the network or the processes of
    the browser.

    :ivar deadline: ends the requests. Its time stands while none is in flight: the browser may be slow.
    :ivar page_frame: the id of the frame that contains the page.
    :ivar arrivals: the network of the phone.
    :ivar call: calls a method of the browser in a DevTools session: session, method, parameters.
    :ivar is_asleep: returns whether the browser does nothing.
    :ivar files: the stylesheets and scripts that were received, by URL.
    :ivar delivered: the time of the page up to which the network has brought answers.
    :ivar destination: the first URL to which it was refused to navigate; empty if there is none.
    :ivar sockets: the number of WebSockets that it has opened in vain.
    :ivar overloaded: whether this process could not send a request, so that the page lacks something that exists.
    :ivar answered: called whenever :attr:`are_fetched` or :attr:`are_arriving` may have changed.
    """

    session: Session
    page: Page
    deadline: Deadline
    page_frame: str
    arrivals: Arrivals
    call: Callable[[str, str, dict[str, Any]], object]
    answered: Callable[[], None]
    is_asleep: Callable[[], bool]
    files: dict[str, ReceivedFile] = field(factory=dict, init=False)
    destination: str = field(default="", init=False)
    sockets: int = field(default=0, init=False)
    delivered: int = field(default=0, init=False)
    overloaded: bool = field(default=False, init=False)
    _started: StartedRequests = field(init=False)
    _made: dict[int, tuple[str, RequestMade]] = field(factory=dict, init=False)
    _numbers: Iterator[int] = field(factory=count, init=False)
    _differing: list[str] = field(factory=list, init=False)
    _refused_at: float = field(default=math.inf, init=False)
    _navigated: bool = field(default=False, init=False)
    _cancelled: bool = field(default=False, init=False)
    _count: int = field(default=0, init=False)
    _budget: ByteBudget = field(factory=lambda: ByteBudget(_MOST_BYTES), init=False)
    _in_flight: dict[int, Deferred[None]] = field(factory=dict, init=False)
    _standing: ExitStack = field(factory=ExitStack, init=False)
    _answers: dict[int, Answer] = field(factory=dict, init=False)
    _paced: bool = field(default=True, init=False)
    _received: Deferred[None] | None = field(default=None, init=False)
    _travelling: dict[int, Answer] = field(factory=dict, init=False)
    _unpaused: Counter[str] = field(factory=Counter, init=False)
    _blocking: set[str] = field(factory=set, init=False)
    _awaits_frame: bool = field(default=False, init=False)
    _held: list[Answer] = field(factory=list, init=False)
    _awaited: set[str] = field(factory=set, init=False)
    _refusals: dict[str, Answer] = field(factory=dict, init=False)
    _queue: deque[Answer] = field(factory=deque, init=False)
    _arriving: str = field(default="", init=False)
    _patience: IDelayedCall | None = field(default=None, init=False)
    _pauses: IDelayedCall | None = field(default=None, init=False)

    @_started.default
    def _none_started(self) -> StartedRequests:
        return StartedRequests(self.page, self.page_frame)

    def __attrs_post_init__(self) -> None:
        self._standing.enter_context(self.deadline.standing())

    @property
    def leaves(self) -> bool:
        """Whether the page was refused to navigate away."""
        return bool(self.destination)

    @property
    def are_fetched(self) -> bool:
        """Whether every request that the page has made has an answer, even if that has not been sent to the browser."""
        return not self._in_flight and not any(number > 0 for number in self._unpaused.values())

    @property
    def are_arriving(self) -> bool:
        """Whether answers are on their way to the browser."""
        return bool(self._queue or self._arriving)

    @property
    def block_painting(self) -> bool:
        """Whether a file hasn't come before which the browser paints nothing."""
        return bool(self._blocking)

    @property
    def made(self) -> tuple[RequestMade, ...]:
        """The requests that were answered, in their order, each with the script that has made it."""
        return tuple(replace(made, script=self._started.script(key)) for key, made in self._made.values())

    @property
    def differs_from(self) -> float:
        """
        The time of the page from which it may differ from what visitors see.

        It does so when a request gets no response, or one that may be due to missing cookies or referrers, and when
        a WebSocket or a navigation is refused.
        """
        return 0.0 if self.leaves else min((self._refused_at, *map(self._started.time, self._differing)))

    def will_be_sent(self, request: StartedRequest) -> None:
        """Note what the browser says about a request that it makes. It is going to pause it, or has done so."""
        self._started.add(request)
        # A request that is redirected is made again.
        self._arrived(request.request_id)
        if self._started.blocks_painting(request.request_id):
            self._blocking.add(request.request_id)
            self._awaits_frame = True
        if request.is_over_network and not self._cancelled:
            self._unpaused[request.request_id] += 1
            if request.blocks_scripts:
                self._awaited.add(request.request_id)
                self._changed()

    def socket_refused(self) -> None:
        """Note that the page has opened a WebSocket, which is not a request."""
        self.sockets += 1
        self._refused_at = min(self._refused_at, self._started.latest)

    def paused(self, devtools_session: str, paused: PausedRequest) -> None:
        """Answer a request that the browser has paused."""
        self._unpaused[paused.network_id] -= 1
        self._stop_awaiting_pauses()
        refusal = self._refusals[paused.request_id] = refusal_of(devtools_session, paused.request_id)
        refusal.load = paused.network_id
        if not self._cancelled:
            self._respond(devtools_session, paused)
        elif paused.resource_type == "Document":
            self._send(refusal_of(devtools_session, paused.request_id, "Aborted"))
        elif paused.is_synchronous:
            # The page would wait for ever.
            self._send(refusal)
        self._changed()

    def _respond(self, devtools_session: str, paused: PausedRequest) -> None:
        self._count += 1
        if paused.resource_type == "Document" and paused.frame_id == self.page_frame:
            self._navigate(devtools_session, paused)
        elif paused.request.method not in _METHODS or self._count > _MOST_REQUESTS or not self._budget.left:
            self._refuse(devtools_session, paused)
        else:
            number = self._count
            self._standing.close()
            work = Deferred.fromCoroutine(self._answer(number, devtools_session, paused))
            if number not in self._answers:
                self._in_flight[number] = work
            work.addErrback(lambda _: None)  # it is only cancelled
            work.addCallback(lambda _: self._finished(number))

    def cancel(self) -> None:
        """
        Cancel the requests that have no answer.

        They get none, nor do further ones, except for those that the thread of the page waits for, and navigations:
        these fail.
        """
        self._cancelled = True
        for refusal in [refusal for refusal in self._refusals.values() if refusal.load in self._awaited]:
            self._send(refusal)
        self._take_answers()
        in_flight, self._in_flight = self._in_flight, {}
        for waiting in (self._travelling, self._unpaused, self._queue, self._awaited, self._held):
            waiting.clear()
        self._stop_waiting()
        self._stop_awaiting_pauses()
        for work in in_flight.values():
            work.cancel()

    def release(self) -> bool:
        """
        Answer whatever the page may wait for, since it does nothing else: with what is known, or else with a failure.

        :return: whether it may go on now.
        """
        if self._in_flight or self._pauses is not None or self.are_arriving or self.painted():
            return True
        known = {answer.load for answer in (*self._travelling.values(), *self._answers.values())}
        refusals = tuple(self._refusals.values())
        if known:
            self._awaited |= known
            self._send_awaited()
        else:
            for refusal in refusals:
                self._send(refusal)
        return bool(refusals)

    def deliver(self, now: int) -> frozenset[str]:
        """
        Ask the network for the requests that the page has made by now, and send the answers that it has brought.

        :param now: the time of the page.
        :return: the kinds of the requests whose answers are sent.
        """
        self._ask(now)
        self.delivered = now
        for answer in map(self._arrived_answer, self.arrivals.arrived(now)):
            waits = self._awaits_frame and self._started.blocks_parser(answer.load)
            (self._held if waits else self._queue).append(answer)
        kinds = frozenset(answer.transfer.kind if answer.transfer is not None else "" for answer in self._queue)
        self._send_next()
        return kinds

    def painted(self) -> bool:
        """
        Send the scripts in the body that have waited for a stylesheet, since a frame was drawn with it.

        Scripts take no time of the page, so that all of them would run before that frame. On a phone it comes first.

        :return: whether there are any.
        """
        held, self._held, self._awaits_frame = self._held, [], False
        if held:
            self._queue.extend(held)
            self._send_next()
        return bool(held)

    def _ask(self, now: int) -> None:
        """Ask the network for the requests whose answers are known. What isn't answered fails at once."""
        for number, answer in self._take_answers():
            if answer.transfer is None:
                self._queue.append(answer)
            else:
                self._travelling[number] = answer
                self.arrivals.ask(
                    number, answer.transfer, self._time(answer.load, now), self._started.offset(answer.load)
                )

    def _arrived_answer(self, arrival: Arrival) -> Answer:
        """Note when an answer has arrived, and return it."""
        if arrival.number in self._made:
            key, made = self._made[arrival.number]
            self._made[arrival.number] = key, replace(made, begins=arrival.begins, ends=arrival.ends)
        return self._travelling.pop(arrival.number)

    def _send_awaited(self) -> None:
        """Send the answers for which the thread of the page waits, as soon as all of its requests have answers."""
        if not self.are_fetched:
            self.await_pauses()
            return
        if self._paced:
            # Nothing has been requested since.
            made = max(map(self._made_at, self._awaited))
            self._ask(max(self.delivered, made))
            for number in [number for number, answer in self._travelling.items() if answer.load in self._awaited]:
                arrival = self.arrivals.take(number)
                self.delivered = max(self.delivered, arrival.ends - self.arrivals.document)
                self._queue.append(self._arrived_answer(arrival))
        for answer in [answer for answer in self._queue if answer.load in self._awaited]:
            self._queue.remove(answer)
            self._awaited.discard(answer.load)
            self._send(answer)

    def _made_at(self, load: str) -> int:
        # The clock goes on for parts of a millisecond while the page works, and seconds are rounded.
        return math.floor((self._started.time(load) - PAGE_EPOCH) * 1000 + 0.01)

    def _time(self, load: str, now: int) -> int:
        """Return the time of the page at which it made a request; now if it isn't known, as of frames and workers."""
        made = self._made_at(load)
        return made - (made - self.delivered) % _GRAIN_MS if self.delivered <= made <= now else now

    async def received(self, seconds: float) -> None:
        """Wait until the browser has received the answers that were sent, at most for some seconds."""
        received = self._received = Deferred(lambda _: self._forget_received())
        await received.addTimeout(seconds, self.session.context.reactor, lambda *_: None)

    def _forget_received(self) -> None:
        self._received = None

    def end_pace(self) -> None:
        """Send all answers as soon as they are known from now on."""
        self._paced = False
        self.painted()
        self._queue.extend(answer for _, answer in sorted(self._travelling.items()))
        self._queue.extend(answer for _, answer in self._take_answers())
        self._travelling.clear()
        self._send_next()

    def await_pauses(self) -> None:
        """Wait for the requests that the browser has made and not paused yet, for a limited time."""
        if not self._in_flight and not self.are_fetched and self._pauses is None:
            self._pauses = self.session.context.reactor.callLater(_ARRIVAL_SECONDS, self._give_up_pauses)

    def _give_up_pauses(self) -> None:
        self._pauses = None
        if self.is_asleep():
            self._unpaused.clear()
            self._changed()
        else:
            self.await_pauses()

    def _stop_awaiting_pauses(self) -> None:
        if self._pauses is not None:
            self._pauses.cancel()
            self._pauses = None

    def _navigate(self, devtools_session: str, paused: PausedRequest) -> None:
        if self._navigated:
            self.destination = self.destination or paused.request.url.partition("#")[0][:MAX_URL_LENGTH]
            # "Aborted" leaves the page in place. Other reasons replace it by an error page.
            self._send(refusal_of(devtools_session, paused.request_id, "Aborted"))
            return
        self._navigated = True
        exchange = self.page.exchange
        fields = exchange.headers.fields
        self._send(response_to(devtools_session, paused.request_id, exchange.status, fields, self.page.body))

    async def _answer(self, number: int, devtools_session: str, paused: PausedRequest) -> None:
        answer = self._refusals[paused.request_id]
        made = unanswered(paused)
        try:
            target = serialized_target(paused.request.url)
            made = replace(made, url=target.url)
            status, fields, body = await self._fetched(number, paused, target)
            made = replace(made, size=body.wire_size, failed=status >= 400)
            if status >= 400 and status not in _GONE:
                self._differing.append(paused.network_id)
            answer = response_to(devtools_session, paused.request_id, status, fields, body.data)
            answer.load = paused.network_id
            answer.transfer = self._transfer(made, paused.request, len(body.data))
        except (Forbidden, InvalidTarget, TimedOut, TooLarge, Unreachable) as problem:
            made = replace(made, missed=_is_own_limit(problem))
            self._differing.append(paused.network_id)
            drop_traceback(problem)
        except Overloaded:
            self.overloaded = True
        if made.kind and paused.request.method == "GET":
            answer.made = made
        self._answers[number] = answer

    def _transfer(self, made: RequestMade, request: BrowserRequest, size: int) -> Request:
        """
        Return a request as the network is to bring its answer.

        :param size: the size of the body after content decoding.
        """
        return Request(
            url=made.url,
            origin=origin_of(made.url),
            kind=made.kind,
            size=made.size,
            processing=processing_time(made.kind, size),
            priority=_PRIORITIES.get(request.initial_priority, 2),
            multiplexed=made.url.startswith("https:"),
        )

    async def _fetched(
        self, number: int, paused: PausedRequest, target: Target
    ) -> tuple[int, Iterable[tuple[str, str]], Body]:
        """Send a request, and return the status, the fields and the body of the response."""
        request = paused.request
        deadline = self.deadline.within(self.session.context.settings.source_seconds)
        fields = sent_fields(request, target)
        response = await self.session.request(request.method, target, deadline, fields)
        try:
            is_empty = request.method == "HEAD" or response.length == 0
            body = _NO_BODY if is_empty else await self._body(number, response)
            # The response for another origin may name that origin.
            is_plain = request.method == "GET" and not any(name == "origin" for name, _ in fields)
            if is_plain and paused.resource_type in _SOURCES and response.status == 200 and not body.truncated:
                self.files[target.url] = ReceivedFile(
                    headers=response.headers, body=body.data, wire_size=body.wire_size, coding=response.coding
                )
            return response.status, response.headers.fields, body
        finally:
            response.close()

    async def _body(self, number: int, response: Response) -> Body:
        """Read a body when the budget of the page has room for it."""
        granted = await self.deadline.bound(self._budget.reserve(number, _most_bytes(response)))
        used = 0
        try:
            if not granted:
                raise TooLarge("what one page may receive", 0, whole=False)
            limits = BodyLimits(wire=_RESPONSE_BYTES, decoded=granted)
            # The time in which it waited for other responses isn't that of its server.
            body = await response.body(limits, self.deadline.within(self.session.context.settings.source_seconds))
            used = len(body.data)
            return body
        finally:
            self._budget.spend(granted, used)

    def _refuse(self, devtools_session: str, paused: PausedRequest) -> None:
        """Refuse a request, and note it if the page may miss its response."""
        self._differing.append(paused.network_id)
        made = unanswered(paused)
        # Other origins get POST requests for statistics, which show nothing.
        own = made.kind == "data" and origin_of(made.url) == origin_of(self.page.exchange.url)
        shows = made.kind and (own or paused.request.method in _METHODS)
        if shows and len(self._made) < _MOST_NOTED:
            self._made[next(self._numbers)] = paused.network_id, replace(made, missed=True)
        self._send(refusal_of(devtools_session, paused.request_id))

    def _finished(self, number: int) -> None:
        self._in_flight.pop(number, None)
        if not self._in_flight:
            self._standing.close()
            self._standing.enter_context(self.deadline.standing())
        # A request may end by another failure than that it is cancelled.
        if self._cancelled or self._in_flight:
            return
        if not self._paced:
            self._queue.extend(answer for _, answer in self._take_answers())
        self._send_next()

    def _take_answers(self) -> Sequence[tuple[int, Answer]]:
        """
        Note the requests that have got answers, and return these with their numbers.

        The page asks in the same order each time, but the processes of the browser pause its requests in any order.
        """
        ordered = sorted(self._answers.items(), key=lambda item: (self._started.order(item[1].load), item[0]))
        numbered = [(next(self._numbers), answer) for _, answer in ordered]
        self._made |= {number: (answer.load, answer.made) for number, answer in numbered if answer.made is not None}
        self._answers.clear()
        return numbered

    def loaded(self, load: str) -> None:
        """Note that the browser has received an answer completely, or has given up a request; send the next answer."""
        self._unpaused.pop(load, None)
        self._blocking.discard(load)
        self._awaited.discard(load)
        self._arrived(load)

    def _arrived(self, load: str) -> None:
        if load and load == self._arriving:
            self._stop_waiting()
            self._send_next()

    def _lose_patience(self, load: str) -> None:
        """Let an answer count as arrived, unless the browser is only slow."""
        if self.is_asleep():
            self._arrived(load)
        else:
            self._be_patient(load)

    def _be_patient(self, load: str) -> None:
        self._patience = self.session.context.reactor.callLater(_ARRIVAL_SECONDS, self._lose_patience, load)

    def _send_next(self) -> None:
        while self._queue and not self._arriving:
            answer = self._queue.popleft()
            if answer.load:
                self._arriving = answer.load
                self._be_patient(answer.load)
            self._send(answer)
        if not self.are_arriving and self._received is not None:
            received, self._received = self._received, None
            received.callback(None)
        self._changed()

    def _changed(self) -> None:
        if self._awaited:
            self._send_awaited()
        self.answered()

    def _stop_waiting(self) -> None:
        self._arriving = ""
        if self._patience is not None and self._patience.active():
            self._patience.cancel()

    def _send(self, answer: Answer) -> None:
        self._refusals.pop(answer.parameters["requestId"], None)
        self.call(answer.session, answer.method, answer.parameters)


def _most_bytes(response: Response) -> int:
    """Return the largest possible size of a body after decompression."""
    if response.length is None:
        return _RESPONSE_BYTES
    # A body is refused if it is larger.
    return min(_RESPONSE_BYTES, largest_decoded(response.length) if response.coding else response.length)


def _is_own_limit(problem: Exception) -> bool:
    """Return whether a request had no response because of the limits of a scan."""
    if isinstance(problem, Unreachable):
        return problem.problem in (Problem.COOLING, Problem.TIMEOUT)
    return isinstance(problem, TimedOut | TooLarge)
