"""Whatever a server sends as a body, its size in memory is bounded and what it means is certain."""

import gzip
import tracemalloc
import zlib
from collections.abc import Callable
from functools import partial
from time import process_time

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.defer import Deferred
from twisted.internet.error import ConnectionLost
from twisted.internet.task import Clock
from twisted.python.failure import Failure
from twisted.web.client import ResponseDone, ResponseFailed

from sitescan.egress.body import Body, BodyLimits, BodyReader
from sitescan.egress.content_coding import coding_of
from sitescan.egress.request_errors import TooLarge, Unreachable
from sitescan.model.answers import Problem
from sitescan.standards.urls import parse_target
from tests.egress.wire import Wire
from tests.results import failure_now, nothing_yet, result_now

MIB = 1024**2
LIMITS = BodyLimits(wire=2 * MIB, decoded=5 * MIB)
SMALL = BodyLimits(wire=1000, decoded=2000)
ENCODE: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    "gzip": gzip.compress,
    "br": partial(brotli.compress, quality=5),
}

codings = st.sampled_from(sorted(ENCODE))


class Received:
    """A body that is received in chunks, and how often its connection was closed for it."""

    def __init__(
        self,
        coding: str,
        data: bytes,
        limits: BodyLimits = LIMITS,
        chunks: list[int] | None = None,
        end: BaseException | None = None,
    ) -> None:
        self.aborted = 0
        self.clock = Clock()
        self.reader = BodyReader(coding, limits, self._abort, self.clock)
        at = 0
        sizes = iter(chunks or ())
        while at < len(data):
            size = next(sizes, 64 * 1024)
            self.reader.dataReceived(data[at : at + size])
            at += size
        self.reader.connectionLost(Failure(end or ResponseDone()))
        self.turns = 0
        while self.clock.getDelayedCalls():
            self.clock.advance(0)
            self.turns += 1

    def _abort(self) -> None:
        self.aborted += 1

    @property
    def body(self) -> Body:
        """What it is."""
        return result_now(self.reader.done)

    @property
    def too_large(self) -> str:
        """The limit that it is over."""
        failure = failure_now(self.reader.done, TooLarge)
        assert isinstance(failure, TooLarge)
        assert self.aborted == 1
        return failure.limit

    @property
    def cause(self) -> str:
        """What is malformed."""
        failure = failure_now(self.reader.done, Unreachable)
        assert isinstance(failure, Unreachable)
        assert failure.problem is Problem.MALFORMED
        return failure.cause


@given(codings, st.binary(max_size=3000), st.lists(st.integers(1, 500), max_size=30))
def test_any_cut_gives_the_same_body(coding: str, data: bytes, chunks: list[int]) -> None:
    """What was compressed comes out, however it is cut on its way."""
    wire = ENCODE[coding](data)
    received = Received(coding, wire, chunks=chunks)
    assert received.body == Body(data=data, wire_size=len(wire))


@given(codings, st.binary(max_size=3000), st.booleans(), st.lists(st.integers(1, 500), max_size=30))
def test_any_cut_meets_the_same_limit(coding: str, data: bytes, prefix: bool, chunks: list[int]) -> None:
    """Whether a body is too large, and how much of it counts, does not depend on how it is cut."""
    limits = BodyLimits(wire=1000, decoded=2000, prefix=prefix)
    wire = ENCODE[coding](data)
    received = Received(coding, wire, limits, chunks)
    if len(data) <= 2000 and len(wire) <= 1000:
        assert received.body.data == data
    elif prefix:
        assert received.body == Received(coding, wire, limits).body
        assert data.startswith(received.body.data)
        if coding == "":
            assert received.body.data == data[:1000]
    else:
        assert received.too_large == Received(coding, wire, limits).too_large


