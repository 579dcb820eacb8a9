"""An answer whose head has come, and why there may be none."""

from typing import Any

from attrs import define, field
from OpenSSL import SSL
from twisted.internet.defer import CancelledError
from twisted.internet.error import ConnectingCancelledError, ConnectionDone, ConnectionLost
from twisted.internet.protocol import Protocol, connectionDone
from twisted.python.failure import Failure

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.body import Body, BodyLimits, BodyReader
from sitescan.egress.coding import coding_of
from sitescan.egress.errors import TooLarge, Unreachable
from sitescan.egress.lanes import Lanes
from sitescan.egress.meter import Meter
from sitescan.egress.tls import tls_failure
from sitescan.egress.wall import Forbidden
from sitescan.model.answers import Problem
from sitescan.model.exchange import Headers, Timings, Tls
from sitescan.model.target import Target


@define(eq=False, kw_only=True)
class Reply:
    """
    An answer whose head has come. It holds a lane: :meth:`close` it.

    :ivar length: what ``Content-Length`` says, or ``None``.
    """

    target: Target
    status: int
    http_version: str
    headers: Headers
    length: int | None
    _response: Any
    _meter: Meter
    _lanes: Lanes
    _read: bool = field(default=False, init=False)
    _open: bool = field(default=True, init=False)

    @property
    def timings(self) -> Timings:
        """The phases of the request, as far as they have passed; see :class:`Timings`."""
        return self._meter.timings()

    @property
    def tls(self) -> Tls | None:
        """The facts of the connection, where it is over TLS."""
        return self._meter.tls

    @property
    def coding(self) -> str:
        """
        The content coding of the body, or empty.

        :raises Unreachable: where it is not one that can be decoded.
        """
        return coding_of(self.headers.get("content-encoding"))

    async def body(self, limits: BodyLimits, deadline: Deadline) -> Body:
        """
        Receive the body.

        :raises TooLarge: where it is over the limits.
        :raises Unreachable: where it could not be had or decoded.
        :raises TimedOut: at the deadline.
        """
        reader = BodyReader(self.coding, limits, self._meter.abort, deadline.clock)
        self._response.deliverBody(reader)
        self._read = True
        try:
            return await deadline.bound(reader.done)
        except (CancelledError, TimedOut, TooLarge, Unreachable):
            raise
        except Exception as problem:  # noqa: BLE001 - whatever the layers below made of it
            raise translated(problem, self._meter) from None

    def close(self) -> None:
        """Give the lane back; a body that has not come is not waited for."""
        if not self._open:
            return
        self._open = False
        if not self._read:
            rest = _Rest()
            self._response.deliverBody(rest)
            # A connection whose answer is complete is in the pool, or serves another request by now.
            if not rest.ended:
                self._meter.abort()
        self._lanes.leave(self.target.host)


class _Rest(Protocol):
    """
    What is there of a body that nobody wants.

    :ivar ended: whether that is all of it.
    """

    ended = False

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - IProtocol
        """The body has ended."""
        self.ended = True


def translated(problem: Exception, meter: Meter | None) -> Exception:
    """The reason behind a failure of Twisted's HTTP client, in our words."""
    if meter is not None and meter.problem is not None:
        return meter.problem
    reason: BaseException = problem
    while failures := getattr(reason, "reasons", None):
        reason = failures[0].value
    if isinstance(reason, CancelledError | ConnectingCancelledError):
        return CancelledError()
    if isinstance(reason, Unreachable | Forbidden | TimedOut):
        return reason
    if isinstance(reason, ConnectionDone | ConnectionLost):
        return Unreachable(Problem.RESET)
    if isinstance(reason, SSL.Error):
        return Unreachable(Problem.TLS, tls_failure(reason))
    return Unreachable(Problem.MALFORMED)
