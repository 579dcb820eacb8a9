"""The responses in a WARC file, which are a stranger's bytes (https://iipc.github.io/warc-specifications/)."""

import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from hashlib import file_digest
from io import BufferedReader, BytesIO
from logging import NullHandler, getLogger
from pathlib import Path
from typing import Annotated, Any, BinaryIO

from attrs import frozen
from msgspec import Meta, Struct

from sitescan.configuration.regular_file import open_regular
from sitescan.egress.body import Body
from sitescan.egress.content_coding import Corrupt, coding_of, decoder_of
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response_head import parse_head
from sitescan.standards.file_types import is_markup
from sitescan.standards.http_headers import Headers
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.page_urls import normal_url
from sitescan.standards.urls import InvalidTarget, parse_target

#: The bytes of a record that are read for the header of the record and that of its response.
_HEADS = 128 * 1024

#: The bytes that are read and decompressed in one step.
_STEP = 64 * 1024

#: The highest compression ratio of a record, and the size after decompression up to which it may be higher.
_RATIO, _RATIO_FROM = 200, 16 * 1024**2

# It would print what is wrong with addresses as it is.
getLogger("warcio").addHandler(NullHandler())

_END_OF_HEAD = lazy_pattern(rb"\r?\n\r?\n")

#: The time that no response was received at yet: the year 2200. Times near the end of the calendar can't be added to.
_END_OF_TIME = 7_258_118_400

#: The version of HTTP as some programs write it, though there is no such line in HTTP/2: ``HTTP/2 200``.
_WITHOUT_MINOR = lazy_pattern(rb"\AHTTP/([0-9])(?= )")

#: The field of a record that says why a crawler has stored only a part of the response.
_TRUNCATED = "WARC-Truncated"
#: The most digits of a length; no file has more bytes.
_LONGEST_NUMBER = 18

#: What follows the content of a record.
_END_OF_RECORD = 4


class ArchiveProblem(Exception):
    """An archive can't be read; the message is the reason."""


class ArchivedResponse(Struct, frozen=True, kw_only=True):
    """
    A response in a WARC file, without its body.

    :ivar offset: the place of its record in the file.
    :ivar received_at: when it was received, in seconds since the epoch.
    """

    status: int
    fields: tuple[tuple[str, str], ...]
    offset: Annotated[int, Meta(ge=0)]
    received_at: Annotated[float, Meta(ge=0, lt=_END_OF_TIME)]

    @property
    def headers(self) -> Headers:
        """Its header fields."""
        return Headers(self.fields)


@frozen
class _Member:
    """
    A member of a gzip file, which has one record.

    :ivar data: the beginning of the record.
    :ivar size: the size of the whole record; ``None`` if the rest was not read.
    """

    offset: int
    data: bytes
    size: int | None


def archive_digest(path: Path) -> str:
    """
    Return what identifies the content of an archive.

    :raises ArchiveProblem: if it can't be read.
    """
    with _opened(path) as file:
        return file_digest(file, "blake2b").hexdigest()


def archived_responses(path: Path) -> Iterator[tuple[str, ArchivedResponse]]:
    """
    Yield the responses in a WARC file with their normal URLs, in their order.

    Records of other kinds are skipped, such as those that only name an earlier record (``revisit``), and so are
    responses that aren't HTTP.

    :raises ArchiveProblem: if it can't be read, is damaged, or its records are not compressed one by one.
    """
    with _opened(path) as file:
        for member in _members(file, _HEADS):
            record = _record(member)
            if record.rec_type != "response":
                continue
            head, end, _ = _parted(record.raw_stream.read())
            try:
                url = normal_url(parse_target(record.rec_headers.get_header("WARC-Target-URI", "")).url)
                parsed = parse_head(_WITHOUT_MINOR.sub(rb"HTTP/\1.0", head + end))
            except (InvalidTarget, Unreachable):
                continue
            yield (
                url,
                ArchivedResponse(
                    status=parsed.status,
                    fields=parsed.headers.fields,
                    offset=member.offset,
                    received_at=_time(record.rec_headers.get_header("WARC-Date", ""), member.offset),
                ),
            )


