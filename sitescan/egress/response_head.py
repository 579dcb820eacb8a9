"""
The head of a response as evidence.

Twisted frames the message by its own reading of the head. What rules look at is read from the
same bytes, since Twisted sets aside the fields that frame a message, forgets the order of the
others and drops the ``Content-Length`` of an answer to HEAD.
"""

import re

from sitescan.standards.http_headers import Headers

#: https://www.rfc-editor.org/rfc/rfc9110#name-tokens
_FIELD = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+)([ \t]*):")
_LONGEST_SHOWN, _MOST_SHOWN = 100, 20


def without_malformed_lines(head: bytes) -> tuple[bytes, tuple[str, ...]]:
    """
    A head without the lines that browsers skip, and those lines, shortened.

    A line without a colon, with an empty name or with a name that is no token is skipped, and so is what
    continues it; white space before the colon goes. Twisted would fail the whole answer for each of these.

    https://fetch.spec.whatwg.org/#concept-header-name

    :param head: status line, fields and the blank line.
    """
    status, *lines = head.split(b"\n")
    kept, malformed = [status], []
    skipping = True
    for line in lines[:-2]:
        if line[:1] in (b" ", b"\t"):
            # What continues the status line, or a skipped line, belongs to nothing.
            if not skipping:
                kept.append(line)
            continue
        field = _FIELD.match(line)
        if b"\0" in line:
            # Nobody skips it: such an answer is refused whole.
            return head, ()
        skipping = field is None
        if field is None or field[2]:
            malformed.append(line.rstrip(b"\r").decode("latin-1")[:_LONGEST_SHOWN])
        if field is not None:
            kept.append(line if not field[2] else field[1] + b":" + line[field.end() :])
    if not malformed and len(kept) == len(lines) - 1:
        return head, ()
    return b"\n".join((*kept, *lines[-2:])), tuple(malformed[:_MOST_SHOWN])


def parse_head(head: bytes) -> Headers:
    """
    The fields of a head that Twisted has accepted; folded lines are joined (RFC 9112, 5.2).

    :param head: status line, fields and the blank line.
    """
    fields: list[tuple[str, str]] = []
    for line in head.split(b"\n")[1:]:
        text = line.rstrip(b"\r").decode("latin-1")
        if text[:1] in (" ", "\t") and fields:
            name, value = fields[-1]
            fields[-1] = (name, f"{value} {text.strip()}".strip())
            continue
        name, colon, value = text.partition(":")
        if colon:
            fields.append((name.strip(), value.strip()))
    return Headers(tuple(fields))


def content_length(headers: Headers) -> int | None:
    """What ``Content-Length`` says; ``None`` where it says nothing that is a number (RFC 9110, 8.6)."""
    written = headers.all("content-length")
    value = written[0] if len(written) == 1 else ",".join(written)
    if "," in value:
        values = {one.strip() for one in value.split(",")}
        value = values.pop() if len(values) == 1 else ""
    return int(value) if value.isascii() and value.isdigit() and len(value) < 20 else None
