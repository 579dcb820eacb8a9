"""
The aspect ratios in which images are displayed, or in which space is reserved for them.

https://drafts.csswg.org/css-sizing-4/#aspect-ratio
"""

from collections.abc import Mapping

from bs4.element import Tag

from sitescan.document.css.computed_style import Style
from sitescan.document.document import Document
from sitescan.document.loading.resource_inventory import size_attributes
from sitescan.document.tree import HTML, attr
from sitescan.standards.lazy_pattern import lazy_pattern

#: The size in pixels below which images are icons and spacers, which are distorted on purpose.
LEAST_SIZE = 48

#: A ratio without ``auto``, by which an image keeps its own.
_RATIO = lazy_pattern(r"([0-9.]{1,9})(?:\s{0,9}/\s{0,9}([0-9.]{1,9}))?")
#: Limits, by which an image may have another ratio than its width and height say, and effects of the same kind.
_LIMITS = frozenset({"min-width", "min-height", "max-height", "zoom"})
_UNLIMITED = lazy_pattern(r"|none|[0-9.]+%")


def image_ratios(document: Document) -> Mapping[str, float]:
    """Return the ratio of width to height of each image by URL; 0 if it is uncertain, small or cropped."""
    found: dict[str, float] = {}
    for tag in document.all("img"):
        url = document.resolve(attr(tag, "src", ""))
        if tag.namespace != HTML or url is None or document.in_noscript(tag):
            continue
        ratio, url = _ratio(document, tag), url.partition("#")[0]
        found[url] = ratio if found.get(url, ratio) == ratio else 0.0
    return found


def _ratio(document: Document, tag: Tag) -> float:
    if (
        not document.styles.complete
        or "srcset" in tag.attrs
        or (tag.parent is not None and tag.parent.name == "picture")
    ):
        return 0.0
    style = document.styles.of(tag)
    if style.display in (None, "none") or style.get("object-fit") not in ("", "fill") or style.declares_any(_LIMITS):
        return 0.0
    if _UNLIMITED.fullmatch(style.get("max-width") or "?") is None and style.declares("max-width"):
        return 0.0
    sizes = size_attributes(tag)
    styled = [_side(style, name, size) for name, size in zip(("width", "height"), sizes, strict=True)]
    if None in styled:
        return 0.0
    width, height = (side or 0.0 for side in styled)
    if 0 < width < LEAST_SIZE or 0 < height < LEAST_SIZE:
        return 0.0
    if width and height:
        return width / height
    return _preferred(style) if style.declares("aspect-ratio") else _quotient(*sizes)


def _side(style: Style, name: str, attribute: float) -> float | None:
    """Return the width or height of an image in pixels; 0 if it follows from the other, ``None`` if it is uncertain."""
    if not style.declares(name):
        return attribute
    return 0.0 if style.get(name) in ("", "auto") else style.pixels(name)


def _preferred(style: Style) -> float:
    ratio = _RATIO.fullmatch(style.get("aspect-ratio") or "")
    try:
        return _quotient(float(ratio[1]), float(ratio[2] or 1)) if ratio is not None else 0.0
    except ValueError:
        return 0.0


def _quotient(width: float, height: float) -> float:
    return width / height if width and height else 0.0
