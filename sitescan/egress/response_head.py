"""The head of a response: its fields as evidence, in their order, and the lines that browsers skip."""

import re
from typing import NamedTuple

from sitescan.egress.request_errors import Unreachable
from sitescan.model.answers import Problem
from sitescan.standards.http_headers import Headers

#: https://www.rfc-editor.org/rfc/rfc9110#name-tokens
_LINE = re.compile(r"^(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)([ \t]*):(.*)|(.*))$", re.MULTILINE)
_STATUS = re.compile(rb"HTTP/\d\.\d \d{3}[ \r\n]")
_STATUS_LINE = re.compile(rb"HTTP/(\d)\.(\d) (\d{3})(?: ([^\n]*))?\r?\n")
_LONGEST_SHOWN, _MOST_SHOWN = 100, 20


class ResponseHead(NamedTuple):
    """
    What the head of a response says.

    :ivar version: of HTTP, major and minor.
    :ivar phrase: what stands behind the status.
    :ivar length: what ``Content-Length`` says (:func:`content_length`).
    :ivar headers: every field, in the order in which they came; folded lines are joined (RFC 9112, 5.2).
    :ivar malformed_lines: the lines that are no fields or have white space before the colon, shortened.
    """

    version: tuple[int, int]
    status: int
    phrase: bytes
    length: int | None
    headers: Headers
    malformed_lines: tuple[str, ...]


def begins_with_status(head: bytes | bytearray) -> bool:
    """Whether the first line, which must be complete, begins as a status line does; the phrase may be missing."""
    return _STATUS.match(head) is not None


def parse_head(head: bytes) -> ResponseHead:
    """
    Read a head as browsers do.

    A line without a colon, with an empty name or with a name that is no token is skipped, and so is what
    continues it; white space before the colon is nothing. What continues the status line belongs to nothing.

    https://fetch.spec.whatwg.org/#concept-header-name

    :param head: status line, fields and the blank line.
    :raises Unreachable: where it has no status line, or a null byte: nobody skips that.
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
    """What ``Content-Length`` says; ``None`` where it says nothing that is a number (RFC 9110, 8.6)."""
    written = headers.all("content-length")
    value = written[0] if len(written) == 1 else ",".join(written)
    if "," in value:
        values = {one.strip() for one in value.split(",")}
        value = values.pop() if len(values) == 1 else ""
    return int(value) if value.isascii() and value.isdigit() and len(value) < 20 else None
