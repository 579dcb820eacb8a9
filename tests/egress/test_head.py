"""The head of a response is read as evidence, whatever its shape."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.egress.head import content_length, parse_head
from sitescan.model.exchange import Headers


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
