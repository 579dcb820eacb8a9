"""Facts are read from the headers of audio and video files, even of hostile files."""

import struct
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitescan.fetch.media.file_parts import FileParts, MalformedFile, Missing
from sitescan.fetch.media.media_header import media_file
from sitescan.model.file_facts import MediaFile
from tests.fetch.media_files import (
    FRAME,
    FTYP,
    MPEG_2,
    PICTURE,
    THEORA,
    VORBIS,
    Track,
    box,
    flac,
    id3,
    moov,
    mp3,
    mp4,
    ogg,
    ogg_page,
    wav,
    webm,
)

_PART = 16 * 1024


def whole(data: bytes) -> MediaFile | None:
    """Return the facts of a file that is read as a whole."""
    file = FileParts(size=len(data))
    file.add(0, data)
    return media_file(file)


def in_parts(data: bytes) -> tuple[MediaFile | None, int]:
    """Return the facts of a file that is read in the ranges that its header asks for, and their number."""
    file, at, known = FileParts(size=len(data)), 0, None
    for number in range(1, 9):
        file.add(at, data[at : at + _PART])
        try:
            return media_file(file), number
        except Missing as missing:
            at, known = missing.at, missing.known
    return known, 9


def outcome(file: FileParts) -> tuple[MediaFile | None, int]:
    """Return the facts of a file, or the known ones and the offset of the next range."""
    try:
        return media_file(file), 0
    except Missing as missing:
        return missing.known, missing.at


def facts(kind: str, audio: bool | None, seconds: float | None, *, captions: bool = False) -> MediaFile:
    """Return the facts in a header."""
    return MediaFile(format=kind, audio=audio, seconds=seconds, captions=captions)


@pytest.mark.parametrize(
    ("data", "header"),
    [
        (mp4(PICTURE, Track()), facts("MP4", True, 10)),
        (mp4(PICTURE), facts("MP4", False, 10)),
        (mp4(PICTURE, Track(duration=2000)), facts("MP4", True, 2)),
        (mp4(PICTURE, Track(duration=2000), Track()), facts("MP4", True, 10)),
        (mp4(PICTURE, Track(duration=0)), facts("MP4", None, 12)),
        (mp4(PICTURE, Track(enabled=False)), facts("MP4", None, 10)),
        (mp4(PICTURE, Track(duration=0xFFFFFFFF)), facts("MP4", True, 12)),
        (mp4(PICTURE, Track(sizes=(6, 6, 6))), facts("MP4", None, 10)),
        (mp4(PICTURE, Track(sizes=(23, 6, 7))), facts("MP4", None, 10)),
        (mp4(PICTURE, Track(sizes=(4, 4), coding=b"sowt")), facts("MP4", True, 10)),
        (mp4(PICTURE, Track(sizes=())), facts("MP4", True, 10)),
        (mp4(PICTURE, Track(), Track(b"sbtl")), facts("MP4", True, 10, captions=True)),
        (mp4(PICTURE, Track(duration=0, sizes=()), fragments=0), facts("MP4", True, 12)),
        (mp4(PICTURE, Track(duration=0, sizes=()), fragments=7000), facts("MP4", True, 7)),
        (FTYP + moov(Track(), long=True), facts("MP4", True, 10)),
        (FTYP + moov(Track(duration=0), duration=0, fragments=0), facts("MP4", True, None)),
        (FTYP + moov(), None),
        (FTYP + box(b"mdat", b"\0" * 100), None),
        (FTYP + moov(Track())[:-9], None),
        (FTYP + b"\0\0\0\1mdat" + struct.pack(">Q", 20) + b"\0" * 4 + moov(Track()), facts("MP4", True, 10)),
        (FTYP + b"\0\0\0\0" + moov(Track())[4:], facts("MP4", True, 10)),
        (FTYP + b"\0\0\0\7free", None),
    ],
)
def test_mp4(data: bytes, header: MediaFile | None) -> None:
    """The sound of an MP4 file is that of its longest audio track, and unknown if the track is empty or disabled."""
    assert whole(data) == header


