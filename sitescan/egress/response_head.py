"""Parsing the head of a response as browsers do, with all fields in order and the lines that browsers skip."""

import re
from typing import NamedTuple

from sitescan.egress.request_errors import Unreachable
from sitescan.model.answers import Problem
from sitescan.standards.http_headers import Headers
from sitescan.standards.lazy_pattern import lazy_pattern

#: https://www.rfc-editor.org/rfc/rfc9110#name-tokens
_LINE = lazy_pattern(r"^(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)([ \t]*):(.*)|(.*))$", re.MULTILINE)
_STATUS = lazy_pattern(rb"HTTP/\d\.\d \d{3}[ \r\n]")
_STATUS_LINE = lazy_pattern(rb"HTTP/(\d)\.(\d) (\d{3})(?: ([^\n]*))?\r?\n")
_LONGEST_SHOWN, _MOST_SHOWN = 100, 20


class ResponseHead(NamedTuple):
    """
    The parsed head of a response.

    :ivar version: the version of HTTP, major and minor.
    :ivar status: the status code.
    :ivar phrase: the reason phrase.
    :ivar length: the value of ``Content-Length`` (:func:`content_length`).
    :ivar headers: all fields in the order in which they were received. Folded lines are joined (RFC 9112, section 5.2).
    :ivar malformed_lines: the lines that are not fields, or have white space before the colon; shortened.
    """

    version: tuple[int, int]
    status: int
    phrase: bytes
    length: int | None
    headers: Headers
    malformed_lines: tuple[str, ...]


def begins_with_status(head: bytes | bytearray) -> bool:
    """Return whether a head begins with a status line, which must be complete; the reason phrase may be missing."""
    return _STATUS.match(head) is not None


def parse_head(head: bytes) -> ResponseHead:
    """
    Parse a head as browsers do.

    A line without a colon, with an empty name, or with a name that is not a token is skipped, together with its folded
    lines. White space before the colon is ignored, and so are folded lines after the status line.

    https://fetch.spec.whatwg.org/#concept-header-name

    :param head: the status line, the fields and the blank line.
    :raises Unreachable: if it has no status line, or contains a null byte.
    """
    status = _STATUS_LINE.match(head)
    if status is None or b"\0" in head:
        raise Unreachable(Problem.MALFORMED)
    fields: list[tuple[str, str]] = []
    malformed: list[str] = []
    skipping = True
    for name, space, value, other in _LINE.findall(head.decode("latin-1"), status.end()):
        if name:
            skipping = False
            fields.append((name, value.strip()))
            if space:
                malformed.append(f"{name}{space}:{value}".rstrip("\r")[:_LONGEST_SHOWN])
        elif other in ("\r", ""):
            continue
        elif other[0] not in " \t":
            skipping = True
            malformed.append(other.rstrip("\r")[:_LONGEST_SHOWN])
        elif not skipping:
            name, value = fields[-1]  # noqa: PLW2901 - of the field that this line continues
            fields[-1] = name, f"{value} {other.strip()}".strip()
    headers = Headers(tuple(fields))
    return ResponseHead(
        version=(int(status[1]), int(status[2])),
        status=int(status[3]),
        phrase=(status[4] or b"").strip(),
        length=content_length(headers),
        headers=headers,
        malformed_lines=tuple(malformed[:_MOST_SHOWN]),
    )


def content_length(headers: Headers) -> int | None:
    """Return the value of ``Content-Length``; ``None`` if there is no valid one (RFC 9110, section 8.6)."""
    written = headers.all("content-length")
    value = written[0] if len(written) == 1 else ",".join(written)
    if "," in value:
        values = {part.strip() for part in value.split(",")}
        value = values.pop() if len(values) == 1 else ""
    return int(value) if value.isascii() and value.isdigit() and len(value) < 20 else None
