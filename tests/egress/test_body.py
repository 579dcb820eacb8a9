"""The size of a body in memory is bounded, and its content doesn't depend on how the network splits it."""

import gzip
import random
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
    "deflate": zlib.compress,
    "br, gzip": lambda data: gzip.compress(brotli.compress(data, quality=5)),
    "gzip, deflate": lambda data: zlib.compress(gzip.compress(data)),
    "br, x-gzip, gzip": lambda data: gzip.compress(gzip.compress(brotli.compress(data, quality=5))),
}

codings = st.sampled_from(sorted(ENCODE))


class Received:
    """A body that arrives in chunks, and the number of times that its reader closed the connection."""

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
        """The body, if it was accepted."""
        return result_now(self.reader.done)

    @property
    def too_large(self) -> str:
        """The limit that the body exceeds."""
        failure = failure_now(self.reader.done, TooLarge)
        assert isinstance(failure, TooLarge)
        assert self.aborted == 1
        return failure.limit

    @property
    def cause(self) -> str:
        """The reason why the body is malformed."""
        failure = failure_now(self.reader.done, Unreachable)
        assert isinstance(failure, Unreachable)
        assert failure.problem is Problem.MALFORMED
        return failure.cause


@given(codings, st.binary(max_size=3000), st.lists(st.integers(1, 500), max_size=30))
def test_split_does_not_affect_body(coding: str, data: bytes, chunks: list[int]) -> None:
    """A compressed body is decoded to the same data, however the network splits it."""
    wire = ENCODE[coding](data)
    received = Received(coding, wire, chunks=chunks)
    assert received.body == Body(data=data, wire_size=len(wire))


@given(codings, st.binary(max_size=3000), st.booleans(), st.lists(st.integers(1, 500), max_size=30))
def test_split_does_not_affect_limit(coding: str, data: bytes, prefix: bool, chunks: list[int]) -> None:
    """The way a body is split affects neither whether it is too large nor how much of it is kept."""
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
def test_size_of_oversized_body(coding: str, data: bytes, chunks: list[int]) -> None:
    """The error about an oversized body has its size as sent: that of the whole body, or of the part received."""
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


def test_size_of_incomplete_oversized_body() -> None:
    """A body whose connection breaks before its end is reported with the size received so far, as incomplete."""
    wire = gzip.compress(b"x" * 5000)
    received = Received("gzip", wire, BodyLimits(wire=1000, decoded=500, measured=True), end=ConnectionLost())
    failure = failure_now(received.reader.done, TooLarge)
    assert isinstance(failure, TooLarge)
    assert (failure.size, failure.whole) == (len(wire), False)


@given(codings, st.binary(max_size=3000), st.lists(st.integers(1, 500), max_size=30))
def test_arbitrary_bytes(coding: str, data: bytes, chunks: list[int]) -> None:
    """Arbitrary bytes give a body, or one of the two errors."""
    received = Received(coding, data, SMALL, chunks)
    try:
        assert len(received.body.data) <= 2000
    except (TooLarge, Unreachable):
        assert received.aborted == 1


@pytest.mark.parametrize("coding", ["gzip", "br", "br, gzip"])
@pytest.mark.parametrize("chunk", [16, 100, 64 * 1024])
def test_decompression_bombs(coding: str, chunk: int) -> None:
    """A small body that decodes to 100 MB is refused after a few megabytes of memory."""
    wire = ENCODE[coding](bytes(100_000_000))
    wire = wire[: 64 * 1024]
    tracemalloc.start()
    received = Received(coding, wire, chunks=[chunk] * len(wire))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert received.too_large == "5 MiB after decompression"
    assert peak < 20_000_000


