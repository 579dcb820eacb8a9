"""The format and size of an image, from its first bytes."""

import re
from io import BytesIO

import imagesize

from sitescan.fetch import jpeg_xl
from sitescan.model.file_facts import Picture
from sitescan.standards.lazy_pattern import lazy_pattern

#: The number of bytes that are examined. In an SVG, much may come before the root element.
LONGEST = 64 * 1024

_LARGEST = 100_000

#: The start tag of the root, and everything that may come before it. Entities are not expanded, so a size that contains
#: one is unknown.
_SVG = lazy_pattern(
    rb"(?:\xef\xbb\xbf)?\s*(?:(?:<\?[^>]*>|<!--[^-]*(?:-(?!->)[^-]*)*-->|<!DOCTYPE[^>\[]*(?:\[[^\]]*\]\s*)?>)\s*)*"
    rb"<(?:svg:)?svg(?=[\s/>])([^>\"']*(?:(?:\"[^\"]*\"|'[^']*')[^>\"']*)*)>",
    re.IGNORECASE,
)

#: The signatures of formats. imagesize gets no SVG, which it would parse with an XML parser.
#: https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern
_SIGNATURES = (
    (lazy_pattern(rb"\x89PNG\r\n\x1a\n"), "PNG"),
    (lazy_pattern(rb"\xff\xd8\xff"), "JPEG"),
    (lazy_pattern(rb"GIF8[79]a"), "GIF"),
    (lazy_pattern(rb"RIFF....WEBPVP8", re.DOTALL), "WebP"),
    (lazy_pattern(rb"....ftypavi[fs]", re.DOTALL), "AVIF"),
    (lazy_pattern(rb"BM"), "BMP"),
    (jpeg_xl.SIGNATURE, "JPEG XL"),
    (_SVG, "SVG"),
)

_ATTRIBUTE = lazy_pattern(rb"\s(width|height|viewBox)\s*=\s*(?:\"([^\"]{0,100})\"|'([^']{0,100})')")
_LENGTH = lazy_pattern(rb"\s*\+?([0-9]{1,6})(?:\.[0-9]{0,20})?(?:px)?\s*")
_MOVES = b"NETSCAPE2.0"


def image_format(data: bytes) -> str:
    """Return the format of an image; empty if the data is not an image that browsers show."""
    return next((name for signature, name in _SIGNATURES if signature.match(data)), "")


def picture(data: bytes) -> Picture | None:
    """Return the format and size of an image; ``None`` if the data is not an image that browsers show."""
    data = data[:LONGEST]
    kind = image_format(data)
    if kind in ("", "SVG"):
        return _svg(data)
    try:
        # Only a file object is passed: imagesize would fetch a URL itself, without the egress policy.
        width, height = jpeg_xl.size(data) if kind == "JPEG XL" else imagesize.get(BytesIO(data))
    except Exception:  # noqa: BLE001 - imagesize documents no exceptions
        width = height = 0
    if not (0 < width <= _LARGEST and 0 < height <= _LARGEST):
        width = height = 0
    moves = (kind == "GIF" and _MOVES in data) or (kind == "WebP" and data[12:16] == b"VP8X" and b"ANIM" in data[:64])
    return Picture(format=kind, width=width, height=height, animated=moves)


def _svg(data: bytes) -> Picture | None:
    match = _SVG.match(data)
    if match is None:
        return None
    attributes = {name: value or other for name, value, other in _ATTRIBUTE.findall(b" " + match[1])}
    width, height = _pixels(attributes.get(b"width", b"")), _pixels(attributes.get(b"height", b""))
    box = attributes.get(b"viewBox", b"").replace(b",", b" ").split()
    if not (width and height) and len(box) == 4:
        width, height = _pixels(box[2]), _pixels(box[3])
    return Picture(format="SVG", width=width if height else 0, height=height if width else 0)


def _pixels(text: bytes) -> int:
    match = _LENGTH.fullmatch(text)
    return int(match[1]) if match is not None else 0
