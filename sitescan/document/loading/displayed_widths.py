"""The width at which images are surely shown, by the cascade: wherever a file is shown, and on every screen."""

import re
from collections.abc import Mapping

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.loading.resource_inventory import size_attributes
from sitescan.document.tree import HTML, ancestors, attr

_FIXED = re.compile(r"[0-9.]+(?:px|rem|em|pt)")
_OWN_WIDTH = re.compile(r"(?:^|;)\s*width\s*:", re.IGNORECASE)

#: What a stylesheet makes so small on a desktop is an icon or a face on phones as well, CSS pixels; larger images may
#: fill the width there.
_SMALL = 100.0


def displayed_widths(document: Document) -> Mapping[str, int]:
    """
    The widest that each image file is shown, by URL, CSS pixels; 0 where that needs a layout.

    A file that a link leads to is shown whole by a script or on a page of its own.
    """
    linked = {document.resolve(attr(tag, "href", "")) for tag in document.all("a") if "href" in tag.attrs}
    found: dict[str, int] = {}
    for tag in document.all("img"):
        url = document.resolve(attr(tag, "src", ""))
        if tag.namespace != HTML or url is None or document.in_noscript(tag):
            continue
        width = 0 if url in linked else _width(document, tag)
        url = url.partition("#")[0]
        found[url] = max(width, found.get(url, width)) if width and found.get(url, width) else 0
    return found


def _width(document: Document, tag: Tag) -> int:
    """The width that one element surely gives its image, rounded up."""
    if "srcset" in tag.attrs or any(around.name == "picture" for around in ancestors(tag)):
        return 0
    by_attribute, style = size_attributes(tag)[0], document.styles.of(tag)
    if style.display in (None, "none") or any(style.declares(name) for name in ("min-width", "inline-size", "zoom")):
        return 0
    own = _OWN_WIDTH.search(attr(tag, "style", "")) is not None
    if not style.declares("width") or not (own or document.styles.complete):
        return by_attribute
    width = style.pixels("width") if _FIXED.fullmatch(style.get("width") or "") else None
    return int(width + 0.99) if width is not None and (own or width <= _SMALL) else 0
