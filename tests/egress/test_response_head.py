"""The fields of a response head are kept as they were sent, and malformed lines are reported."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.egress.request_errors import Unreachable
from sitescan.egress.response_head import content_length, parse_head
from sitescan.model.answers import Problem
from sitescan.standards.http_headers import Headers


def test_repeated_fields() -> None:
    """Repeated fields stay separate, in their order and with the case of their names."""
    head = parse_head(b"HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nX: \t y \r\nset-cookie: b=2\r\nEmpty:\r\n\r\n")
    assert [*head.headers] == [("Set-Cookie", "a=1"), ("X", "y"), ("set-cookie", "b=2"), ("Empty", "")]


@pytest.mark.parametrize("fold", [" b", "\tb", "   b  "])
def test_folded_lines(fold: str) -> None:
    """A folded field has one value."""
    head = parse_head(f"HTTP/1.1 200 OK\r\nX: a\r\n{fold}\r\nY: 1\r\n\r\n".encode())
    assert [*head.headers] == [("X", "a b"), ("Y", "1")]


def test_line_feeds_alone() -> None:
    """Lines may end with a line feed alone."""
    assert [*parse_head(b"HTTP/1.1 200 OK\nX: 1\nY: 2\n\n").headers] == [("X", "1"), ("Y", "2")]


def test_bytes_above_ascii() -> None:
    """Bytes above ASCII are decoded as ISO-8859-1, so that none is lost."""
    assert parse_head(b"HTTP/1.1 200 OK\r\nX: \xc3\xa9\r\n\r\n").headers.get("x") == "Ã©"


@pytest.mark.parametrize(
    ("values", "length"),
    [
        (("0",), 0),
        (("42",), 42),
        ((" 42 ",), 42),
        (("42", "42"), 42),
        (("42, 42",), 42),
        ((), None),
        (("",), None),
        (("42", "43"), None),
        (("42, 43",), None),
        (("-1",), None),
        (("+1",), None),
        (("1_0",), None),
        (("0x10",), None),
        (("４２",), None),
        (("9" * 20,), None),
    ],
)
def test_content_length(values: tuple[str, ...], length: int | None) -> None:
    """A content length is a decimal number that all its fields agree on."""
    assert content_length(Headers(tuple(("Content-Length", value) for value in values))) == length


@given(st.binary(max_size=300))
def test_arbitrary_head(data: bytes) -> None:
    """Any head without null bytes can be parsed, and no field contains a line feed."""
    headers = parse_head(b"HTTP/1.1 200 OK\r\n" + data.replace(b"\0", b"")).headers
    content_length(headers)
    for name, value in headers:
        assert "\n" not in name + value
        assert value == value.strip()


@given(
    st.lists(
        st.tuples(
            st.from_regex(r"[A-Za-z][A-Za-z0-9-]{0,9}", fullmatch=True), st.from_regex(r"([!-~]{1,9})?", fullmatch=True)
        ),
        max_size=9,
    )
)
def test_well_formed_fields(fields: list[tuple[str, str]]) -> None:
    """Well-formed fields are parsed as they were written."""
    head = "HTTP/1.1 200 OK\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields) + "\r\n"
    assert [*parse_head(head.encode()).headers] == fields


@pytest.mark.parametrize(
    ("line", "kept", "malformed"),
    [
        ("X Foo: 1", [], ["X Foo: 1"]),
        ("X-Foo : 1", [("X-Foo", "1")], ["X-Foo : 1"]),
        ("no colon", [], ["no colon"]),
        (": 1", [], [": 1"]),
        ("X-F\xf6\xf6: 1", [], ["X-F\xf6\xf6: 1"]),
        ("HTTP/1.1 200 OK", [], ["HTTP/1.1 200 OK"]),
        ("X Foo: 1\r\n continued", [], ["X Foo: 1"]),
        ("X-Foo: 1\r\n folded", [("X-Foo", "1 folded")], []),
        ("X-Foo: \xff", [("X-Foo", "\xff")], []),
        ("X-Foo:\t1 : 2", [("X-Foo", "1 : 2")], []),
    ],
)
def test_malformed_lines(line: str, kept: list[tuple[str, str]], malformed: list[str]) -> None:
    """A line that browsers ignore is ignored and reported; the other fields are kept."""
    head = parse_head(f"HTTP/1.1 200 OK\r\nA: 1\r\n{line}\r\nB: 2\r\n\r\n".encode("latin-1"))
    assert [*head.headers] == [("A", "1"), *kept, ("B", "2")]
    assert [*head.malformed_lines] == malformed


def test_many_malformed_lines() -> None:
    """At most 20 malformed lines are reported, each cut to 100 characters."""
    head = parse_head(b"HTTP/1.1 200 OK\r\n" + (b"pears " * 50 + b"\r\n") * 50 + b"\r\n")
    assert [*map(len, head.malformed_lines)] == [100] * 20


def test_continuation_after_status_line() -> None:
    """An indented line after the status line is ignored."""
    assert [*parse_head(b"HTTP/1.1 200 OK\n x: 1\nA: 1\n\n").headers] == [("A", "1")]


@pytest.mark.parametrize(
    ("line", "version", "status", "phrase"),
    [
        (b"HTTP/1.1 200 OK", (1, 1), 200, b"OK"),
        (b"HTTP/1.0 404", (1, 0), 404, b""),
        (b"HTTP/1.1 204 ", (1, 1), 204, b""),
        (b"HTTP/9.9 999 \xff  odd ", (9, 9), 999, b"\xff  odd"),
    ],
)
@pytest.mark.parametrize("end", [b"\r\n", b"\n"])
def test_status_lines(line: bytes, version: tuple[int, int], status: int, phrase: bytes, end: bytes) -> None:
    """The reason phrase may be any bytes, or missing."""
    head = parse_head(line + end + b"A: 1" + end + end)
    assert (head.version, head.status, head.phrase) == (version, status, phrase)


@pytest.mark.parametrize(
    "head",
    [b"", b"A: 1\r\n\r\n", b"HTTP/1.1 20\r\n\r\n", b"HTTP/1.1 200 OK", b"HTTP/1.1 200 OK\r\nA: \0\r\n\r\n"],
)
def test_malformed_heads(head: bytes) -> None:
    """A response without a status line, or with a null byte in its head, is refused, as browsers do."""
    with pytest.raises(Unreachable) as raised:
        parse_head(head)
    assert raised.value.problem is Problem.MALFORMED
