"""Responses that all scans of a site share, so that each request is sent once."""

from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import ExitStack
from hashlib import blake2b
from typing import Any, TypeVar, cast

from attrs import define, field, frozen
from msgspec import DecodeError, Struct, msgpack
from msgspec.structs import replace
from twisted.internet.defer import Deferred, succeed
from twisted.internet.error import ConnectionLost
from twisted.internet.interfaces import IProtocol
from twisted.python.failure import Failure
from twisted.web.client import ResponseDone

from sitescan.concurrency.cancellation import drop_traceback
from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.concurrency.single_flight import SingleFlight
from sitescan.egress.courtesy import Courtesy
from sitescan.egress.host_backoff import BUSY
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import TooLarge, Unreachable
from sitescan.egress.response import Response
from sitescan.egress.response_head import ResponseHead
from sitescan.interfaces import IResponseStore
from sitescan.model.answers import Problem
from sitescan.model.exchange import Timings, Tls
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import Target

#: The bytes of a body that are kept: of a text more than files may have, of another file more than its beginning.
_TEXT, _OTHER = 8 * 1024**2, 256 * 1024
_TEXTS = ("text/", "application/xhtml", "application/xml", "application/javascript", "application/json", "image/svg")

#: The failures that lie in the limits of one scan, and the seconds after which a timeout does not.
_OF_ONE_SCAN, _PATIENCE = frozenset({Problem.BUSY, Problem.COOLING}), 5.0

#: The failures and handshakes that are kept.
_MOST_KEPT = 10_000

#: The fields that ask for a response only if it has changed.
_CONDITIONS = frozenset({"If-None-Match", "If-Modified-Since"})

NOT_MODIFIED = 304
"""The status of a response that has not changed."""

#: The ends of paths that are probably pages, whose body is asked for as well: another scan reads it.
_PAGES = frozenset({"", "html", "htm", "xhtml", "php", "asp", "aspx", "jsp"})


_T = TypeVar("_T")


class _Recent(dict[str, _T]):
    """A dictionary that keeps its last entries."""

    def keep(self, key: str, value: _T) -> None:
        """Add an entry, and forget the oldest one if there are too many."""
        self[key] = value
        if len(self) > _MOST_KEPT:
            del self[next(iter(self))]


class Recorded(Struct, frozen=True, kw_only=True):
    """
    A response as it was received.

    :ivar body: the beginning of the body as it was sent, without the transfer coding.
    :ivar complete: whether it is the whole body.
    """

    version: tuple[int, int]
    status: int
    phrase: bytes
    length: int | None
    fields: tuple[tuple[str, str], ...]
    malformed_lines: tuple[str, ...]
    timings: Timings
    tls: Tls | None
    body: bytes
    complete: bool


