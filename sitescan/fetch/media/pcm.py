"""The headers of WAV and FLAC files: their durations."""

from sitescan.fetch.media.file_parts import FileParts, MalformedFile
from sitescan.model.file_facts import MediaFile

#: The sizes of a data chunk whose size was unknown when it was written.
_NOT_KNOWN = (0, 0xFFFF_FFFF)


def wav(file: FileParts) -> MediaFile:
    """
    Parse the chunks of a WAV file before the audio data.

    http://www-mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html

    :raises Missing: if more of the file is needed.
    :raises Malformed: if the header can't be read.
    """
    at, rate = 12, 0
    while True:
        kind, size = file.take(at, 4), int.from_bytes(file.take(at + 4, 4), "little")
        if kind == b"fmt ":
            rate = int.from_bytes(file.take(at + 16, 4), "little")
        elif kind == b"data":
            break
        at += 8 + size + size % 2
    if not rate:
        raise MalformedFile
    return MediaFile(format="WAV", audio=True, seconds=None if size in _NOT_KNOWN else size / rate)


def flac(file: FileParts) -> MediaFile:
    """
    Parse the first metadata block of a FLAC file.

    https://www.rfc-editor.org/rfc/rfc9639#section-8.2

    :raises Missing: if more of the file is needed.
    :raises Malformed: if the header can't be read.
    """
    if file.number(4, 1) & 0x7F:
        raise MalformedFile
    packed = file.number(18, 8)
    rate, samples = packed >> 44, packed & (1 << 36) - 1
    return MediaFile(format="FLAC", audio=True, seconds=samples / rate if rate and samples else None)