@pytest.mark.parametrize("coding", ["gzip", "br", "br, gzip"])
def test_decompression_yields_to_reactor(coding: str) -> None:
    """A large chunk is decoded over several reactor turns, and cancelling the reader ends the decoding."""
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
@pytest.mark.parametrize("coding", ["gzip", "br", "br, gzip"])
def test_ratio(coding: str, chunk: int) -> None:
    """A body within both size limits is refused if decoding makes it more than 100 times larger."""
    wire = ENCODE[coding](bytes(3 * MIB))
    received = Received(coding, wire, chunks=[chunk] * 100)
    assert received.too_large == "100 times its size as sent"


@pytest.mark.parametrize("chunk", [100, 64 * 1024])
def test_ratio_of_whole_body(chunk: int) -> None:
    """The ratio is that of the whole body, so a page that starts with highly compressible data is accepted."""
    data = bytes(2 * MIB) + b"".join(zlib.crc32(b"%d" % number).to_bytes(4) for number in range(10_000))
    wire = gzip.compress(data)
    assert len(data) < 100 * len(wire)
    assert Received("gzip", wire, chunks=[chunk] * 1000).body.data == data


@pytest.mark.parametrize("coding", ["gzip", "br"])
@pytest.mark.parametrize("chunk", [1000, 64 * 1024])
def test_large_page_is_decoded_completely(coding: str, chunk: int) -> None:
    """A page that is decoded in several steps is complete."""
    data = b"".join(b"<p id=p%d>Pears &amp; figs</p>\n" % number for number in range(60_000))
    wire = ENCODE[coding](data)
    assert Received(coding, wire, chunks=[chunk] * 9999).body == Body(data=data, wire_size=len(wire))


def test_high_ratio_of_small_body() -> None:
    """The ratio isn't limited up to 1 MiB of decoded data."""
    data = bytes(MIB)
    assert Received("gzip", gzip.compress(data)).body.data == data
    assert Received("gzip", gzip.compress(data + b"\0")).too_large == "100 times its size as sent"


def test_highest_ratio() -> None:
    """A body of exactly the highest ratio is accepted, and one that was sent in one byte less is refused."""
    data = bytes(2_000_000)
    wire = gzip.compress(data).ljust(20_000, b"\0")
    assert Received("gzip", wire).body.data == data
    assert Received("gzip", wire[:-1]).too_large == "100 times its size as sent"


@pytest.mark.parametrize(
    ("size", "whole"),
    [(999, True), (1000, True), (1001, False), (5000, False)],
)
def test_size_as_sent(size: int, whole: bool) -> None:
    """A body of exactly the limit is accepted, and a body with one more byte is refused."""
    received = Received("", b"a" * size, SMALL, [300] * 99)
    if whole:
        assert received.body == Body(data=b"a" * size, wire_size=size)
    else:
        assert received.too_large == "0.000953674 MiB as sent"


@pytest.mark.parametrize("coding", ["gzip", "br", "br, gzip"])
@pytest.mark.parametrize("kept", [1, 5, 12, 100, -1])
def test_truncated(coding: str, kept: int) -> None:
    """The part that arrived of a truncated body is used, and the body says that it is truncated."""
    data = b"".join(b"<p>%d</p>" % number for number in range(1000))
    body = Received(coding, ENCODE[coding](data)[:kept]).body
    assert data.startswith(body.data)
    assert body.truncated == f"its {coding} coding is cut short"


@pytest.mark.parametrize("coding", ["gzip", "br", "br, gzip"])
def test_corrupt(coding: str) -> None:
    """A body that isn't encoded with the coding of its header is refused."""
    assert Received(coding, b"<!doctype html><title>Pears</title>").cause == f"its {coding} coding is corrupt"


def test_wrong_checksum() -> None:
    """A gzip body with a wrong checksum is refused as corrupt."""
    wire = bytearray(gzip.compress(b"pears" * 100))
    wire[-6] ^= 1
    assert Received("gzip", bytes(wire)).cause == "its gzip coding is corrupt"


