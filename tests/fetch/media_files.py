"""Audio and video files that consist of little more than their headers."""

import struct
from collections.abc import Sequence
from typing import NamedTuple

FTYP = b"\0\0\0\x14ftypisom\0\0\2\0isom"


def box(kind: bytes, *content: bytes) -> bytes:
    """Return a box of an MP4 file."""
    body = b"".join(content)
    return struct.pack(">I4s", 8 + len(body), kind) + body


class Track(NamedTuple):
    """A track of an MP4 file, 1000 units a second; its sizes are those of its first frames."""

    handler: bytes = b"soun"
    duration: int = 10_000
    enabled: bool = True
    sizes: Sequence[int] = (300, 310, 290)
    coding: bytes = b"mp4a"
    padding: int = 0

    def box(self) -> bytes:
        """Return the track's box."""
        tkhd = struct.pack(">IIIIII", int(self.enabled), 0, 0, 1, 0, self.duration) + b"\0" * 60
        alike = self.sizes[0] if len(set(self.sizes)) == 1 else 0
        sizes = () if alike else self.sizes
        stsz = struct.pack(f">III{len(sizes)}I", 0, alike, len(self.sizes), *sizes)
        stsd = struct.pack(">III4s", 0, 1, 36, self.coding) + b"\0" * 28
        stbl = box(b"stbl", box(b"stsd", stsd), box(b"stts", b"\0" * 16), box(b"stsz", stsz))
        minf = box(b"minf", box(b"smhd", b"\0" * 8), stbl)
        hdlr = box(b"hdlr", b"\0" * 8, self.handler, b"\0" * 13)
        mdia = box(b"mdia", box(b"mdhd", b"\0" * 24), hdlr, minf, box(b"free", b"\0" * self.padding))
        return box(b"trak", box(b"tkhd", tkhd), mdia)


PICTURE = Track(b"vide")


def moov(*tracks: Track, duration: int = 12_000, fragments: int | None = None, long: bool = False) -> bytes:
    """Return the header of an MP4 file; that of a fragmented file holds the duration of all fragments, or 0."""
    if long:
        mvhd = struct.pack(">IQQIQ", 1 << 24, 0, 0, 1000, duration)
    else:
        mvhd = struct.pack(">IIIII", 0, 0, 0, 1000, duration)
    mehd = (box(b"mehd", struct.pack(">II", 0, fragments)),) if fragments else ()
    mvex = () if fragments is None else (box(b"mvex", *mehd),)
    return box(b"moov", box(b"mvhd", mvhd + b"\0" * 80), *(track.box() for track in tracks), *mvex)


def mp4(*tracks: Track, before: int = 0, fragments: int | None = None) -> bytes:
    """Return an MP4 file with this many bytes of content before its header."""
    content = box(b"mdat", b"\0" * before) if before else b""
    return FTYP + content + moov(*tracks, fragments=fragments)


def element(identifier: int, *content: bytes, unknown: bool = False) -> bytes:
    """Return an element of a WebM file."""
    body = b"".join(content)
    size = b"\x01" + b"\xff" * 7 if unknown else (1 << 56 | len(body)).to_bytes(8, "big")
    return identifier.to_bytes((identifier.bit_length() + 7) // 8, "big") + size + body


def webm(*kinds: int, seconds: float = 12, number: str = ">d", disabled: bool = False, unknown: bool = False) -> bytes:
    """Return a WebM file with tracks of these types; 1 is video, 2 audio, 17 subtitles."""
    info = (element(0x2AD7B1, (1_000_000).to_bytes(3, "big")), element(0x4489, struct.pack(number, seconds * 1000)))
    enabled = (element(0xB9, b"\0"),) if disabled else ()
    tracks = (element(0xAE, element(0xD7, b"\1"), element(0x83, bytes([kind])), *enabled) for kind in kinds)
    header = (element(0x1549A966, *(info if seconds else info[:1])), element(0x1654AE6B, *tracks))
    cluster = element(0x1F43B675, b"\0" * 100)
    return element(0x1A45DFA3, b"\0" * 20) + element(
        0x18538067, element(0xEC, b"\0"), *header, cluster, unknown=unknown
    )


def ogg_page(content: bytes, serial: int = 1, samples: int = 0, *, begins: bool = False) -> bytes:
    """Return a page of an Ogg file."""
    segments = b"\xff" * (len(content) // 255) + bytes([len(content) % 255])
    head = struct.pack("<4sBBqIIIB", b"OggS", 0, 2 if begins else 0, samples, serial, 0, 0, len(segments))
    return head + segments + content


VORBIS = b"\x01vorbis\0\0\0\0\2" + struct.pack("<I", 44_100) + b"\0" * 14
THEORA = b"\x80theora\3\2\1" + b"\0" * 33


def ogg(*heads: bytes, samples: int = 441_000, between: int = 0) -> bytes:
    """Return an Ogg file whose first stream has this many samples, and this many bytes of content."""
    begin = b"".join(ogg_page(head, serial, begins=True) for serial, head in enumerate(heads, 1))
    content = b"".join(ogg_page(b"\0" * 10_000) for _ in range(between // 10_000))
    return begin + content + ogg_page(b"\0" * 200, 1, samples) + ogg_page(b"\0", 9, 5)


#: MPEG 1, layer III, 128 kbit/s, 44,100 Hz, stereo.
FRAME = b"\xff\xfb\x90\x00" + b"\0" * 413
#: MPEG 2, layer III, 80 kbit/s, 22,050 Hz, stereo.
MPEG_2 = b"\xff\xf3\x90\x00" + b"\0" * 257


def mp3(frames: int = 383, tag: bytes = b"", *, stated: int = 0, frame: bytes = FRAME) -> bytes:
    """Return an MP3 file with frames of 26 ms; its first frame may hold their number."""
    first = frame[:36] + tag + struct.pack(">II", 1, stated) + frame[36 + len(tag) + 8 :] if tag else frame
    return first + frame * (frames - 1)


def id3(size: int) -> bytes:
    """Return an ID3 tag of this many bytes after its header."""
    return b"ID3\4\0\0" + bytes(size >> shift & 0x7F for shift in (21, 14, 7, 0)) + b"\0" * size


def wav(seconds: int = 10, *, stated: int | None = None) -> bytes:
    """Return the header of a WAV file with 8,000 bytes a second."""
    form = struct.pack("<HHIIHH", 1, 1, 8000, 8000, 1, 8)
    data = seconds * 8000 if stated is None else stated
    chunks = b"fmt " + struct.pack("<I", 16) + form + b"odd " + struct.pack("<I", 3) + b"\0" * 4
    return b"RIFF\0\0\0\0WAVE" + chunks + b"data" + struct.pack("<I", data) + b"\0" * 100


def flac(samples: int = 441_000) -> bytes:
    """Return the beginning of a FLAC file at 44,100 Hz."""
    block = b"\x10\0\x10\0" + b"\0" * 6 + (44_100 << 44 | 1 << 41 | 15 << 36 | samples).to_bytes(8, "big") + b"\0" * 16
    return b"fLaC\x80\0\0\x22" + block
