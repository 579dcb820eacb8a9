"""Frames that people meet; counting pixels are none of them."""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import attr

_DOT = 1.0


def met_frames(document: Document) -> Iterator[Tag]:
    """The exposed frames that are larger than a dot."""
    for frame in document.all("frame", "iframe"):
        if document.accessible.exposed(frame) and not is_dot(document, frame):
            yield frame


def is_dot(document: Document, tag: Tag) -> bool:
    """Whether a frame or an image is a pixel wide or high at most."""
    style = document.styles.of(tag)
    return any(_is_none(style.pixels(side), attr(tag, side, "")) for side in ("width", "height"))


def _is_none(pixels: float | None, attribute: str) -> bool:
    """Whether a side is a pixel long at most; what styles say of it comes before the attribute."""
    if pixels is not None:
        return pixels <= _DOT
    written = attribute.strip().lower().removesuffix("px")
    return written.isascii() and written.isdigit() and int(written[:9]) <= _DOT