@pytest.mark.parametrize("chunk", [1, 7, 1000])
@pytest.mark.parametrize(
    "after", [b"", b"\0" * 400, b"\x1f", b"\x1f\x8b", b"<!-- served by pears -->", bytes(range(256))]
)
def test_data_after_gzip_body(after: bytes, chunk: int) -> None:
    """Padding and garbage after a gzip body are ignored, as browsers do."""
    wire = gzip.compress(b"pears") + after
    received = Received("gzip", wire, chunks=[chunk] * 999)
    assert received.body == Body(data=b"pears", wire_size=len(wire))


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_data_after_brotli_body(chunk: int) -> None:
    """Garbage after a brotli body makes it corrupt, whether it arrives in the same chunk or in a later one."""
    received = Received("br", brotli.compress(b"pears") + b"garbage", chunks=[chunk] * 999)
    assert received.cause == "its br coding is corrupt"


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_several_members(chunk: int) -> None:
    """A gzip body may consist of several members, including empty ones (RFC 1952, 2.2)."""
    wire = b"".join(gzip.compress(part) for part in (b"pears", b"", b" and ", b"figs"))
    assert Received("gzip", wire, chunks=[chunk] * 999).body == Body(data=b"pears and figs", wire_size=len(wire))


def test_large_members() -> None:
    """Each gzip member may repeat what it contains 32 KB earlier (RFC 1951, 2)."""
    part = random.Random(0).randbytes(30_000) * 2
    wire = gzip.compress(part) * 2
    assert len(wire) < 2 * len(part)
    assert Received("gzip", wire).body.data == part * 2


def test_truncated_second_member() -> None:
    """A gzip body whose second member is truncated is truncated."""
    wire = gzip.compress(b"pears") + gzip.compress(bytes(range(256)))[:-20]
    body = Received("gzip", wire, chunks=[9] * 99).body
    assert body.data.startswith(b"pears")
    assert body.truncated == "its gzip coding is cut short"


@pytest.mark.cpu
def test_thousands_of_members() -> None:
    """Decoding thousands of gzip members costs no more than decoding their bytes."""
    started = process_time()
    assert Received("gzip", gzip.compress(b"") * 100_000).body.data == b""
    assert process_time() - started < 2


def test_connection_closed_before_end() -> None:
    """The part that arrived before the connection was closed is used; without any data, the request fails."""
    lost = ResponseFailed([Failure(ConnectionError())])
    body = Received("", b"<title>Pe", end=lost).body
    assert (body.data, body.truncated) == (b"<title>Pe", "the connection was closed before the response was complete")
    failure_now(Received("", b"", end=lost).reader.done, ResponseFailed)


def test_no_body() -> None:
    """An empty body is complete with any content coding."""
    for coding in ENCODE:
        assert Received(coding, b"").body == Body(data=b"", wire_size=0)


def test_data_after_the_end() -> None:
    """Data that arrives after the body was refused changes nothing."""
    received = Received("", b"a" * 2000, SMALL)
    received.reader.dataReceived(b"more")
    received.reader.connectionLost(Failure(ResponseDone()))
    assert received.too_large
    assert received.aborted == 1


def test_cancelling_the_reader() -> None:
    """Cancelling the reader closes the connection at once."""
    aborted: list[bool] = []
    reader = BodyReader("", LIMITS, lambda: aborted.append(True), Clock())
    reader.dataReceived(b"begun")
    assert nothing_yet(reader.done)
    reader.done.addErrback(lambda _: None)
    reader.done.cancel()
    assert aborted == [True]


@pytest.mark.parametrize(
    ("field", "coding"),
    [
        ("", ""),
        ("identity", ""),
        (" GZip ", "gzip"),
        ("x-gzip", "x-gzip"),
        ("br", "br"),
        ("DEFLATE, identity", "deflate"),
        ("gzip,GZIP", "gzip, gzip"),
        ("br, identity, x-gzip", "br, x-gzip"),
    ],
)
def test_codings(field: str, coding: str) -> None:
    """A content coding that the client requests is recognized in upper and lower case."""
    assert coding_of(field) == coding


