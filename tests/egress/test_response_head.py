"""The head of a response is read as evidence, whatever its shape."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.egress.response_head import content_length, parse_head, without_malformed_lines
from sitescan.standards.http_headers import Headers


def test_fields_keep_their_order_and_their_names() -> None:
    """Repeated fields stay apart, and names stay as they were written."""
    headers = parse_head(b"HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nX: \t y \r\nset-cookie: b=2\r\nEmpty:\r\n\r\n")
    assert [*headers] == [("Set-Cookie", "a=1"), ("X", "y"), ("set-cookie", "b=2"), ("Empty", "")]


@pytest.mark.parametrize("fold", [" b", "\tb", "   b  "])
def test_folded_lines(fold: str) -> None:
    """A folded value is one value."""
    assert [*parse_head(f"HTTP/1.1 200 OK\r\nX: a\r\n{fold}\r\nY: 1\r\n\r\n".encode())] == [("X", "a b"), ("Y", "1")]


def test_line_feeds_alone() -> None:
    """Lines may end with a line feed alone."""
    assert [*parse_head(b"HTTP/1.1 200 OK\nX: 1\nY: 2\n\n")] == [("X", "1"), ("Y", "2")]


def test_bytes_above_ascii() -> None:
    """They are read as ISO-8859-1, so that none is lost."""
    assert parse_head(b"HTTP/1.1 200 OK\r\nX: \xc3\xa9\r\n\r\n").get("x") == "Ã©"


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
    """A length is a number that all its fields agree upon."""
    assert content_length(Headers(tuple(("Content-Length", value) for value in values))) == length


@given(st.binary(max_size=300))
def test_any_head(data: bytes) -> None:
    """Anything is read, and no field holds a line end."""
    headers = parse_head(b"HTTP/1.1 200 OK\r\n" + data)
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
def test_what_was_written_is_read(fields: list[tuple[str, str]]) -> None:
    """Plain fields come back as they were written."""
    head = "HTTP/1.1 200 OK\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields) + "\r\n"
    assert [*parse_head(head.encode())] == fields


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (b"X Foo: 1", b""),
        (b"X-Foo : 1", b"X-Foo: 1\r\n"),
        (b"no colon", b""),
        (b": 1", b""),
        (b"X-F\xf6\xf6: 1", b""),
        (b"HTTP/1.1 200 OK", b""),
        (b"X Foo: 1\r\n continued", b""),
        (b"", None),
        (b"X-Foo: 1\r\n folded", None),
        (b"X-Foo: \xff", None),
    ],
)
def test_malformed_lines(line: bytes, kept: bytes | None) -> None:
    """What browsers skip goes, and is named; all else stays byte by byte."""
    middle = line + b"\r\n" if line else b""
    head = b"HTTP/1.1 200 OK\r\nA: 1\r\n" + middle + b"B: 2\r\n\r\n"
    clean, malformed = without_malformed_lines(head)
    assert clean == (head if kept is None else b"HTTP/1.1 200 OK\r\nA: 1\r\n" + kept + b"B: 2\r\n\r\n")
    assert malformed == (() if kept is None else (line.split(b"\r\n")[0].decode("latin-1"),))


def test_a_line_that_continues_nothing() -> None:
    """What is indented below the status line belongs to no field."""
    assert without_malformed_lines(b"HTTP/1.1 200 OK\n x: 1\nA: 1\n\n")[0] == b"HTTP/1.1 200 OK\nA: 1\n\n"
