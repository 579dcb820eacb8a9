"""WARC files, as crawlers write them (https://iipc.github.io/warc-specifications/)."""

import gzip
import uuid


def warc_record(
    url: str,
    body: bytes | str = b"",
    media_type: str = "text/html",
    *,
    status: str = "200 OK",
    fields: str = "",
    kind: str = "response",
    date: str = "2026-11-22T00:00:00Z",
    length: int | None = None,
    version: str = "HTTP/1.1",
    truncated: str = "",
) -> bytes:
    """
    Return a response as a record that is not compressed.

    :param fields: other lines of its header, each with its end.
    :param truncated: why it is only a part of the response.
    :param version: how its status line begins.
    :param length: the length that the record claims.
    """
    sent = body.encode() if isinstance(body, str) else body
    answer = f"{version} {status}\r\nContent-Type: {media_type}\r\n{fields}\r\n".encode() + sent
    lines = (
        "WARC/1.1",
        f"WARC-Type: {kind}",
        f"WARC-Target-URI: {url}",
        f"WARC-Date: {date}",
        f"WARC-Record-ID: <urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, url)}>",
        "Content-Type: application/http; msgtype=response",
        *((f"WARC-Truncated: {truncated}",) if truncated else ()),
        f"Content-Length: {len(answer) if length is None else length}",
    )
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + answer + b"\r\n\r\n"


def warc_file(*records: bytes) -> bytes:
    """Return a file whose records are compressed one by one."""
    return b"".join(gzip.compress(record, mtime=0) for record in records)
