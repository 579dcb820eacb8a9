"""Frames that visitors perceive, without tracking pixels."""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import attr

_DOT = 1.0


def perceivable_frames(document: Document) -> Iterator[Tag]:
    """Iterate over the exposed frames that are larger than a pixel."""
    for frame in document.all("frame", "iframe"):
        if document.accessible.exposed(frame) and not is_pixel(document, frame):
            yield frame


def is_pixel(document: Document, tag: Tag) -> bool:
    """Return whether a frame or an image is at most one pixel wide or high."""
    style = document.styles.of(tag)
    return any(_is_tiny(style.pixels(side), attr(tag, side, "")) for side in ("width", "height"))


def _is_tiny(pixels: float | None, attribute: str) -> bool:
    """Return whether a side is at most one pixel long; its style takes precedence over its attribute."""
    if pixels is not None:
        return pixels <= _DOT
    written = attribute.strip().lower().removesuffix("px")
    return written.isascii() and written.isdigit() and int(written[:9]) <= _DOT
