"""Fetches what a rendered page requests, through the session of its scan."""

from collections.abc import Callable, Iterable
from contextlib import ExitStack

from attrs import define, field
from msgspec.structs import replace
from twisted.internet.defer import Deferred

from sitescan.concurrency.cancellation import drop_traceback
from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.egress.body import Body, BodyLimits, largest_decoded
from sitescan.egress.client import Session
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import Overloaded, TooLarge, Unreachable
from sitescan.egress.response import Response
from sitescan.model.answers import Problem
from sitescan.model.rendered import ReceivedFile, RequestMade
from sitescan.performance.graph import processing_time
from sitescan.performance.network import Request
from sitescan.rendering.byte_budget import ByteBudget
from sitescan.rendering.paused_requests import (
    MEDIUM,
    BrowserRequest,
    PausedRequest,
    RequestAnswer,
    request_made,
    response_to,
    sent_fields,
)
from sitescan.rendering.request_log import RequestLog
from sitescan.standards.urls import InvalidTarget, Target, origin_of, serialized_target

#: The limits of one page: its requests, the bytes of one response, and those of all.
_MOST_REQUESTS, _RESPONSE_BYTES, _MOST_BYTES = 300, 5 * 1024**2, 20 * 1024**2

_NO_BODY = Body(data=b"", wire_size=0)

#: The types of resources that a scan reads, too.
_SOURCES = frozenset({"Script", "Stylesheet"})

#: Error statuses that visitors get, too. Others may be due to the cookies and referrers that a scan doesn't send.
_GONE = frozenset({404, 410})


@define(eq=False)
class RequestFetcher:
    """
    Fetches the responses to the requests of one page, whose methods are GET, HEAD and OPTIONS.

    :ivar deadline: ends the requests. Its time stands while none is in flight: the browser may be slow.
    :ivar log: notes the requests whose responses visitors may get in another way.
    :ivar finished: called whenever a request has ended.
    :ivar answers: the answers that were not taken yet, by the numbers of the requests.
    :ivar files: the stylesheets and scripts that were received, by URL.
    :ivar overloaded: whether this process could not send a request, so that the page lacks something that exists.
    """

    session: Session
    deadline: Deadline
    log: RequestLog
    finished: Callable[[], object]
    answers: dict[int, RequestAnswer] = field(factory=dict, init=False)
    files: dict[str, ReceivedFile] = field(factory=dict, init=False)
    overloaded: bool = field(default=False, init=False)
    _number: int = field(default=0, init=False)
    _budget: ByteBudget = field(factory=lambda: ByteBudget(_MOST_BYTES), init=False)
    _in_flight: dict[int, Deferred[None]] = field(factory=dict, init=False)
    _standing: ExitStack = field(factory=ExitStack, init=False)

    def __attrs_post_init__(self) -> None:
        self._standing.enter_context(self.deadline.standing())

    @property
    def is_busy(self) -> bool:
        """Whether a request is in flight."""
        return bool(self._in_flight)

    def fetch(self, paused: PausedRequest, refusal: RequestAnswer) -> bool:
        """
        Fetch the response to a request, or refuse it: it may change something, or the page has made or received enough.

        :param refusal: its answer if there is no response.
        :return: whether it isn't refused.
        """
        self._number += 1
        if not paused.request.is_safe or self._number > _MOST_REQUESTS or not self._budget.left:
            self.log.add_refused(paused)
            return False
        number = self._number
        self._standing.close()
        work = Deferred.fromCoroutine(self._answer(number, paused, refusal))
        if not work.called:
            self._in_flight[number] = work
        work.addErrback(lambda _: None)  # it is only cancelled
        work.addCallback(lambda _: self._finished(number))
        return True

    def cancel(self) -> None:
        """Cancel the requests that are in flight. They get no answers."""
        in_flight, self._in_flight = self._in_flight, {}
        for work in in_flight.values():
            work.cancel()

    def _finished(self, number: int) -> None:
        self._in_flight.pop(number, None)
        if not self._in_flight:
            self._standing.close()
            self._standing.enter_context(self.deadline.standing())
        self.finished()

    async def _answer(self, number: int, paused: PausedRequest, refusal: RequestAnswer) -> None:
        answer, made = refusal, request_made(paused)
        try:
            target = serialized_target(paused.request.url)
            made = replace(made, url=target.url)
            status, fields, body = await self._fetched(number, paused, target)
            made = replace(made, size=body.wire_size, failed=status >= 400)
            if status >= 400 and status not in _GONE:
                self.log.add_differing(paused.network_id)
            answer = response_to(refusal.session, paused.request_id, status, fields, body.data)
            answer.load = paused.network_id
            answer.transfer = _transfer(made, paused.request, len(body.data))
        except (Forbidden, InvalidTarget, TimedOut, TooLarge, Unreachable) as problem:
            made = replace(made, missed=_is_own_limit(problem))
            self.log.add_differing(paused.network_id)
            drop_traceback(problem)
        except Overloaded:
            self.overloaded = True
        if made.kind and paused.request.method == "GET":
            answer.made = made
        self.answers[number] = answer

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


def _transfer(made: RequestMade, request: BrowserRequest, size: int) -> Request:
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
        priority=request.priority,
        urgent=request.priority < MEDIUM,
        multiplexed=made.url.startswith("https:"),
    )


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
