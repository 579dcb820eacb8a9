"""
The header of a WebM or Matroska file: its tracks and its duration.

https://www.rfc-editor.org/rfc/rfc8794 (EBML), https://www.rfc-editor.org/rfc/rfc9559 (Matroska)
"""

import struct
from collections.abc import Iterator

from attrs import frozen

from sitescan.fetch.media.file_parts import FileParts, MalformedFile
from sitescan.model.file_facts import MediaFile

_EBML, _SEGMENT, _INFO, _TRACKS, _CLUSTER = 0x1A45DFA3, 0x18538067, 0x1549A966, 0x1654AE6B, 0x1F43B675
_TIMESTAMP_SCALE, _DURATION = 0x2AD7B1, 0x4489
_TRACK, _TRACK_TYPE, _ENABLED = 0xAE, 0x83, 0xB9
_AUDIO, _SUBTITLES = 2, 17

_NANOSECONDS = 1_000_000_000
_LONGEST_ID, _LONGEST_SIZE = 4, 8


@frozen
class _Element:
    """
    An EBML element.

    :ivar identifier: its EBML id.
    :ivar start: the offset of its content.
    :ivar end: the offset of its end; of its parent's end if its size is unknown.
    """

    identifier: int
    start: int
    end: int


def matroska(file: FileParts) -> MediaFile:
    """
    Parse the elements before the first cluster.

    :raises Missing: if more of the file is needed.
    :raises Malformed: if the header can't be read.
    """
    segment = _next(file, _next(file, 0, _EBML).end, _SEGMENT)
    seconds: float | None = None
    tracks: tuple[tuple[int, bool], ...] = ()
    for element in _elements(file, segment.start, segment.end):
        if element.identifier == _INFO:
            seconds = _seconds(file, element)
        elif element.identifier == _TRACKS:
            tracks = tuple(
                _track(file, entry)
                for entry in _elements(file, element.start, element.end)
                if entry.identifier == _TRACK
            )
        if element.identifier == _CLUSTER or (seconds and tracks):
            break
    if not tracks:
        raise MalformedFile
    sounds = [enabled for kind, enabled in tracks if kind == _AUDIO]
    return MediaFile(
        format="WebM",
        audio=True if any(sounds) else None if sounds else False,
        seconds=seconds,
        captions=any(kind == _SUBTITLES for kind, _ in tracks),
    )


def _next(file: FileParts, at: int, identifier: int) -> _Element:
    """Return the element at an offset, which must have this id."""
    element = next(_elements(file, at, file.end), None)
    if element is None or element.identifier != identifier:
        raise MalformedFile
    return element


def _elements(file: FileParts, at: int, end: int) -> Iterator[_Element]:
    while at + 2 <= end:
        length = _length(file.number(at, 1), _LONGEST_ID)
        identifier = file.number(at, length)
        at += length
        length = _length(file.number(at, 1), _LONGEST_SIZE)
        size = file.number(at, length) & ((1 << 7 * length) - 1)
        at += length
        unknown = size == (1 << 7 * length) - 1
        if not unknown and at + size > end:
            raise MalformedFile
        yield _Element(identifier, at, end if unknown else at + size)
        if unknown:
            return
        at += size


def _length(first: int, most: int) -> int:
    """Return the length of a variable-length integer by its first byte."""
    length = 9 - first.bit_length()
    if length > most:
        raise MalformedFile
    return length


def _seconds(file: FileParts, info: _Element) -> float | None:
    scale, duration = 1_000_000, 0.0
    for element in _elements(file, info.start, info.end):
        size = element.end - element.start
        if element.identifier == _TIMESTAMP_SCALE and size <= 8:
            scale = file.number(element.start, size)
        elif element.identifier == _DURATION and size in (4, 8):
            (duration,) = struct.unpack(">f" if size == 4 else ">d", file.take(element.start, size))
    seconds = duration * scale / _NANOSECONDS
    # A comparison with NaN is false.
    return seconds if 0 < seconds < float("inf") else None


def _track(file: FileParts, entry: _Element) -> tuple[int, bool]:
    """Return the type of a track, and whether it is enabled."""
    kind, enabled = 0, True
    for element in _elements(file, entry.start, entry.end):
        size = element.end - element.start
        if element.identifier == _TRACK_TYPE and size <= 8:
            kind = file.number(element.start, size)
        elif element.identifier == _ENABLED and size <= 8:
            enabled = bool(file.number(element.start, size)) if size else True
    return kind, enabled
