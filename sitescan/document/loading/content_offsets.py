"""How much of a page's source must have come before something of it is shown."""

from itertools import islice

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.loading.app_shell import app_shell
from sitescan.document.loading.first_screen import first_screen
from sitescan.document.scripts.script_elements import script_type
from sitescan.document.tree import HTML, own_text

#: Elements that are content without being a candidate for the largest one.
_PAINTED = ("canvas", "embed", "img", "object", "svg", "video")


def message_offset(document: Document) -> float:
    """Return the part of a page's source before the first element that it shows itself; 0 if it shows none."""
    first = _first_shown(document)
    return 0.0 if first is None else document.offset(first)


def content_offset(document: Document) -> float:
    """
    Return the part of a page's source before its first content, from 0 to 1.

    If scripts write the content, it is that before the end of the last of them. Deferred ones wait for all of the page.
    """
    if app_shell(document) is None and _first_shown(document) is not None:
        return message_offset(document)
    scripts = [tag for tag in document.all("script") if _holds_back(tag)]
    if any(script_type(tag) == "module" or ("defer" in tag.attrs and "src" in tag.attrs) for tag in scripts):
        return 1.0
    ends = (document.offset(tag) + len(own_text(tag)) / len(document.decoded.text) for tag in scripts[-1:])
    return next(ends, 0.0)


def _first_shown(document: Document) -> Tag | None:
    """Return the first element that is certainly shown, or one before it that may be; ``None`` if there is none."""
    begins = first_screen(document).begins
    painted = (tag for tag in document.all(*_PAINTED) if not document.in_noscript(tag))
    positions = [begins, *[document.order[id(tag)] for tag in islice(painted, 1)]]
    return next(iter(document.elements[min(positions) : min(positions) + 1]), None)


def _holds_back(tag: Tag) -> bool:
    """Return whether a script runs at its place in the page, or once all of that has come."""
    kind = script_type(tag)
    return bool(kind) and tag.namespace == HTML and "async" not in tag.attrs and "nomodule" not in tag.attrs
