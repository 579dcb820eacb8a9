"""
The header of an MP4 or QuickTime file: its tracks and their durations.

ISO/IEC 14496-12, https://mpeg.chiariglione.org/standards/mpeg-4/iso-base-media-file-format
"""

from collections.abc import Iterator, Sequence

from attrs import frozen

from sitescan.fetch.media.file_parts import FileParts, MalformedFile
from sitescan.model.file_facts import MediaFile

_SOUND = b"soun"
_TEXT = (b"text", b"sbtl", b"subt", b"clcp")

#: The codecs that encode silence in a few bytes per frame. https://mp4ra.org/registered-types/sampleentries
_COMPRESSED = (b"mp4a", b"Opus", b"ac-3", b"ec-3")
#: The frame size below which a track is considered silent, in bytes. A frame of silent AAC has about six bytes, and a
#: frame of speech at the lowest bit rates a hundred.
_SILENT_FRAME = 32
#: The number of frames that are examined: the first seconds.
_FRAMES = 200

_UNKNOWN = (0xFFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF)


@frozen
class _Box:
    """
    A box, which may contain others.

    :ivar kind: its type.
    :ivar start: the offset of its content.
    :ivar end: the offset of its end.
    """

    kind: bytes
    start: int
    end: int


@frozen
class _Track:
    """
    A track.

    :ivar handler: its handler type, such as ``soun``.
    :ivar enabled: whether players play it.
    :ivar duration: its duration in the time units of the file; ``None`` if it is unknown.
    :ivar silent: whether its frames are so small that it may be silent.
    """

    handler: bytes
    enabled: bool
    duration: int | None
    silent: bool


def mp4(file: FileParts) -> MediaFile:
    """
    Parse the ``moov`` box.

    :raises Missing: if more of the file is needed.
    :raises Malformed: if the header can't be read.
    """
    moov = _child(file, 0, file.end, b"moov")
    timescale, duration, fragmented = 0, 0, False
    tracks: list[_Track] = []
    for box in _boxes(file, moov.start, moov.end):
        if box.kind == b"mvhd":
            timescale, movie_duration = _timing(file, box)
            duration = duration or movie_duration
        elif box.kind == b"trak":
            tracks.append(_track(file, box))
        elif box.kind == b"mvex":
            fragmented = True
            duration = _fragments_duration(file, box) or duration
    if not tracks or not timescale:
        raise MalformedFile
    # The header of a fragmented file contains no samples; each fragment contains its own.
    sounds = [track for track in tracks if track.handler == _SOUND]
    audible = [track for track in sounds if track.enabled and not track.silent and (fragmented or track.duration != 0)]
    return MediaFile(
        format="MP4",
        audio=True if audible else None if sounds else False,
        seconds=_seconds(audible or tracks, duration, timescale),
        captions=any(track.handler in _TEXT for track in tracks),
    )


def _seconds(tracks: Sequence[_Track], duration: int, timescale: int) -> float | None:
    """Return the longest duration of the tracks, or that of the file if a track has none."""
    durations = [track.duration for track in tracks if track.duration]
    longest = max(durations) if len(durations) == len(tracks) else duration
    return longest / timescale if longest and longest not in _UNKNOWN else None


def _boxes(file: FileParts, at: int, end: int) -> Iterator[_Box]:
    while at + 8 <= end:
        size, kind, head = file.number(at, 4), file.take(at + 4, 4), 8
        if size == 1:
            size, head = file.number(at + 8, 8), 16
        elif size == 0:
            size = end - at
        if size < head or at + size > end:
            raise MalformedFile
        yield _Box(kind, at + head, at + size)
        at += size


def _child(file: FileParts, at: int, end: int, kind: bytes) -> _Box:
    for box in _boxes(file, at, end):
        if box.kind == kind:
            return box
    raise MalformedFile


def _timing(file: FileParts, mvhd: _Box) -> tuple[int, int]:
    """Return the time units per second, and the duration of the file in them; 0 if it is unknown."""
    long = file.number(mvhd.start, 1) == 1
    at = mvhd.start + (20 if long else 12)
    duration = file.number(at + 4, 8 if long else 4)
    return file.number(at, 4), 0 if duration in _UNKNOWN else duration


def _fragments_duration(file: FileParts, mvex: _Box) -> int:
    for box in _boxes(file, mvex.start, mvex.end):
        if box.kind == b"mehd":
            return file.number(box.start + 4, 8 if file.number(box.start, 1) == 1 else 4)
    return 0


def _track(file: FileParts, trak: _Box) -> _Track:
    enabled, duration = True, None
    for box in _boxes(file, trak.start, trak.end):
        if box.kind == b"tkhd":
            long = file.number(box.start, 1) == 1
            enabled = bool(file.number(box.start + 3, 1) & 1)
            value = file.number(box.start + (28 if long else 20), 8 if long else 4)
            duration = None if value in _UNKNOWN else value
        elif box.kind == b"mdia":
            hdlr = _child(file, box.start, box.end, b"hdlr")
            handler = file.take(hdlr.start + 8, 4)
            return _Track(handler, enabled, duration, handler == _SOUND and _is_silent(file, box))
    raise MalformedFile


def _is_silent(file: FileParts, mdia: _Box) -> bool:
    """Return whether the frames of an audio track are too small for sound. Only loaded parts are examined."""
    at, end = mdia.start, mdia.end
    coding = b""
    while file.has(at, 8) and at + 8 <= end:
        size, kind = file.number(at, 4), file.take(at + 4, 4)
        if kind in (b"minf", b"stbl"):
            at += 8
            continue
        if kind == b"stsd" and file.has(at + 20, 4):
            coding = file.take(at + 20, 4)
        if kind == b"stsz" and file.has(at + 12, 8):
            return coding in _COMPRESSED and _frame_size(file, at + 12) < _SILENT_FRAME
        if size < 8:
            break
        at += size
    return False


def _frame_size(file: FileParts, at: int) -> float:
    """Return the average size of the first frames in bytes; that of audible ones if it is not loaded."""
    same, count = file.number(at, 4), min(file.number(at + 4, 4), _FRAMES)
    if same:
        return same
    if not count or not file.has(at + 8, 4 * count):
        return _SILENT_FRAME
    sizes = file.take(at + 8, 4 * count)
    return sum(int.from_bytes(sizes[start : start + 4], "big") for start in range(0, len(sizes), 4)) / count
