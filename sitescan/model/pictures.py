"""The size of a picture, read from its first bytes."""

import struct

#: Markers of a JPEG that begin a frame, which says how large the picture is.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_STANDALONE = frozenset({0x01, *range(0xD0, 0xD9)})

#: Segments in front of the first frame that are looked at.
_SEGMENTS = 1000


def picture_size(data: bytes) -> tuple[int, int]:
    """
    Width and height in pixels of a PNG, GIF, WebP or JPEG; 0 and 0 where they are not among these bytes.

    https://www.w3.org/TR/png/ https://www.w3.org/Graphics/GIF/spec-gif89a.txt
    https://developers.google.com/speed/webp/docs/riff_container https://www.w3.org/Graphics/JPEG/itu-t81.pdf
    """
    try:
        if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR":
            return _pair(">II", data, 16)
        if data.startswith((b"GIF87a", b"GIF89a")):
            return _pair("<HH", data, 6)
        if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            return _webp(data)
        if data.startswith(b"\xff\xd8"):
            return _jpeg(data)
    except (struct.error, IndexError):
        pass
    return 0, 0


def _pair(form: str, data: bytes, at: int) -> tuple[int, int]:
    first, second = struct.unpack_from(form, data, at)
    return first, second


def _webp(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        width, height = _pair("<HH", data, 26)
        return width & 0x3FFF, height & 0x3FFF
    return 0, 0


def _jpeg(data: bytes) -> tuple[int, int]:
    at = 2
    for _ in range(_SEGMENTS):
        if data[at] != 0xFF:
            return 0, 0
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in _FRAMES:
            height, width = _pair(">HH", data, at + 5)
            return width, height
        elif marker in _STANDALONE:
            at += 2
        else:
            (length,) = struct.unpack_from(">H", data, at + 2)
            at += 2 + max(length, 2)
    return 0, 0