@given(codings, st.binary(max_size=6000), st.lists(st.integers(1, 500), max_size=30))
def test_what_is_too_large_is_measured(coding: str, data: bytes, chunks: list[int]) -> None:
    """However it is cut on its way, its size as sent is known: whole, or as far as it is received."""
    limits = BodyLimits(wire=1000, decoded=500, measured=True)
    wire = ENCODE[coding](data)
    received = Received(coding, wire, limits, chunks)
    if len(data) <= 500 and len(wire) <= 1000:
        assert received.body.data == data
        return
    failure = failure_now(received.reader.done, TooLarge)
    assert isinstance(failure, TooLarge)
    assert (failure.size, failure.whole) == (min(len(wire), 1000), len(wire) <= 1000)
    assert received.aborted == 1


def test_a_body_whose_connection_breaks_is_not_whole() -> None:
    """So much came, and there may be more."""
    wire = gzip.compress(b"x" * 5000)
    received = Received("gzip", wire, BodyLimits(wire=1000, decoded=500, measured=True), end=ConnectionLost())
    failure = failure_now(received.reader.done, TooLarge)
    assert isinstance(failure, TooLarge)
    assert (failure.size, failure.whole) == (len(wire), False)


@given(codings, st.binary(max_size=3000), st.lists(st.integers(1, 500), max_size=30))
def test_garbage(coding: str, data: bytes, chunks: list[int]) -> None:
    """Anything at all gives a body or one of the two failures."""
    received = Received(coding, data, SMALL, chunks)
    try:
        assert len(received.body.data) <= 2000
    except (TooLarge, Unreachable):
        assert received.aborted == 1


@pytest.mark.parametrize("coding", ["gzip", "br"])
@pytest.mark.parametrize("chunk", [16, 100, 64 * 1024])
def test_bombs(coding: str, chunk: int) -> None:
    """A small body that decodes to 100 MB takes a few megabytes and milliseconds before it is refused."""
    wire = ENCODE[coding](bytes(100_000_000))
    wire = wire[: 64 * 1024]
    tracemalloc.start()
    received = Received(coding, wire, chunks=[chunk] * len(wire))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert received.too_large == "5 MiB after decompression"
    assert peak < 20_000_000


@pytest.mark.parametrize("coding", ["gzip", "br"])
def test_a_bomb_takes_turns(coding: str) -> None:
    """What one piece becomes is decoded over several turns of the reactor, and ends when nobody waits for it."""
    clock, aborted = Clock(), []
    reader = BodyReader(coding, LIMITS, lambda: aborted.append(True), clock)
    reader.done.addErrback(lambda _: None)
    reader.dataReceived(ENCODE[coding](bytes(4 * MIB)))
    for _ in range(2):
        assert nothing_yet(reader.done)
        clock.advance(0)
    reader.done.cancel()
    clock.advance(0)
    assert not clock.getDelayedCalls()
    assert aborted == [True]


@pytest.mark.parametrize("chunk", [1000, 64 * 1024])
@pytest.mark.parametrize("coding", ["gzip", "br"])
def test_ratio(coding: str, chunk: int) -> None:
    """A body within the sizes is refused where it became more than a hundred times larger."""
    wire = ENCODE[coding](bytes(3 * MIB))
    received = Received(coding, wire, chunks=[chunk] * 100)
    assert received.too_large == "100 times its size as sent"


@pytest.mark.parametrize("chunk", [100, 64 * 1024])
def test_a_ratio_is_that_of_the_whole(chunk: int) -> None:
    """A page that begins with what compresses well is no bomb."""
    data = bytes(2 * MIB) + b"".join(zlib.crc32(b"%d" % number).to_bytes(4) for number in range(10_000))
    wire = gzip.compress(data)
    assert len(data) < 100 * len(wire)
    assert Received("gzip", wire, chunks=[chunk] * 1000).body.data == data