@pytest.mark.parametrize("field", ["gzip, gzip, gzip, br", "zstd", "compress", "x-compress", "gzip, zstd"])
def test_unsupported_codings(field: str) -> None:
    """Very many layers of content codings, and content codings that weren't requested, are refused."""
    with pytest.raises(Unreachable) as refused:
        coding_of(field)
    assert refused.value.cause == "its content coding was not requested"


@pytest.mark.proof
@pytest.mark.parametrize("chunk", [1000, 64 * 1024])
def test_layered_bomb(chunk: int) -> None:
    """A body whose outer layer decodes to very much is refused, although its inner layer decodes to nothing."""
    wire = gzip.compress(gzip.compress(b"") * 1_000_000)
    assert len(wire) < 64 * 1024
    assert Received("gzip, gzip", wire, chunks=[chunk] * 64).cause == "its gzip, gzip coding is corrupt"


@given(st.binary(max_size=3000), st.lists(st.integers(1, 500), max_size=30), st.binary(max_size=9))
def test_deflate_without_header(data: bytes, chunks: list[int], more: bytes) -> None:
    """Servers that send the data of deflate without the header of zlib are understood; what follows is ignored."""
    wire = zlib.compress(data, wbits=-zlib.MAX_WBITS) + more
    received = Received("deflate", wire, chunks=chunks)
    assert received.body == Body(data=data, wire_size=len(wire))


@pytest.mark.parametrize("wire", [zlib.compress(b"Pears" * 99), zlib.compress(b"Pears" * 99, wbits=-15)])
def test_deflate_without_end(wire: bytes) -> None:
    """Data of deflate that ends early is kept, and known to be a part."""
    body = Received("deflate", wire[:-6]).body
    assert body.truncated == "its deflate coding is cut short"
    assert (b"Pears" * 99).startswith(body.data)
    assert Received("deflate", wire[:1]).body.truncated


def test_no_deflate() -> None:
    """A body that says that it is compressed, and isn't, is malformed."""
    assert Received("deflate", b"<!doctype html>").cause == "its deflate coding is corrupt"


def test_tiny_chunks() -> None:
    """A body in chunks of one byte is refused before it blocks the reactor; chunks of 20 bytes are accepted."""
    refused = Received("", b"a" * 100_000, chunks=[1] * 100_000)
    assert refused.cause == "it is split into hundreds of tiny chunks"
    assert refused.aborted == 1
    assert len(Received("", b"a" * 100_000, chunks=[20] * 5000).body.data) == 100_000
    assert len(Received("", b"a" * 500, chunks=[1] * 500).body.data) == 500
    assert Received("", b"a" * 600, chunks=[1] * 600).cause == "it is split into hundreds of tiny chunks"


@pytest.mark.parametrize(("chunk", "extension", "taken"), [(16, 0, True), (16, 1000, False), (2000, 1000, True)])
def test_chunk_extensions(chunk: int, extension: int, taken: bool) -> None:
    """A chunk may have an extension of a kilobyte, but a body that consists mostly of extensions is refused."""
    wire = Wire()
    request = Deferred.fromCoroutine(wire.session.request("GET", parse_target("http://a.example/"), wire.deadline()))
    protocol, _ = wire.accept()
    protocol.dataReceived(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    response = result_now(request)
    reading = Deferred.fromCoroutine(response.body(BodyLimits(wire=10**6, decoded=10**6), wire.deadline()))
    piece = b"%x;%s\r\n%s\r\n" % (chunk, b"e" * extension, b"a" * chunk)
    body = piece * 150 + b"0\r\n\r\n"
    for at in range(0, len(body), 65536):  # the most that a transport reads at once
        protocol.dataReceived(body[at : at + 65536])
    if taken:
        assert result_now(reading).data == b"a" * chunk * 150
    else:
        failure = failure_now(reading, Unreachable)
        assert isinstance(failure, Unreachable)
        assert failure.problem is Problem.MALFORMED
    response.close()
    wire.end()
