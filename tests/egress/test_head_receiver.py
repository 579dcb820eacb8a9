"""A hostile response head costs bounded time and memory."""

from collections.abc import Iterator
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.egress.head_receiver import HeadLimits, HeadReceiver
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response_head import ResponseHead
from sitescan.model.answers import Problem

LIMITS = HeadLimits(bytes=1000, lines=10, seconds=5)
HEAD = b"HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\n\r\n"


def pieces(data: bytes, chunk: int = 0) -> Iterator[bytes]:
    """Split data into chunks of a size, or return it whole."""
    for at in range(0, len(data), chunk or len(data)):
        yield data[at : at + (chunk or len(data))]


def received(data: bytes, chunk: int = 0, limits: HeadLimits = LIMITS) -> tuple[ResponseHead, bytes] | None:
    """Return the response head and the data after it."""
    receiver, found = HeadReceiver(limits), None
    rest = b""
    for piece in pieces(data, chunk):
        if found is not None:
            rest += piece
        else:
            found = receiver.feed(piece)
    return found and (found[0], found[1] + rest)


def refused(data: bytes, chunk: int = 0, limits: HeadLimits = LIMITS) -> Unreachable | None:
    """Return the error with which a response head is refused."""
    try:
        received(data, chunk, limits)
    except Unreachable as problem:
        return problem
    return None


@pytest.mark.parametrize("chunk", range(1, len(HEAD) + 5))
def test_split_does_not_affect_head(chunk: int) -> None:
    """A head is parsed the same however it is split, and the data after it is passed on."""
    found = received(HEAD + b"body", chunk)
    assert found is not None
    head, rest = found
    assert ([*head.headers], rest) == ([("A", "1"), ("B", "2")], b"body")


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\nA: 1\n\n",
        b"HTTP/1.1 200 OK\nA: 1\n\r\n",
        b"HTTP/1.1 200 OK\r\nA: 1\r\n\n",
        b"HTTP/1.0 404\r\n\r\n",
        b"HTTP/9.9 999 \xff\r\n\r\n",
        b"HTTP/1.1 099 Odd\r\n\r\n",
    ],
)
def test_lenient_heads(head: bytes) -> None:
    """A line feed alone ends a line, the reason phrase may be missing, and any three digits are a status."""
    for chunk in (1, len(head)):
        assert received(head, chunk) is not None


@pytest.mark.parametrize(
    "first",
    [
        b"SSH-2.0-OpenSSH_9.6",
        b"<!doctype html><title>Pears</title>",
        b"",
        b"HTTP/1.1 99 Odd",
        b"HTTP/1.1 +100 Continue",
        b"HTTP/1.1 0100 Continue",
        b"HTTP/1.1 1_00 Continue",
        b"HTTP/1.10 100 Continue",
        b"FOO/1.1 100 Continue",
        b"HTTP/1.1  100 Continue",
        b"HTTP/1.1 2000 OK",
        b"ICY 200 OK",
    ],
)
@pytest.mark.parametrize("chunk", [1, 0])
def test_malformed_status_lines(first: bytes, chunk: int) -> None:
    """A first line that isn't a status line is refused as soon as it is complete."""
    problem = refused(first + b"\r\n\r\n" + b"HTTP/1.1 200 OK\r\n" + b"A: " + b"a" * 5000, chunk)
    assert problem is not None
    assert problem.cause == "it does not start with an HTTP status line"


@pytest.mark.parametrize("chunk", [1, 7, 0])
@pytest.mark.parametrize("lines", [10, 11])
def test_line_limit(lines: int, chunk: int) -> None:
    """A head with exactly the limit of fields is accepted, and a head with one more is refused."""
    problem = refused(b"HTTP/1.1 200 OK\r\n" + b"A: 1\r\n" * lines + b"\r\n", chunk)
    assert (problem is not None) == (lines > 10)


@pytest.mark.parametrize("chunk", [1, 7, 0])
@pytest.mark.parametrize("size", [1000, 1001])
def test_byte_limit(size: int, chunk: int) -> None:
    """A head of exactly the limit of bytes is accepted, and a head with one more is refused."""
    start = b"HTTP/1.1 200 OK\r\nA: "
    problem = refused(start + b"a" * (size - len(start) - 4) + b"\r\n\r\n", chunk)
    assert (problem is not None) == (size > 1000)
    assert problem is None or problem.problem is Problem.HEAD_TOO_LONG


def test_long_folded_field() -> None:
    """A field that is folded over many lines is refused at the limit of lines."""
    start = b"HTTP/1.1 200 OK\r\nA: 1\r\n"
    assert refused(start + b" folded\r\n" * 10, 9) is None
    problem = refused(start + b" folded\r\n" * 11, 9)
    assert problem is not None
    assert problem.problem is Problem.HEAD_TOO_LONG


@pytest.mark.parametrize("chunk", [1, 4096, 0])
@pytest.mark.parametrize("size", [17_000, 64 * 1024, 64 * 1024 + 1])
def test_long_field(size: int, chunk: int) -> None:
    """A head may consist of one long field, such as a long policy, up to the limit of the head."""
    limits = HeadLimits(bytes=64 * 1024, lines=200, seconds=10)
    start = b"HTTP/1.1 200 OK\r\nContent-Security-Policy: "
    problem = refused(start.ljust(size - 4, b"a") + b"\r\n\r\n", chunk, limits)
    assert (problem is not None) == (size > 64 * 1024)


@pytest.mark.parametrize("chunk", [1, 4096, 0])
def test_endless_line(chunk: int) -> None:
    """A line that never ends is refused at the limit of the head."""
    limits = HeadLimits(bytes=64 * 1024, lines=200, seconds=10)
    start = b"HTTP/1.1 200 OK\r\nA: "
    assert refused(start.ljust(64 * 1024, b"a"), chunk, limits) is None
    problem = refused(start.ljust(64 * 1024 + 1, b"a"), chunk, limits)
    assert problem is not None
    assert problem.problem is Problem.HEAD_TOO_LONG


@pytest.mark.parametrize("status", [100, 103, 199])
def test_interim_responses(status: int) -> None:
    """Eight interim responses before a response are accepted, and more are refused."""
    interim = b"HTTP/1.1 %d Early\r\nLink: </a>\r\n\r\n" % status
    found = received(interim * 8 + HEAD, 3)
    assert found is not None
    assert [*found[0].headers] == [("A", "1"), ("B", "2")]
    problem = refused(interim * 9)
    assert problem is not None
    assert problem.cause == "it sends endless interim responses"


@pytest.mark.cpu
def test_byte_by_byte() -> None:
    """A head that arrives byte by byte isn't searched from its start each time."""
    limits = HeadLimits(bytes=64 * 1024, lines=200, seconds=10)
    started = process_time()
    assert received(b"HTTP/1.1 200 OK\r\n" + (b"A: " + b"a" * 16_000 + b"\r\n") * 4 + b"\r\n", 1, limits)
    assert process_time() - started < 1.5


@given(st.binary(max_size=300), st.integers(1, 50))
def test_arbitrary_data(data: bytes, chunk: int) -> None:
    """A head is accepted, incomplete or refused for the same reason, however it is split."""
    whole, cut = (_outcome(b"HTTP/1.1 200 OK\r\n" + data, size) for size in (0, chunk))
    assert whole == cut


def _outcome(data: bytes, chunk: int) -> object:
    try:
        found = received(data, chunk)
    except Unreachable as problem:
        return problem.problem
    return found and (found[0].headers, found[1])
