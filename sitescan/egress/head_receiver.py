"""Receiving the head of a response within limits."""

from attrs import define, field, frozen

from sitescan.configuration.settings import Settings
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response_head import ResponseHead, begins_with_status, parse_head
from sitescan.model.answers import Problem
from sitescan.standards.lazy_pattern import lazy_pattern

_BLANK_LINE = lazy_pattern(rb"\n\r?\n")
_HTTP = b"HTTP/"
_NO_STATUS_LINE = "it does not start with an HTTP status line"
#: The most interim responses before the head (RFC 9110, section 15.2).
_INTERIM = 8


@frozen(kw_only=True)
class HeadLimits:
    """
    The limits of a response head.

    :ivar bytes: the size of the head.
    :ivar lines: the number of field lines.
    :ivar seconds: the time from the request to the end of the head.
    """

    bytes: int
    lines: int
    seconds: float

    @classmethod
    def of(cls, settings: Settings) -> "HeadLimits":
        """Return the limits from the settings."""
        return cls(bytes=settings.head_bytes, lines=settings.head_lines, seconds=settings.head_seconds)


@define(eq=False)
class HeadReceiver:
    """
    Finds the end of the head in the data that is received for one request.

    Interim responses are dropped. No byte is searched twice, because a head may be received one byte at a time. Most
    heads are received in one piece, which is not copied.
    """

    limits: HeadLimits
    _received: bytes | bytearray = field(default=b"", init=False)
    _lines: int = field(default=0, init=False)
    _interim: int = field(default=0, init=False)

    def feed(self, data: bytes) -> tuple[ResponseHead, bytes] | None:
        """
        Add data, and return the head and the data after it once the head is complete.

        :raises Unreachable: if the data is not a head, the head is too long, or there are too many interim responses.
        """
        received = self._received
        looked_at = max(0, len(received) - len(b"\n\r"))
        if received:
            received += data
        else:
            received = data
        self._lines += data.count(b"\n")
        if not _HTTP.startswith(received[: len(_HTTP)]):
            raise Unreachable(Problem.MALFORMED, _NO_STATUS_LINE)
        while self._lines:
            if not begins_with_status(received):
                raise Unreachable(Problem.MALFORMED, _NO_STATUS_LINE)
            end = _BLANK_LINE.search(received, looked_at)
            if end is None:
                break
            whole = bytes(received[: end.end()])
            lines = whole.count(b"\n")
            if self._beyond(len(whole), lines):
                raise Unreachable(Problem.HEAD_TOO_LONG)
            head = parse_head(whole)
            received = received[end.end() :]
            if not 100 <= head.status < 200:
                return head, bytes(received)
            self._interim += 1
            if self._interim > _INTERIM:
                raise Unreachable(Problem.MALFORMED, "it sends endless interim responses")
            self._lines -= lines
            looked_at = 0
        if self._beyond(len(received), self._lines):
            raise Unreachable(Problem.HEAD_TOO_LONG)
        self._received = received if isinstance(received, bytearray) else bytearray(received)
        return None

    def _beyond(self, size: int, lines: int) -> bool:
        """Return whether a head is over the limits. The status line and the blank line don't count as lines."""
        return size > self.limits.bytes or lines > self.limits.lines + 2
