"""Bytes that a script or stylesheet could do without."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.model.file_facts import TextFile, read_text


def read(body: bytes, *, coded: bool = False) -> TextFile:
    """Read the text of a script."""
    return read_text(body, len(body), coded=coded, script=True)


@pytest.mark.parametrize(
    ("text", "idle"),
    [
        ("let a = 1;\nlet b = 2;", 0),
        ("{\n    a()\n\tb()\n}", 5),
        ("a()\n  // why\nb()", 8),
        ("a()\n/**\n * why\n */\nb()", 3 + 1 + 6 + 1 + 3),
        ("a()\n/* why */\nb()", 9),
        ("a()\n/*! licence */\n//# sourceMappingURL=a.map", 0),
        ("/* whole */(()=>{a()})()", 0),
        ("a()\n/* chunk */(()=>{a()})()\n", 11),
        ("`\n    // pears\n ${`\n    ${a /* b */}`}\n`\n", 7),
        ("let a = '/* b */', c = \"// d\"\n", 0),
        ("return /[/*'\"]/.test(a) // b\n", 4),
        ("if (a) /'/.test(b)\n  // c\n", 6),
        ("a = b / 2 // c / d\n", 8),
        ("a.return / 2 / '// b'\n", 0),
        ("a.\n  return / 2 // b\n", 2 + 4),
        ("a./* b */\n return / 2 // c\n", 7 + 1 + 4),
        ("return\n  /'/.test(a)", 2),
        ("a[b] / 2 // c\n", 4),
        ("a++ \t b  +  c\n", 2 + 1 + 1),
        # The slash might divide or begin a regular expression, so nothing is counted.
        ("{} /'/.test(a)\n// b\n", 0),
        ("let a = 'b\n// c\n", 0),
    ],
)
def test_idle_bytes(text: str, idle: int) -> None:
    """Indentation and comments are counted, except licences, source maps and text that only resembles a comment."""
    assert read(text.encode()).idle == idle


def test_packed_size() -> None:
    """The packed size is known for a file that was sent uncompressed, and zero for any other."""
    body = b"function pear() { return 'pear' }\n" * 5000
    assert 0 < read(body).packed < len(body) // 100
    assert read(body, coded=True).packed == 0


@given(st.binary(max_size=3000))
def test_unneeded_bytes_never_exceed_size(body: bytes) -> None:
    """No file has more unneeded bytes than bytes."""
    assert 0 <= read(body).idle <= len(body) == read(body).size


@pytest.mark.cpu
@pytest.mark.parametrize(
    "part", [b"\n/*", b"\n/* *", b"\n//", b"\n", b"\n ", b"\n* ", b" ", b"\r\n\t", bytes(range(256))]
)
def test_time_is_linear(part: bytes) -> None:
    """A megabyte of any content is read within a second of CPU time."""
    begun = time.process_time()
    read_text(part * (1024**2 // len(part)), 0, coded=True)
    assert time.process_time() - begun < 1