@pytest.mark.parametrize("coding", ["gzip", "br"])
@pytest.mark.parametrize("chunk", [1000, 64 * 1024])
def test_a_large_page_is_decoded_whole(coding: str, chunk: int) -> None:
    """A page that is decoded in several steps comes out whole."""
    data = b"".join(b"<p id=p%d>Pears &amp; figs</p>\n" % number for number in range(60_000))
    wire = ENCODE[coding](data)
    assert Received(coding, wire, chunks=[chunk] * 9999).body == Body(data=data, wire_size=len(wire))


def test_a_high_ratio_of_little() -> None:
    """Up to 1 MiB the ratio does not matter."""
    data = bytes(MIB)
    assert Received("gzip", gzip.compress(data)).body.data == data


@pytest.mark.parametrize(
    ("size", "whole"),
    [(999, True), (1000, True), (1001, False), (5000, False)],
)
def test_size_as_sent(size: int, whole: bool) -> None:
    """A body of so many bytes is taken and one byte more is not."""
    received = Received("", b"a" * size, SMALL, [300] * 99)
    if whole:
        assert received.body == Body(data=b"a" * size, wire_size=size)
    else:
        assert received.too_large == "0.000953674 MiB as sent"


@pytest.mark.parametrize("coding", ["gzip", "br"])
@pytest.mark.parametrize("kept", [1, 5, 12, 100, -1])
def test_cut_short(coding: str, kept: int) -> None:
    """What is there of a body that is cut short is used, and it is said to be cut short."""
    data = b"".join(b"<p>%d</p>" % number for number in range(1000))
    body = Received(coding, ENCODE[coding](data)[:kept]).body
    assert data.startswith(body.data)
    assert body.truncated == f"its {coding} coding is cut short"


@pytest.mark.parametrize("coding", ["gzip", "br"])
def test_corrupt(coding: str) -> None:
    """A body that is not in its coding is refused."""
    assert Received(coding, b"<!doctype html><title>Pears</title>").cause == f"its {coding} coding is corrupt"


def test_a_wrong_checksum() -> None:
    """A body that fails its own checksum is corrupt."""
    wire = bytearray(gzip.compress(b"pears" * 100))
    wire[-6] ^= 1
    assert Received("gzip", bytes(wire)).cause == "its gzip coding is corrupt"


@pytest.mark.parametrize("chunk", [1, 7, 1000])
@pytest.mark.parametrize(
    "after", [b"", b"\0" * 400, b"\x1f", b"\x1f\x8b", b"<!-- served by pears -->", bytes(range(256))]
)
def test_what_follows_a_gzip_body(after: bytes, chunk: int) -> None:
    """Padding and garbage after the body are ignored, as browsers do."""
    wire = gzip.compress(b"pears") + after
    received = Received("gzip", wire, chunks=[chunk] * 999)
    assert received.body == Body(data=b"pears", wire_size=len(wire))


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_what_follows_a_brotli_body(chunk: int) -> None:
    """A brotli body ends where it ends; more is corrupt, in the same piece or in a later one."""
    received = Received("br", brotli.compress(b"pears") + b"garbage", chunks=[chunk] * 999)
    assert received.cause == "its br coding is corrupt"


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_several_members(chunk: int) -> None:
    """A gzip body may consist of several members, empty ones among them (RFC 1952, 2.2)."""
    wire = b"".join(gzip.compress(part) for part in (b"pears", b"", b" and ", b"figs"))
    assert Received("gzip", wire, chunks=[chunk] * 999).body == Body(data=b"pears and figs", wire_size=len(wire))


def test_a_second_member_that_is_cut_short() -> None:
    """The end of the first one is not the end of the body."""
    wire = gzip.compress(b"pears") + gzip.compress(bytes(range(256)))[:-20]
    body = Received("gzip", wire, chunks=[9] * 99).body
    assert body.data.startswith(b"pears")
    assert body.truncated == "its gzip coding is cut short"


@pytest.mark.cpu
def test_members_without_end() -> None:
    """Thousands of members cost no more than their bytes."""
    started = process_time()
    assert Received("gzip", gzip.compress(b"") * 100_000).body.data == b""
    assert process_time() - started < 2


