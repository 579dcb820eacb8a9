"""
The header of an Ogg file, with its streams, and the last page, with their duration.

https://www.rfc-editor.org/rfc/rfc3533
"""

from sitescan.fetch.media.file_parts import FileParts, MalformedFile, Missing
from sitescan.model.file_facts import MediaFile

_CAPTURE = b"OggS"
_HEAD = 27
_BEGINS = 0x02

#: The first bytes of streams without audio. https://wiki.xiph.org/MIMETypesCodecs
_SILENT = (b"\x80theora", b"fishead\0", b"\x80kate\0", b"BBCD\0", b"\x01video", b"OVP80")
_OPUS_RATE = 48_000
_LOOKED_AT = 32
#: The number of bytes at the end of the file that are searched for the last page.
LAST = 15 * 1024


def ogg(file: FileParts) -> MediaFile:
    """
    Parse the streams of the file.

    :raises Missing: if the end of the file is needed for the duration.
    :raises Malformed: if the header can't be read.
    """
    at, silent = 0, 0
    rates: dict[int, int] = {}
    while file.take(at, 4) == _CAPTURE and file.number(at + 5, 1) & _BEGINS:
        segments = file.number(at + 26, 1)
        size = sum(file.take(at + _HEAD, segments))
        content = file.take(at + _HEAD + segments, min(size, _LOOKED_AT))
        rate = _rate(content)
        if rate:
            rates[int.from_bytes(file.take(at + 14, 4), "little")] = rate
        elif content.startswith(_SILENT):
            silent += 1
        else:
            raise MalformedFile
        at += _HEAD + segments + size
    if not rates:
        if not silent:
            raise MalformedFile
        return MediaFile(format="Ogg", audio=False)
    known = MediaFile(format="Ogg", audio=True)
    if file.size is None:
        return known
    start = max(0, file.size - LAST)
    if not file.has(start, file.size - start):
        raise Missing(start, known)
    return MediaFile(format="Ogg", audio=True, seconds=_seconds(file.take(start, file.size - start), rates))


def _rate(content: bytes) -> int:
    """Return the sample rate of an audio stream; 0 for another stream."""
    if content.startswith(b"OpusHead"):
        return _OPUS_RATE
    if content.startswith(b"\x01vorbis"):
        return int.from_bytes(content[12:16], "little")
    if content.startswith(b"\x7fFLAC") and len(content) >= 30:
        return int.from_bytes(content[27:30], "big") >> 4
    return 0


def _seconds(last: bytes, rates: dict[int, int]) -> float | None:
    """Return the duration of an audio stream by its last page."""
    at = last.rfind(_CAPTURE)
    while at >= 0:
        head = last[at : at + _HEAD]
        rate = rates.get(int.from_bytes(head[14:18], "little"), 0)
        samples = int.from_bytes(head[6:14], "little", signed=True)
        if len(head) == _HEAD and rate and samples > 0:
            return samples / rate
        at = last.rfind(_CAPTURE, 0, at)
    return None
