"""
The header of an MP3 file: its duration, if the header contains it or the bit rate is constant.

ISO/IEC 11172-3 and 13818-3, https://www.datavoyage.com/mpgscript/mpeghdr.htm, https://id3.org/id3v2.4.0-structure
"""

from attrs import frozen

from sitescan.fetch.media.file_parts import FileParts, MalformedFile, Missing
from sitescan.model.file_facts import MediaFile

_KILOBITS_1 = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_KILOBITS_2 = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
_RATES = (44_100, 48_000, 32_000)
_MONO = 3

#: The number of frames that must have the same bit rate for it to be considered constant.
_SAME_RATE_FRAMES = 20


@frozen
class _Frame:
    """
    The header of a frame.

    :ivar kilobits: the bit rate in kilobits per second.
    :ivar rate: the sample rate in hertz.
    :ivar samples: the number of samples.
    :ivar size: the size in bytes.
    :ivar side: the size of the side information, after which the first frame may have a Xing header.
    """

    kilobits: int
    rate: int
    samples: int
    size: int
    side: int


def mp3(file: FileParts) -> MediaFile:
    """
    Parse the first frames.

    :raises Missing: if more of the file is needed.
    :raises Malformed: if the header can't be read.
    """
    at = _first_frame(file)
    first = _frame(file, at)
    _frame(file, at + first.size)
    frames = _frame_count(file, at, first)
    seconds = frames * first.samples / first.rate if frames else _by_bit_rate(file, at, first)
    return MediaFile(format="MP3", audio=True, seconds=seconds)


def _first_frame(file: FileParts) -> int:
    """Return the offset of the first frame, after an ID3 tag."""
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
    # Required: the sync word, a known version, layer III, a bit rate and a sample rate.
    if header >> 21 != 0x7FF or version == 1 or layer != 1 or bits in (0, 15) or rate == 3:
        raise MalformedFile
    full = version == 3
    mono = header >> 6 & 3 == _MONO
    kilobits = (_KILOBITS_1 if full else _KILOBITS_2)[bits]
    hertz = _RATES[rate] // (1 if full else 2 if version == 2 else 4)
    samples = 1152 if full else 576
    side = (17 if mono else 32) if full else (9 if mono else 17)
    return _Frame(kilobits, hertz, samples, samples // 8 * kilobits * 1000 // hertz + padding, side)


def _frame_count(file: FileParts, at: int, first: _Frame) -> int:
    """Return the number of frames in the Xing or VBRI header of the first frame; 0 if there is none."""
    tag = at + 4 + first.side
    if file.take(tag, 4) in (b"Xing", b"Info"):
        return file.number(tag + 8, 4) if file.number(tag + 4, 4) & 1 else 0
    return file.number(at + 50, 4) if file.take(at + 36, 4) == b"VBRI" else 0


def _by_bit_rate(file: FileParts, at: int, first: _Frame) -> float | None:
    """Return the duration by the bit rate; ``None`` if it changes, or the size of the file is unknown."""
    if file.size is None:
        return None
    place = at
    for _ in range(_SAME_RATE_FRAMES):
        try:
            frame = _frame(file, place)
        except (MalformedFile, Missing):
            return None
        if frame.kilobits != first.kilobits:
            return None
        place += frame.size
    return (file.size - at) / (first.kilobits * 125)