@define(eq=False)
class SharedResponses:
    """
    Sends each request once; later ones of any scan get the same response, or the same failure.

    A ``HEAD`` for a page of the site is sent as ``GET``, because the page is read sooner or later.

    :ivar store: keeps the responses.
    :ivar courtesy: limits the requests to each host.
    :ivar representatives: the pages that stand for others of their kind: only for them is the server asked how it
        answers variants of a request, because one program answers for all; ``None`` if each page stands for itself.
    :ivar is_own: returns whether an origin belongs to the site.
    :ivar page_bytes: the most bytes of a page as sent; a text with more is cut when it is kept.
    """

    store: IResponseStore
    courtesy: Courtesy
    representatives: Collection[str] | None = None
    is_own: Callable[[str], bool] = lambda _: False
    page_bytes: int = 0
    _flights: SingleFlight[Recorded | Exception] = field(factory=lambda: SingleFlight(keeps=False), init=False)
    _handshaking: SingleFlight[Tls] = field(factory=lambda: SingleFlight(keeps=False), init=False)
    _handshakes: _Recent[Tls] = field(factory=_Recent, init=False)
    _failures: _Recent[Exception] = field(factory=_Recent, init=False)
    _busy: _Recent[bool] = field(factory=_Recent, init=False)
    _outdated: set[str] = field(factory=set, init=False)

    async def response(
        self,
        method: str,
        target: Target,
        deadline: Deadline,
        headers: Sequence[tuple[str, str]],
        send: Callable[[str], Coroutine[Deferred[Any], Any, Response]],
        least: int = 0,
    ) -> Response:
        """
        Return the response to a request.

        :param send: sends the request with a method.
        :param least: the bytes of the body that are received, if it has so many. Only its beginning is kept.
        :raises Forbidden: if the policy doesn't allow the target.
        :raises Unreachable: if there is no response.
        :raises TimedOut: at the deadline.
        """
        deadline.check()
        sent = "GET" if method == "HEAD" and not headers and self._is_page(target) else method
        key = _key(sent, target, headers)
        plain = _key(sent, target, [field for field in headers if field[0] not in _CONDITIONS])
        with ExitStack() as standing:
            standing.enter_context(deadline.standing())
            found = await self._kept(key, least)
            started: list[str] = []

            def start() -> Deferred[Recorded | Exception]:
                started.append(key)
                asking = self._ask(key, plain, target, deadline, lambda: send(sent), standing, least)
                return Deferred.fromCoroutine(asking)

            while found is None:
                found = await self._flights.answer(key, start)
                if isinstance(found, Exception) and not started:
                    # If the reason lies in the scan that has sent it, this one sends it itself.
                    found = await self._kept(key, least)
        if isinstance(found, Exception):
            drop_traceback(found)
            raise found
        replay = ReplayedResponse(found, has_body=method != "HEAD")
        return Response(target=target, response=replay, limiter=cast("Any", _NO_LIMIT))

    def handshake(self, key: str, start: Callable[[], Deferred[Tls]]) -> Deferred[Tls]:
        """
        Return the facts of a TLS connection, which is made once.

        :param start: makes the connection.
        """
        if key in self._handshakes:
            return succeed(self._handshakes[key])

        def keep(facts: Tls) -> Tls:
            self._handshakes.keep(key, facts)
            return facts

        return self._handshaking.answer(key, start).addCallback(keep)

    def forget_failures(self) -> None:
        """Send requests that failed, or that a server was too busy for, once more if they are asked for again."""
        self._failures.clear()
        self._outdated.update(self._busy)

    def _is_page(self, target: Target) -> bool:
        if not self.is_own(target.origin):
            return False
        name = target.path.partition("?")[0].rpartition("/")[2]
        return name.rpartition(".")[2].lower() in _PAGES if "." in name else True

    async def _kept(self, key: str, least: int) -> Recorded | Exception | None:
        if key in self._failures:
            return self._failures[key]
        data = await self.store.get(key)
        if data is None:
            return None
        try:
            found = msgpack.decode(data, type=Recorded)
        except DecodeError:
            # Somebody else has written it.
            return None
        if found.status in BUSY and key in self._outdated:
            return None
        return found if found.complete or len(found.body) >= least else None

    async def _ask(
        self,
        key: str,
        plain: str,
        target: Target,
        deadline: Deadline,
        send: Callable[[], Coroutine[Deferred[Any], Any, Response]],
        standing: ExitStack,
        least: int,
    ) -> Recorded | Exception:
        """
        Send a request and receive the body, with the time of the scan that sends it.

        :param plain: the key without conditions: they make no difference unless the page is unchanged.
        :param standing: makes the time of that scan stand while the request waits for its turn.
        """
        # Another flight may have ended while the store was asked.
        if (kept := await self._kept(key, least)) is not None:
            return kept
        await self.courtesy.turn(target.host)
        standing.close()
        status, started = 0, deadline.clock.seconds()
        try:
            recorded, problem = await _received(await send(), deadline, self._most_text, least)
            status = recorded.status
        except (Forbidden, TimedOut, Unreachable) as failure:
            drop_traceback(failure)
            if _is_lasting(failure, deadline.clock.seconds() - started):
                self._failures.keep(key, failure)
                # Nothing was sent to an address that isn't allowed, so it is not silent.
                if not isinstance(failure, Forbidden):
                    self._note(target, 0)
            return failure
        finally:
            self.courtesy.ended(target.host, status)
        self._note(target, recorded.status)
        self._outdated.discard(key)
        if recorded.status in BUSY and key not in self._busy:
            self._busy.keep(key, True)
        elif problem is None or _is_lasting(problem, deadline.clock.seconds() - started):
            await self.store.put(
                key if recorded.status == NOT_MODIFIED else plain, msgpack.encode(_shortened(recorded, self._most_text))
            )
        return recorded

    @property
    def _most_text(self) -> int:
        """The bytes of a text that are kept, from which it is known that a page is too large."""
        return max(_TEXT, self.page_bytes + 1)

    def _note(self, target: Target, status: int) -> None:
        """Note whether the site has answered. The hosts of others are not waited for."""
        if not self.is_own(target.origin):
            return
        if status in BUSY or not status:
            self.courtesy.silent(target.host)
        else:
            self.courtesy.answered(target.host)


