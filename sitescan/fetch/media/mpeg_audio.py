"""
The header of an MP3 file: how long it plays, where it says so or where its bit rate never changes.

ISO/IEC 11172-3 and 13818-3, https://www.datavoyage.com/mpgscript/mpeghdr.htm, https://id3.org/id3v2.4.0-structure
"""

from attrs import frozen

from sitescan.fetch.media.file_parts import FileParts, Malformed, Missing
from sitescan.model.file_facts import MediaFile

_KILOBITS_1 = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_KILOBITS_2 = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
_RATES = (44_100, 48_000, 32_000)
_MONO = 3

#: As many frames with one bit rate and no word of their number: it is taken for constant.
_ALIKE = 20


@frozen
class _Frame:
    """
    A frame, by its header.

    :ivar kilobits: a second.
    :ivar rate: samples a second.
    :ivar samples: that it holds.
    :ivar size: bytes that it has.
    :ivar side: bytes between its header and what a first frame may say of the file.
    """

    kilobits: int
    rate: int
    samples: int
    size: int
    side: int


def mp3(file: FileParts) -> MediaFile:
    """
    What the first frames say.

    :raises Missing: where more of the file is needed.
    :raises Malformed: where it says nothing that can be read.
    """
    at = _first_frame(file)
    first = _frame(file, at)
    _frame(file, at + first.size)
    frames = _said_frames(file, at, first)
    seconds = frames * first.samples / first.rate if frames else _by_bit_rate(file, at, first)
    return MediaFile(format="MP3", audio=True, seconds=seconds)


def _first_frame(file: FileParts) -> int:
    """Where the sound begins, after an ID3 tag."""
    at = 0
    if file.take(0, 3) == b"ID3":
        size = 0
        for byte in file.take(6, 4):
            size = size << 7 | byte & 0x7F
        at = 10 + size + (10 if file.number(5, 1) & 0x10 else 0)
    return at


def _frame(file: FileParts, at: int) -> _Frame:
    header = file.number(at, 4)
    version, layer = header >> 19 & 3, header >> 17 & 3
    bits, rate, padding = header >> 12 & 15, header >> 10 & 3, header >> 9 & 1
    # Eleven bits of ones, a version that there is, layer III, a bit rate and a rate that are said.
    if header >> 21 != 0x7FF or version == 1 or layer != 1 or bits in (0, 15) or rate == 3:
        raise Malformed
    full = version == 3
    mono = header >> 6 & 3 == _MONO
    kilobits = (_KILOBITS_1 if full else _KILOBITS_2)[bits]
    hertz = _RATES[rate] // (1 if full else 2 if version == 2 else 4)
    samples = 1152 if full else 576
    side = (17 if mono else 32) if full else (9 if mono else 17)
    return _Frame(kilobits, hertz, samples, samples // 8 * kilobits * 1000 // hertz + padding, side)


def _said_frames(file: FileParts, at: int, first: _Frame) -> int:
    """How many frames the first one says that there are; 0 where it is one like all others."""
    tag = at + 4 + first.side
    if file.take(tag, 4) in (b"Xing", b"Info"):
        return file.number(tag + 8, 4) if file.number(tag + 4, 4) & 1 else 0
    return file.number(at + 50, 4) if file.take(at + 36, 4) == b"VBRI" else 0


def _by_bit_rate(file: FileParts, at: int, first: _Frame) -> float | None:
    """How long a file of this bit rate plays; ``None`` where it changes, or the file's size is not known."""
    if file.size is None:
        return None
    place = at
    for _ in range(_ALIKE):
        try:
            frame = _frame(file, place)
        except (Malformed, Missing):
            return None
        if frame.kilobits != first.kilobits:
            return None
        place += frame.size
    return (file.size - at) / (first.kilobits * 125)