def test_a_connection_that_is_closed() -> None:
    """What came before the connection was closed is used; where nothing came, that is the failure."""
    lost = ResponseFailed([Failure(ConnectionError())])
    body = Received("", b"<title>Pe", end=lost).body
    assert (body.data, body.truncated) == (b"<title>Pe", "the connection was closed before the response was complete")
    failure_now(Received("", b"", end=lost).reader.done, ResponseFailed)


def test_no_body() -> None:
    """An empty body is whole in any coding."""
    for coding in ENCODE:
        assert Received(coding, b"").body == Body(data=b"", wire_size=0)


def test_what_comes_too_late() -> None:
    """Bytes that come after the end of it all change nothing."""
    received = Received("", b"a" * 2000, SMALL)
    received.reader.dataReceived(b"more")
    received.reader.connectionLost(Failure(ResponseDone()))
    assert received.too_large
    assert received.aborted == 1


def test_a_reader_that_is_cancelled() -> None:
    """The connection is closed at once."""
    aborted: list[bool] = []
    reader = BodyReader("", LIMITS, lambda: aborted.append(True), Clock())
    reader.dataReceived(b"begun")
    assert nothing_yet(reader.done)
    reader.done.addErrback(lambda _: None)
    reader.done.cancel()
    assert aborted == [True]


@pytest.mark.parametrize(
    ("field", "coding"),
    [("", ""), ("identity", ""), (" GZip ", "gzip"), ("x-gzip", "x-gzip"), ("br", "br")],
)
def test_codings(field: str, coding: str) -> None:
    """The codings that are asked for."""
    assert coding_of(field) == coding


@pytest.mark.parametrize("field", ["gzip, gzip", "gzip,br", "gzip, identity", "deflate", "zstd", "compress", ",", "é"])
def test_other_codings(field: str) -> None:
    """Layers of codings, and codings that were not asked for, are refused."""
    with pytest.raises(Unreachable) as refused:
        coding_of(field)
    assert refused.value.cause == "its content coding was not requested"


def test_tiny_pieces() -> None:
    """A page in chunks of a byte is refused before it has kept the reactor busy; one in small chunks is not."""
    refused = Received("", b"a" * 100_000, chunks=[1] * 100_000)
    assert refused.cause == "it is split into hundreds of tiny chunks"
    assert refused.aborted == 1
    assert len(Received("", b"a" * 100_000, chunks=[20] * 5000).body.data) == 100_000
    assert len(Received("", b"a" * 500, chunks=[1] * 500).body.data) == 500
    assert Received("", b"a" * 600, chunks=[1] * 600).cause == "it is split into hundreds of tiny chunks"


@pytest.mark.parametrize(("chunk", "extension", "taken"), [(16, 0, True), (16, 1000, False), (2000, 1000, True)])
def test_frames(chunk: int, extension: int, taken: bool) -> None:
    """A chunk may carry a kilobyte that nobody reads; a body that consists of such is refused."""
    wire = Wire()
    asked = Deferred.fromCoroutine(wire.session.request("GET", parse_target("http://a.example/"), wire.deadline()))
    protocol, _ = wire.accept()
    protocol.dataReceived(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    response = result_now(asked)
    reading = Deferred.fromCoroutine(response.body(BodyLimits(wire=10**6, decoded=10**6), wire.deadline()))
    piece = b"%x;%s\r\n%s\r\n" % (chunk, b"e" * extension, b"a" * chunk)
    body = piece * 150 + b"0\r\n\r\n"
    for at in range(0, len(body), 65536):  # as much as a transport reads at once
        protocol.dataReceived(body[at : at + 65536])
    if taken:
        assert result_now(reading).data == b"a" * chunk * 150
    else:
        failure = failure_now(reading, Unreachable)
        assert isinstance(failure, Unreachable)
        assert failure.problem is Problem.MALFORMED
    response.close()
    wire.end()