def _key(method: str, target: Target, headers: Sequence[tuple[str, str]]) -> str:
    if not headers:
        return f"{method} {target.url}"
    digest = blake2b(repr(sorted(headers)).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return f"{method} {target.url} {digest}"


def _is_lasting(failure: Exception, seconds: float) -> bool:
    """
    Return whether other scans would fail in the same way.

    :param seconds: the time that the scan had for the request.
    """
    if isinstance(failure, TimedOut):
        return seconds >= _PATIENCE
    return not (isinstance(failure, Unreachable) and failure.problem in _OF_ONE_SCAN)


def _most_kept(headers: Headers, most_text: int) -> int:
    """Return the bytes of a body that are kept."""
    kind = headers.content_type.strip().lower()
    return most_text if not kind or kind.startswith(_TEXTS) else _OTHER


def _shortened(recorded: Recorded, most_text: int) -> Recorded:
    """Return what is kept of a response."""
    most = _most_kept(Headers(recorded.fields), most_text)
    if len(recorded.body) <= most:
        return recorded
    return replace(recorded, body=recorded.body[:most], complete=False)


async def _received(
    response: Response, deadline: Deadline, most_text: int, least: int
) -> tuple[Recorded, Exception | None]:
    """Return a response with its body, and the reason why the body has no end."""
    most = max(_most_kept(response.headers, most_text), least)
    body, complete, failure = b"", False, None
    try:
        received = await response.undecoded_body(most, deadline)
        body, complete = received.data, not received.truncated and received.wire_size < most
    except (TimedOut, TooLarge, Unreachable) as problem:
        # The response has a head, whatever is wrong with the body.
        drop_traceback(problem)
        failure = problem
    finally:
        response.close()
    head = response.head
    recorded = Recorded(
        version=head.version,
        status=head.status,
        phrase=head.phrase,
        length=head.length,
        fields=head.headers.fields,
        malformed_lines=head.malformed_lines,
        timings=response.timings,
        tls=response.tls,
        body=body,
        complete=complete,
    )
    return recorded, failure


class _NoLimit:
    """The limiter of responses that use no connection."""

    def leave(self, host: str) -> None:
        """Do nothing."""


_NO_LIMIT = _NoLimit()


@frozen
class _NoConnection:
    """The connection of a recorded response, which is closed."""

    tls: Tls | None
    problem: None = None

    def abort(self) -> None:
        """Do nothing."""


class ReplayedResponse:
    """
    A recorded response in the form of :class:`~sitescan.egress.http_response.HttpResponse`.

    :ivar original: itself: nothing wraps it.
    """

    def __init__(self, recorded: Recorded, *, has_body: bool) -> None:
        self.original = self
        self.head = ResponseHead(
            version=recorded.version,
            status=recorded.status,
            phrase=recorded.phrase,
            length=recorded.length,
            headers=Headers(recorded.fields),
            malformed_lines=recorded.malformed_lines,
        )
        self.timings = recorded.timings
        self.connection = _NoConnection(recorded.tls)
        self.ended = True
        self._body = recorded.body if has_body else b""
        self._complete = recorded.complete or not has_body
        self.body_size = len(self._body)

    def deliverBody(self, protocol: IProtocol) -> None:  # noqa: N802 - IResponse
        """Deliver the body, and its end."""
        if self._body:
            protocol.dataReceived(self._body)
        protocol.connectionLost(Failure(ResponseDone() if self._complete else ConnectionLost()))
