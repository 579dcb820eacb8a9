"""The size of a JPEG XL image is read from its first bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.fetch.image_dimensions import picture
from sitescan.fetch.jpeg_xl import size
from sitescan.model.file_facts import Picture

#: The beginnings of files of these sizes, by the reference encoder (libjxl 0.7).
_FILES = {
    (1, 1): "ff0a001090505c080012880200b8005d",
    (8, 8): "ff0a41404271210012880200b8005de5",
    (256, 256): "ff0a7f4042712100128802003c015de5",
    (300, 201): "ff0a4006568284e24200128802004c41",
    (400, 300): "ff0a583990505c080012880200508109",
    (1200, 1000): "ff0a3a1f0209c5850012880200e0422b",
    (1920, 1080): "ff0aba210509c5850012880200c40241",
    (257, 999): "ff0a321f002048282e04001288020068",
    (20000, 3): "ff0a10003f9c0009c585001288020040",
}
_BOX = bytes.fromhex("0000000c4a584c200d0a870a00000014667479706a786c20000000006a786c20")


@pytest.mark.parametrize("sides", _FILES)
def test_sizes(sides: tuple[int, int]) -> None:
    """The size is read from a bare codestream, and from a codestream in a box, whole or in parts."""
    codestream = bytes.fromhex(_FILES[sides])
    assert size(codestream) == sides
    assert size(_BOX + b"\x00\x00\x00\x61jxlc" + codestream) == sides
    assert size(_BOX + b"\x00\x00\x00\x61jxlp\x00\x00\x00\x00" + codestream) == sides
    assert size(_BOX + b"\x00\x00\x00\x61jxlp\x80\x00\x00\x00" + codestream) == sides


def test_format_is_recognized() -> None:
    """A JPEG XL file is recognized as an image."""
    known = picture(bytes.fromhex(_FILES[300, 201]))
    assert known == Picture(format="JPEG XL", width=300, height=201)


@pytest.mark.parametrize("data", [b"\xff\x0a", _BOX, _BOX + b"jxlc\xff\x0a", bytes.fromhex(_FILES[8, 8])[:8]])
def test_truncated_file(data: bytes) -> None:
    """The size of a truncated file is unknown."""
    assert size(data) == (0, 0)


@given(st.binary(max_size=200))
def test_arbitrary_data(rest: bytes) -> None:
    """No data gives a negative size."""
    for data in (b"\xff\x0a" + rest, _BOX + rest):
        assert min(size(data)) >= 0
