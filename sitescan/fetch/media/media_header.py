"""Parsing the header of an audio or video file, by its format."""

import re
from collections.abc import Callable

from sitescan.fetch.media.file_parts import FileParts, Malformed
from sitescan.fetch.media.matroska import matroska
from sitescan.fetch.media.mp4 import mp4
from sitescan.fetch.media.mpeg_audio import mp3
from sitescan.fetch.media.ogg import ogg
from sitescan.fetch.media.pcm import flac, wav
from sitescan.model.file_facts import MediaFile

#: The signatures and the parsers of formats. https://mimesniff.spec.whatwg.org/#matching-an-audio-or-video-type-pattern
_FORMATS: tuple[tuple[re.Pattern[bytes], Callable[[FileParts], MediaFile]], ...] = (
    (re.compile(rb"....ftyp", re.DOTALL), mp4),
    (re.compile(rb"\x1a\x45\xdf\xa3"), matroska),
    (re.compile(rb"OggS"), ogg),
    (re.compile(rb"RIFF....WAVE", re.DOTALL), wav),
    (re.compile(rb"fLaC"), flac),
    (re.compile(rb"ID3|\xff[\xe2-\xff]"), mp3),
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
    except Malformed:
        return None