def archived_body(path: Path, response: ArchivedResponse, most: int) -> Body | None:
    """
    Return the beginning of the body of a response after decompression.

    Some crawlers store bodies without the content coding that the head names. Markup is taken for such a body.

    :param most: the bytes to return at most.
    :return: ``None`` if it can't be decompressed.
    :raises ArchiveProblem: if the file can't be read, or has changed.
    """
    from warcio.bufferedreaders import ChunkedDataReader  # noqa: PLC0415 - an extra

    with _opened(path) as file:
        file.seek(response.offset)
        member = next(_members(file, _HEADS + 2 * most, whole=False), None)
        if member is None:
            raise ArchiveProblem(f"it has no record at byte {response.offset:,}")
        record = _record(member)
        _, _, sent = _parted(record.raw_stream.read())
    if response.headers.get("transfer-encoding").lower() == "chunked":
        sent = ChunkedDataReader(BytesIO(sent)).read()
    decoded, truncated = bytearray(), record.rec_headers.get_header(_TRUNCATED, "")
    if truncated:
        truncated = f"the archive has only a part of it ({_TRUNCATED}: {truncated})"
    try:
        coding = coding_of(response.headers.get("content-encoding"))
        decoder = decoder_of(coding)
        decoded += decoder.decode(sent, most)
        while decoder.pending and len(decoded) < most:
            decoded += decoder.decode(b"", most - len(decoded))
        if sent and member.size is not None and len(decoded) < most and not decoder.complete:
            truncated = truncated or f"its {coding} coding is cut short"
    except Unreachable:
        return None
    except Corrupt:
        if not is_markup(sent):
            return None
        decoded = bytearray(sent)
    return Body(data=bytes(decoded[:most]), wire_size=len(sent), truncated=truncated or _missing(response, len(sent)))


def _missing(response: ArchivedResponse, size: int) -> str:
    """Return that an archive has less of a body than the response says, or an empty string."""
    said = response.headers.get("content-length")
    if "transfer-encoding" in response.headers or not said.isdecimal() or size >= int(said[:_LONGEST_NUMBER]):
        return ""
    return f"the archive has {size:,} of {int(said[:_LONGEST_NUMBER]):,} bytes"


@contextmanager
def _opened(path: Path) -> Iterator[BufferedReader]:
    try:
        with open_regular(path) as file:
            yield file
    except OSError as problem:
        raise ArchiveProblem(problem.strerror or os.strerror(problem.errno or 0)) from None


def _members(file: BinaryIO, most: int, *, whole: bool = True) -> Iterator[_Member]:
    """
    Yield the members of a gzip file from where it stands on.

    :param most: the bytes of each member that are kept.
    :param whole: whether the rest of each member is read; otherwise only the first one is yielded.
    """
    offset, given = file.tell(), file.read(_STEP)
    while given:
        stream, data, size, read, piece = zlib.decompressobj(wbits=31), bytearray(), 0, 0, b""
        while not stream.eof:
            if not given and len(piece) < _STEP and not (given := file.read(_STEP)):
                raise ArchiveProblem(f"it ends within the record at byte {offset:,}")
            try:
                piece = stream.decompress(given, _STEP)
            except zlib.error:
                raise ArchiveProblem(f"at byte {offset:,}, it is not a file with records that are compressed") from None
            rest = stream.unused_data if stream.eof else stream.unconsumed_tail
            read, size, given = read + len(given) - len(rest), size + len(piece), rest
            data += piece[: max(most - len(data), 0)]
            if not whole and len(data) == most:
                yield _Member(offset, bytes(data), None)
                return
            if size > max(_RATIO_FROM, _RATIO * read):
                raise ArchiveProblem(f"the record at byte {offset:,} is larger than {_RATIO} times its compressed size")
        yield _Member(offset, bytes(data), size)
        offset, given = offset + read, given or file.read(_STEP)


def _record(member: _Member) -> Any:
    """Return a record of warcio, whose content is not interpreted."""
    from warcio.exceptions import ArchiveLoadFailed  # noqa: PLC0415 - an extra
    from warcio.recordloader import ArcWarcRecordLoader  # noqa: PLC0415 - an extra

    head, end, _ = _parted(member.data)
    if not end:
        raise ArchiveProblem(f"the record at byte {member.offset:,} has a header without an end")
    try:
        record = ArcWarcRecordLoader().parse_record_stream(
            BytesIO(member.data), known_format="warc", no_record_parse=True
        )
    except (ArchiveLoadFailed, EOFError):
        raise ArchiveProblem(f"there is no WARC record at byte {member.offset:,}") from None
    left = 0 if member.size is None else member.size - len(head) - len(end) - (record.length or 0)
    if not 0 <= left <= _END_OF_RECORD:
        raise ArchiveProblem(
            f"the record at byte {member.offset:,} has another length than it says, or others follow it in the same "
            "compressed part; `warcio recompress` compresses records one by one"
        )
    return record


def _parted(data: bytes) -> tuple[bytes, bytes, bytes]:
    """Return a head, its end, and what follows; the end is empty if there is none."""
    found = _END_OF_HEAD.search(data)
    return (data, b"", b"") if found is None else (data[: found.start()], found[0], data[found.end() :])


def _time(written: str, offset: int) -> float:
    with suppress(ValueError):
        time = datetime.fromisoformat(written)
        seconds = (time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp()
        if 0 <= seconds < _END_OF_TIME:
            return seconds
    raise ArchiveProblem(f"the record at byte {offset:,} has no valid date")