@pytest.mark.parametrize(
    ("data", "header"),
    [
        (webm(1, 2), facts("WebM", True, 12)),
        (webm(1), facts("WebM", False, 12)),
        (webm(1, 2, 17), facts("WebM", True, 12, captions=True)),
        (webm(1, 2, number=">f"), facts("WebM", True, 12)),
        (webm(1, 2, number=">e"), facts("WebM", True, None)),
        (webm(1, 2, seconds=0), facts("WebM", True, None)),
        (webm(1, 2, disabled=True), facts("WebM", None, 12)),
        (webm(1, 2, unknown=True), facts("WebM", True, 12)),
        (webm(1, 2, seconds=float("nan")), facts("WebM", True, None)),
        (webm(), None),
        (webm(1)[:30], None),
        (b"\x1a\x45\xdf\xa3" + b"\0" * 40, None),
        (b"\x1a\x45\xdf\xa3" + b"\xff" * 40, None),
    ],
)
def test_webm(data: bytes, header: MediaFile | None) -> None:
    """The tracks and the duration of a WebM file are read; a live recording has no duration."""
    assert whole(data) == header


@pytest.mark.parametrize(
    ("data", "header"),
    [
        (ogg(VORBIS), facts("Ogg", True, 10)),
        (ogg(b"OpusHead\1\2" + b"\0" * 9, samples=48_000), facts("Ogg", True, 1)),
        (ogg(b"\x7fFLAC" + b"\0" * 22 + (44_100 << 4).to_bytes(3, "big") + b"\0" * 20), facts("Ogg", True, 10)),
        (ogg(VORBIS, THEORA), facts("Ogg", True, 10)),
        (ogg(THEORA), facts("Ogg", False, None)),
        (ogg(VORBIS, samples=-1), facts("Ogg", True, None)),
        (ogg(b"whatever else" * 3), None),
        (ogg_page(VORBIS), None),
        (b"OggS", None),
    ],
)
def test_ogg(data: bytes, header: MediaFile | None) -> None:
    """The tracks and duration of an Ogg file are read from its first pages and the last page of an audio stream."""
    assert whole(data) == header


@pytest.mark.parametrize(
    ("data", "header"),
    [
        (mp3(tag=b"Xing", stated=383), facts("MP3", True, 383 * 1152 / 44_100)),
        (id3(20_000) + mp3(tag=b"Info", stated=100), facts("MP3", True, 100 * 1152 / 44_100)),
        (mp3(), facts("MP3", True, 383 * 417 / 16_000)),
        (mp3(frame=MPEG_2), facts("MP3", True, 383 * 261 / 10_000)),
        (mp3(5), facts("MP3", True, None)),
        (FRAME * 3 + FRAME.replace(b"\x90", b"\xa0", 1) + FRAME * 60, facts("MP3", True, None)),
        (FRAME, None),
        (b"\xff\xf1\x50\x80" + b"\0" * 500, None),
        (id3(100), None),
        (wav(), facts("WAV", True, 10)),
        (wav(stated=0xFFFFFFFF), facts("WAV", True, None)),
        (wav()[:30], None),
        (flac(), facts("FLAC", True, 10)),
        (flac(0), facts("FLAC", True, None)),
        (b"fLaC\x84\0\0\x22" + b"\0" * 40, None),
        (b"<!doctype html><p>not here", None),
        (b"", None),
    ],
)
def test_sound(data: bytes, header: MediaFile | None) -> None:
    """The duration of an audio file is unknown if its bit rate varies and its header has no duration."""
    found = whole(data)
    assert (found is None) is (header is None)
    if found is not None and header is not None:
        assert (found.format, found.audio) == (header.format, header.audio)
        assert found.seconds == pytest.approx(header.seconds)


