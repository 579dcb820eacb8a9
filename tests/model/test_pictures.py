"""The size of a picture, from its first bytes."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.model.pictures import picture_size

PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 1200, 630)
GIF = b"GIF89a" + struct.pack("<HH", 32, 16)
WEBP_X = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + (1199).to_bytes(3, "little") + (629).to_bytes(3, "little")
WEBP_L = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f" + struct.pack("<I", 599 | 314 << 14)
WEBP = b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 640, 480)
JPEG = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xff\xdb\x00\x02\xff\xc2\x00\x11\x08" + struct.pack(">HH", 315, 600)


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (PNG, (1200, 630)),
        (GIF, (32, 16)),
        (WEBP_X, (1200, 630)),
        (WEBP_L, (600, 315)),
        (WEBP, (640, 480)),
        (JPEG, (600, 315)),
        (PNG[:20], (0, 0)),
        (JPEG[:12], (0, 0)),
        (b"\xff\xd8\xff\xe0\x00\x02" + b"\xff\xe0\x00\x02" * 5000, (0, 0)),
        (b"<svg/>", (0, 0)),
        (b"", (0, 0)),
    ],
)
def test_sizes(data: bytes, size: tuple[int, int]) -> None:
    """What can be read is read; what cannot is not guessed."""
    assert picture_size(data) == size


@given(st.sampled_from([b"", PNG[:12], GIF[:6], WEBP[:16], JPEG[:3]]), st.binary())
def test_anything_can_be_read(start: bytes, rest: bytes) -> None:
    """Pictures are strangers' bytes."""
    width, height = picture_size(start + rest)
    assert width >= 0
    assert height >= 0
