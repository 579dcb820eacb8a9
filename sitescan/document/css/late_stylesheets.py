"""Stylesheets that do not block rendering, as scripts or event handlers apply them once they are loaded."""

import re

from bs4.element import Tag

from sitescan.document.tree import attr, tokens

_LONGEST = 500
#: Assignments such as ``this.media='all'``, ``this.setAttribute('media', 'screen')``.
_MEDIA = re.compile(r"\bmedia['\"]?\s{0,9}(?:=|,)\s{0,9}['\"]([^'\"]*)['\"]")
_NO_MEDIA = re.compile(r"removeAttribute\(['\"]media['\"]\)|\bmedia\s{0,9}=\s{0,9}null")


def is_stylesheet(link: Tag) -> bool:
    """Return whether a ``link`` loads a stylesheet that applies to the page at once or once it is loaded."""
    rel = tokens(link, "rel")
    if link.name != "link" or not attr(link, "href", "").strip() or "disabled" in link.attrs:
        return False
    if attr(link, "type", "").partition(";")[0].strip().lower() not in ("", "text/css"):
        return False
    if "stylesheet" in rel:
        return "alternate" not in rel
    return "preload" in rel and attr(link, "as", "").strip().lower() == "style" and "stylesheet" in _onload(link)


def media_of(link: Tag) -> str:
    """Return the media queries of a ``link`` after its ``onload`` handler has run."""
    written = attr(link, "media", "")
    onload = _onload(link)
    match = _MEDIA.search(onload)
    if match is not None:
        return match[1]
    return "" if _NO_MEDIA.search(onload) else written


def _onload(link: Tag) -> str:
    return attr(link, "onload", "")[:_LONGEST]