@pytest.mark.parametrize(
    ("data", "header", "parts"),
    [
        (mp4(PICTURE, Track()), facts("MP4", True, 10), 1),
        (mp4(PICTURE, Track(), before=100_000), facts("MP4", True, 10), 2),
        (mp4(PICTURE._replace(padding=50_000), Track(), before=100_000), facts("MP4", True, 10), 3),
        (id3(200_000) + mp3(tag=b"Xing", stated=383), facts("MP3", True, 383 * 1152 / 44_100), 2),
        (ogg(VORBIS, between=100_000), facts("Ogg", True, 10), 2),
        (webm(1, 2) + b"\0" * 100_000, None, 1),
    ],
)
def test_data_between_parts_is_not_requested(data: bytes, header: MediaFile | None, parts: int) -> None:
    """Data between the parts of a header isn't requested."""
    assert in_parts(data)[1] == parts
    assert header is None or in_parts(data)[0] == header


def test_incomplete_ogg() -> None:
    """An Ogg file is known to have sound before its last page has arrived."""
    file, data = FileParts(size=200_000), ogg(VORBIS)
    file.add(0, data[:200])
    with pytest.raises(Missing) as missing:
        media_file(file)
    assert missing.value.known == facts("Ogg", True, None)


def test_unknown_size() -> None:
    """If the size of a file is unknown, only the facts in its beginning are known."""
    for data, header in ((ogg(VORBIS), facts("Ogg", True, None)), (mp3(), facts("MP3", True, None))):
        file = FileParts()
        file.add(0, data)
        assert media_file(file) == header


_FILES = [mp4(PICTURE, Track()), webm(1, 2), ogg(VORBIS, THEORA), mp3(30), mp3(3, b"Xing", stated=9), wav(), flac()]


@given(
    st.sampled_from(_FILES),
    st.integers(0, 2**32),
    st.integers(0, 2**16),
    st.binary(max_size=12),
    st.one_of(st.none(), st.integers(1, 2**40)),
)
def test_broken_files(data: bytes, cut: int, at: int, patch: bytes, size: int | None) -> None:
    """A broken file gives plausible facts, none, or the offset at which to read on."""
    at %= len(data)
    broken = (data[:at] + patch + data[at + len(patch) :])[: cut % (len(data) + 1) or None]
    file = FileParts(size=size)
    file.add(0, broken)
    found, at = outcome(file)
    assert found is None or found.seconds is None or 0 <= found.seconds < float("inf")
    assert at < file.end


@given(st.sampled_from([b"", *(data[:12] for data in _FILES)]), st.binary(max_size=300))
def test_arbitrary_data(start: bytes, rest: bytes) -> None:
    """Arbitrary data causes no exception and no further request."""
    file = FileParts(size=len(start + rest))
    file.add(0, start + rest)
    _, at = outcome(file)
    assert at == 0


@pytest.mark.cpu
@pytest.mark.parametrize(
    "data",
    [
        FTYP + box(b"free") * 8000,
        FTYP + box(b"moov", box(b"trak", box(b"free") * 8000)),
        FTYP + box(b"moov", box(b"trak", box(b"tkhd", b"\0" * 84), box(b"mdia", box(b"hdlr", b"\0" * 20))) * 300),
        b"\x1a\x45\xdf\xa3\x80\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff" + b"\xec\x80" * 30_000,
        ogg_page(b"\x80theora", begins=True) * 1500,
        b"RIFF\0\0\0\0WAVE" + b"odd \0\0\0\0" * 8000,
        ogg(VORBIS)[:300] + b"OggS" * 15_000,
    ],
)
def test_hostile_files(data: bytes) -> None:
    """A hostile file with as many parts as fit into the read limit is parsed within 50 milliseconds."""
    file = FileParts(size=len(data))
    file.add(0, data)
    started = time.process_time()
    outcome(file)
    assert time.process_time() - started < 0.05


def test_number_of_reads_is_limited() -> None:
    """A header that takes more than a thousand reads is malformed."""
    file = FileParts(size=10)
    file.add(0, b"\0" * 10)
    for _ in range(1000):
        file.take(0, 1)
    with pytest.raises(MalformedFile):
        file.take(0, 1)
