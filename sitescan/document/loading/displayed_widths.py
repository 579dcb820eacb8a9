"""The widths at which images are displayed by the cascade: maxima over all uses of a file and both screens."""

import re
from collections.abc import Mapping

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.loading.resource_inventory import size_attributes
from sitescan.document.tree import HTML, attr
from sitescan.standards.lazy_pattern import lazy_pattern

_FIXED = lazy_pattern(r"[0-9.]+(?:px|rem|em|pt)")
_OWN_WIDTH = lazy_pattern(r"(?:^|;)\s*width\s*:", re.IGNORECASE)

#: The maximum width in CSS pixels up to which a desktop stylesheet's width applies to phones: such an image is an icon
#: or a portrait. Larger images may fill the width of a phone's screen.
_SMALL = 100.0


def displayed_widths(document: Document) -> Mapping[str, int]:
    """
    Return the maximum displayed width of each image file by URL, in CSS pixels; 0 if that needs a layout.

    A file that a link leads to is displayed in full by a script or on a page of its own.
    """
    linked = {document.resolve(attr(tag, "href", "")) for tag in document.all("a") if "href" in tag.attrs}
    found: dict[str, int] = {}
    for tag in document.all("img"):
        url = document.resolve(attr(tag, "src", ""))
        if tag.namespace != HTML or url is None or document.in_noscript(tag):
            continue
        widths = [0] if url in linked else [_width(seen, tag) for seen in document.screens]
        width = max(widths) if all(widths) else 0
        url = url.partition("#")[0]
        found[url] = max(width, found.get(url, width)) if width and found.get(url, width) else 0
    return found


def _width(document: Document, tag: Tag) -> int:
    """Return the certain displayed width of an element's image, rounded up, or 0."""
    if "srcset" in tag.attrs or (tag.parent is not None and tag.parent.name == "picture"):
        return 0
    by_attribute, style = size_attributes(tag)[0], document.styles.of(tag)
    if style.display in (None, "none") or any(style.declares(name) for name in ("min-width", "inline-size", "zoom")):
        return 0
    own = _OWN_WIDTH.search(attr(tag, "style", "")) is not None
    if not style.declares("width") or not (own or document.styles.complete):
        return by_attribute
    width = style.pixels("width") if _FIXED.fullmatch(style.get("width") or "") else None
    return int(width + 0.99) if width is not None and (own or width <= _SMALL) else 0
