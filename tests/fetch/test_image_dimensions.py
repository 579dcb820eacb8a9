"""The dimensions of an image are read from its first bytes, even those of a hostile file."""

import struct
import time
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.fetch.image_dimensions import LONGEST, picture
from sitescan.model.file_facts import Picture


def png(width: int, height: int) -> bytes:
    """Return the beginning of a PNG file."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header))


def gif(width: int, height: int, rest: bytes = b"") -> bytes:
    """Return the beginning of a GIF file."""
    return b"GIF89a" + struct.pack("<HH", width, height) + b"\0\0\0" + rest


def jpeg(width: int, height: int, before: int = 0) -> bytes:
    """Return the beginning of a JPEG file with this many bytes of application data before its size."""
    padding = b""
    while before > 0:
        length = min(before, 65_000)
        padding += b"\xff\xe1" + struct.pack(">H", length + 2) + b"\0" * length
        before -= length
    return b"\xff\xd8" + padding + b"\xff\xc0" + struct.pack(">HBHHB", 17, 8, height, width, 3) + b"\0" * 16


def webp(width: int, height: int, rest: bytes = b"") -> bytes:
    """Return the beginning of a WebP file in the extended format."""
    size = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + size + rest


def bomb(width: int, height: int) -> bytes:
    """Return a small PNG file with huge dimensions in its header."""
    return png(width, height) + b"\0" * 100


@pytest.mark.parametrize(
    ("data", "seen"),
    [
        (png(640, 360), Picture(format="PNG", width=640, height=360)),
        (gif(3, 5), Picture(format="GIF", width=3, height=5)),
        (gif(3, 5, b"!\xff\x0bNETSCAPE2.0"), Picture(format="GIF", width=3, height=5, animated=True)),
        (webp(640, 360), Picture(format="WebP", width=640, height=360)),
        (webp(640, 360, b"ANIM"), Picture(format="WebP", width=640, height=360, animated=True)),
        (jpeg(640, 360), Picture(format="JPEG", width=640, height=360)),
        (jpeg(640, 360, before=10_000), Picture(format="JPEG", width=640, height=360)),
        (jpeg(640, 360, before=10_000)[:4096], Picture(format="JPEG")),
        (bomb(2**31 - 1, 2**31 - 1), Picture(format="PNG")),
        (b"\x89PNG\r\n\x1a\n", Picture(format="PNG")),
        (b"<!doctype html><p>not here", None),
        (b"", None),
    ],
)
def test_raster(data: bytes, seen: Picture | None) -> None:
    """A raster image has a format, a width and a height; a truncated or absurd one has only a format."""
    assert picture(data) == seen


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ('<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9px"/>', (16, 9)),
        ('<?xml version="1.0"?>\n<!-- a > b -->\n<svg viewBox="0 0 24,12">', (24, 12)),
        ("<!DOCTYPE svg PUBLIC 'x' 'y'><svg:svg height='9.5' width='16'>", (16, 9)),
        ('<svg width="100%" height="100%" viewBox="0 0 4 3">', (4, 3)),
        ('<svg width="2em" height="9">', (0, 0)),
        ('<!-- width="9" height="9" --><svg>', (0, 0)),
        ('<svg title="width=\'9\' >" data-width="7" viewBox="a b">', (0, 0)),
        ('<!DOCTYPE svg [<!ENTITY a "9">]><svg width="&a;" height="&a;">', (0, 0)),
        ("<svg", None),
    ],
)
def test_svg(text: str, size: tuple[int, int] | None) -> None:
    """An SVG image has the size of its attributes or its view box; values from entities are unknown."""
    seen = picture(text.encode())
    assert (None if seen is None else (seen.width, seen.height)) == size


LAUGHS = b"<!DOCTYPE svg [" + b"".join(
    b'<!ENTITY l%d "%s">' % (number, b"&l%d;" % (number - 1) * 10) for number in range(1, 10)
)


@pytest.mark.cpu
@pytest.mark.parametrize(
    "data",
    [
        LAUGHS + b"]><svg width='&l9;' height='9'>&l9;</svg>",
        b"<!-- " * 20_000,
        b"<!---" * 20_000,
        b" " * 10**6 + b"<svg>",
        b"<?x" * 30_000,
        b"<svg " + b"width='9' " * 20_000,
        b"<svg " + b"a='" * 20_000,
        b"<!DOCTYPE [" * 10_000,
        jpeg(9, 9, before=10**6),
        b"\xff\xd8\xff" + b"\xff" * 70_000,
        b"\xff\xd8\xff\xe1\0\0" * 12_000,
        b"GIF89a" + b"\xff" * 70_000,
        b"RIFF\0\0\0\0WEBPVP8X" + b"\0" * 70_000,
        b"\0\0\0\x1cftypavif" + b"\0\0\0\0" * 17_000,
        b"\0\0\0\x1cftypavif" + b"\0\0\0\x08meta" * 9_000,
        b"BM" + b"\xff" * 70_000,
    ],
)
def test_hostile(data: bytes) -> None:
    """Reading the dimensions of a hostile file takes less than ten milliseconds."""
    picture(data)
    assert any(_cpu(data) < 0.01 for _ in range(20))


def _cpu(data: bytes) -> float:
    begun: float = time.thread_time()
    picture(data)
    ended: float = time.thread_time()
    return ended - begun


_KINDS = [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF89a", b"RIFF1234WEBPVP8 ", b"\0\0\0\x1cftypavif", b"BM", b"<svg "]


@given(st.sampled_from(_KINDS), st.binary(max_size=2000))
def test_arbitrary_data(kind: bytes, rest: bytes) -> None:
    """Arbitrary data gives an image of plausible size, or none."""
    seen = picture(kind + rest)
    assert seen is None or 0 <= min(seen.width, seen.height) <= max(seen.width, seen.height) <= 10**6
    assert len(kind + rest) < LONGEST
