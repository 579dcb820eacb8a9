"""Parsing the header of an audio or video file, by its format."""

import re
from collections.abc import Callable

from sitescan.fetch.media.file_parts import FileParts, MalformedFile
from sitescan.fetch.media.matroska import matroska
from sitescan.fetch.media.mp4 import mp4
from sitescan.fetch.media.mpeg_audio import mp3
from sitescan.fetch.media.ogg import ogg
from sitescan.fetch.media.pcm import flac, wav
from sitescan.model.file_facts import MediaFile
from sitescan.standards.lazy_pattern import lazy_pattern

#: The signatures and the parsers of formats. https://mimesniff.spec.whatwg.org/#matching-an-audio-or-video-type-pattern
_FORMATS: tuple[tuple[re.Pattern[bytes], Callable[[FileParts], MediaFile]], ...] = (
    (lazy_pattern(rb"....ftyp", re.DOTALL), mp4),
    (lazy_pattern(rb"\x1a\x45\xdf\xa3"), matroska),
    (lazy_pattern(rb"OggS"), ogg),
    (lazy_pattern(rb"RIFF....WAVE", re.DOTALL), wav),
    (lazy_pattern(rb"fLaC"), flac),
    (lazy_pattern(rb"ID3|\xff[\xe2-\xff]"), mp3),
)
_SIGNATURE_BYTES = 12


def media_file(file: FileParts) -> MediaFile | None:
    """
    Parse the header of a file; return ``None`` if the format is unknown, or the header is malformed.

    :raises Missing: if more of the file is needed.
    """
    try:
        start = file.take(0, _SIGNATURE_BYTES)
        read = next((read for signature, read in _FORMATS if signature.match(start)), None)
        return read(file) if read is not None else None
    except MalformedFile:
        return None
