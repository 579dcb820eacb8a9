"""
The head of a response as evidence.

Twisted frames the message by its own reading of the head. What rules look at is read from the
same bytes, since Twisted sets aside the fields that frame a message, forgets the order of the
others and drops the ``Content-Length`` of an answer to HEAD.
"""

from sitescan.model.exchange import Headers


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
    values = {one.strip() for value in headers.all("content-length") for one in value.split(",")}
    value = values.pop() if len(values) == 1 else ""
    return int(value) if value.isascii() and value.isdigit() and len(value) < 20 else None
