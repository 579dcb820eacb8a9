"""Frames are decoded as they were encoded, however the pipe splits them."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.examine.frames import Frame, FrameReader, FrameTooLarge

frames = st.lists(st.builds(Frame, st.binary(max_size=50), st.binary(max_size=50)), max_size=8)


@given(frames, st.lists(st.integers(1, 60), max_size=60))
def test_arbitrary_split(sent: list[Frame], chunks: list[int]) -> None:
    """Any number of frames is decoded from pieces of any size."""
    wire = b"".join(part for frame in sent for part in frame.encode())
    reader, received, at = FrameReader(message=50, blob=50), list[Frame](), 0
    for size in (*chunks, len(wire)):
        received += reader.feed(wire[at : at + size])
        at += size
    assert received == sent


@pytest.mark.parametrize(("message", "blob"), [(11, 0), (0, 6), (2**32 - 1, 0), (0, 2**32 - 1)])
def test_oversize_frame(message: int, blob: int) -> None:
    """A frame that would be too large is refused by its header, before any of it is kept."""
    reader = FrameReader(message=10, blob=5)
    with pytest.raises(FrameTooLarge):
        list(reader.feed(struct.pack(">II", message, blob)))


def test_largest_frame() -> None:
    """A frame whose message and blob are as long as allowed is decoded."""
    largest = Frame(b"m" * 10, b"b" * 5)
    assert list(FrameReader(message=10, blob=5).feed(b"".join(largest.encode()))) == [largest]


def test_frames_before_oversize_frame() -> None:
    """Frames that arrive before an oversize frame are decoded."""
    reader = FrameReader(message=10)
    good = b"".join(Frame(b"good").encode())
    heard = reader.feed(good + struct.pack(">II", 11, 0))
    assert next(heard) == Frame(b"good")
    with pytest.raises(FrameTooLarge):
        next(heard)


@given(st.binary(max_size=200))
def test_arbitrary_data(data: bytes) -> None:
    """Arbitrary data is decoded as frames or refused."""
    reader = FrameReader(message=100, blob=100)
    try:
        for frame in reader.feed(data):
            assert len(frame.message) <= 100
    except FrameTooLarge:
        pass
