"""Ranges of files, and the responses that servers send in their place."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from attrs import evolve
from twisted.internet.defer import Deferred

from sitescan.fetch.file_range import MOST, FileRange, check_beginning, fetch_range
from sitescan.model.answers import Answer
from sitescan.standards.http_headers import Headers
from tests.egress.wire import Wire
from tests.results import result_now

URL = "http://a.example/sea.mp4"


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A session that must leave no connection and no timer."""
    wire = Wire()
    yield wire
    wire.end()


def response(status: int, body: bytes, *fields: str) -> bytes:
    """Return a response."""
    lines = (f"HTTP/1.1 {status} -", *fields, f"Content-Length: {len(body)}", "Connection: close")
    return "\r\n".join((*lines, "", "")).encode() + body


def fetched(wire: Wire, answer: Answer, sent: bytes) -> FileRange | None:
    """Return the range that a request for four bytes from offset 1 gives."""
    result = Deferred.fromCoroutine(fetch_range(wire.session, answer, 1, 4, "video/*", wire.deadline(5)))
    protocol, _ = wire.accept()
    protocol.dataReceived(sent)
    wire.settle()
    wire.reactor.advance(0.1)
    if not result.called:
        wire.reactor.advance(10)
    return result_now(result)


@pytest.mark.parametrize(
    ("sent", "part"),
    [
        (
            response(206, b"bcde", "Content-Range: bytes 1-4/9"),
            FileRange(data=b"bcde", start=1, partial=True, size=9),
        ),
        (response(206, b"bcde", "Content-Range: bytes 1-4/*"), FileRange(data=b"bcde", start=1, partial=True)),
        (
            response(206, b"bcdefghi", "Content-Range: bytes 1-4/9"),
            FileRange(data=b"bcde", start=1, partial=True, size=9),
        ),
        (response(206, b"bc", "Content-Range: bytes 1-2/3"), FileRange(data=b"bc", start=1, partial=True, size=3)),
        (response(206, b"abcd", "Content-Range: bytes 0-3/9"), None),
        (response(206, b"bcde", "Content-Range: bytes=1-4/9"), None),
        (response(206, b"bcde"), None),
        (response(206, b"bcde", "Content-Range: bytes 1-4/9", "Content-Encoding: gzip"), None),
        (response(200, b"abcdefghi"), FileRange(data=b"abcdefghi", size=9)),
        (response(200, b"a" * (MOST + 9)), FileRange(data=b"a" * MOST)),
        (response(200, b"abcdefghi").replace(b"Content-Length: 9", b"Content-Length: 99"), None),
        (response(416, b"", "Content-Range: bytes */0"), None),
        (response(403, b"no"), None),
        (b"nonsense\r\n\r\n", None),
    ],
)
def test_used_ranges(wire: Wire, sent: bytes, part: FileRange | None) -> None:
    """A range is used only if the response gives its position; a whole file is used up to the limit."""
    assert fetched(wire, Answer(url=URL, status=200), sent) == part


def test_requested_ranges(wire: Wire) -> None:
    """A range is requested, except of a file with a content coding, because ranges refer to the uncoded file."""
    answer = Answer(url=URL, status=200)
    fetched(wire, answer, response(403, b""))
    fetched(wire, evolve(answer, headers=Headers((("Content-Encoding", "gzip"),))), response(403, b""))
    first, second = (fields for _, _, fields in wire.sent)
    assert first["Range"] == ["bytes=1-4"]
    assert "Range" not in second
    assert second["Accept"] == ["video/*"]


PICTURE = {"body": b"a" * 100, "type": "image/png"}
DRAWING = {"body": b"<svg/>", "type": "image/svg+xml"}


def begun(wire: Wire, url: str, answers: Mapping[str, Any]) -> tuple[Answer, FileRange | None]:
    """Return the answer of a URL and its first four bytes."""
    result = Deferred.fromCoroutine(check_beginning(wire.session, url, 4, "image/*", wire.deadline(5)))
    while not result.called:
        wire.serve(answers)
        wire.reactor.advance(0.1)
    return result_now(result)


@pytest.mark.parametrize(
    ("answer", "requests", "status", "size", "data"),
    [
        ({**PICTURE, "ranges": True}, ["GET"], 200, 100, b"aaaa"),
        (PICTURE, ["GET"], 200, 100, b"a" * 100),
        ({**PICTURE, "body": b"a" * (MOST + 1)}, ["GET"], 200, MOST + 1, b"aaaa"),
        ({"status": 404}, ["GET"], 404, 0, b""),
        ({"status": {"GET": 416, "HEAD": 200}}, ["GET", "HEAD"], 200, 0, b""),
        ({"status": 501}, ["GET", "HEAD", "GET"], 501, 0, b""),
        ({**DRAWING, "ranges": True}, ["GET", "HEAD"], 200, 6, b"<svg"),
    ],
    ids=("a part", "all of it", "the beginning", "gone", "no parts", "never", "a part of a text"),
)
def test_status_and_size_of_file(
    wire: Wire, answer: dict[str, Any], requests: list[str], status: int, size: int, data: bytes
) -> None:
    """An answer has the status and size of the whole file, by a second request without a range if necessary."""
    found, part = begun(wire, URL, {URL: answer})
    assert [method for method, _ in wire.requests] == requests
    assert (found.url, found.status, found.size) == (URL, status, size)
    assert (part.data if part is not None else b"") == data
    assert [fields.get("Range") for _, _, fields in wire.sent] == [["bytes=0-3"], *[None] * (len(requests) - 1)]


def test_text_is_requested_without_range(wire: Wire) -> None:
    """A text format is requested whole, since a range shows neither its content coding nor its encoded size."""
    url = "http://a.example/pear.svg?a"
    found, part = begun(wire, url, {url: {**DRAWING, "ranges": True}})
    assert (found.status, found.size) == (200, 6)
    assert part == FileRange(data=b"<svg/>", size=6)
    ((_, _, fields),) = wire.sent
    assert "Range" not in fields


def test_unknown_content_coding(wire: Wire) -> None:
    """An image with an unknown content coding isn't broken, and its answer has a status and a size."""
    result = Deferred.fromCoroutine(check_beginning(wire.session, URL, 4, "image/*", wire.deadline(5)))
    protocol, _ = wire.accept()
    protocol.dataReceived(response(200, b"abcd", "Content-Encoding: zstd"))
    wire.settle()
    wire.reactor.advance(0.1)
    found, part = result_now(result)
    assert (found.status, found.problem, found.size) == (200, None, 4)
    assert part is None
