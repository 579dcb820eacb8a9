"""Receiving the head of a response: what a hostile server sends before the body is bounded here."""

import re

from attrs import define, field, frozen

from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response_head import ResponseHead, begins_with_status, parse_head
from sitescan.model.answers import Problem
from sitescan.settings import Settings

_BLANK_LINE = re.compile(rb"\n\r?\n")
_HTTP = b"HTTP/"
_NO_STATUS_LINE = "it does not start with an HTTP status line"
#: Interim answers that may come before the head (RFC 9110, 15.2).
_INTERIM = 8
#: No server of good faith sends a longer line; browsers and proxies have limits of 8 to 256 KB.
_LONGEST_LINE = 16_384


@frozen(kw_only=True)
class HeadLimits:
    """What the head of a response may be (RFC 9112 leaves it to the receiver)."""

    bytes: int
    lines: int
    seconds: float

    @classmethod
    def of(cls, settings: Settings) -> "HeadLimits":
        """The limits that the settings ask for."""
        return cls(bytes=settings.head_bytes, lines=settings.head_lines, seconds=settings.head_seconds)


@define(eq=False)
class HeadReceiver:
    """
    Finds the end of the head in what comes for one request.

    Interim answers are dropped: they say nothing of the page. What was looked at is not looked at again: a head may
    come one byte at a time. Most come in one piece, which is not copied.
    """

    limits: HeadLimits
    _received: bytes | bytearray = field(default=b"", init=False)
    _lines: int = field(default=0, init=False)
    _interim: int = field(default=0, init=False)

    def feed(self, data: bytes) -> tuple[ResponseHead, bytes] | None:
        """
        Take what came next; gives the head and what came after it, once it is whole.

        :raises Unreachable: where it is none, is too long, or endless interim answers come before it.
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
            if self._beyond(len(whole), lines) or _has_long_line(whole):
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
        unfinished = len(received) - received.rfind(b"\n") - 1
        if self._beyond(len(received), self._lines) or unfinished > _LONGEST_LINE:
            raise Unreachable(Problem.HEAD_TOO_LONG)
        self._received = received if isinstance(received, bytearray) else bytearray(received)
        return None

    def _beyond(self, size: int, lines: int) -> bool:
        """Whether a head is longer than it may be; its status line and its blank line are not counted."""
        return size > self.limits.bytes or lines > self.limits.lines + 2


def _has_long_line(head: bytes) -> bool:
    """Whether one line of a head is longer than any may be; most heads are shorter altogether."""
    return len(head) > _LONGEST_LINE and any(len(line) > _LONGEST_LINE for line in head.split(b"\n"))
