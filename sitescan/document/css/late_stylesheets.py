"""Stylesheets that a page loads without waiting for them: they count once they are there."""

import re

from bs4.element import Tag

from sitescan.document.tree import attr, tokens

_LONGEST = 500
#: ``this.media='all'``, ``this.setAttribute('media', 'screen')``.
_MEDIA = re.compile(r"\bmedia['\"]?\s{0,9}(?:=|,)\s{0,9}['\"]([^'\"]*)['\"]")
_NO_MEDIA = re.compile(r"removeAttribute\(['\"]media['\"]\)|\bmedia\s{0,9}=\s{0,9}null")


def is_stylesheet(link: Tag) -> bool:
    """Whether a ``link`` brings a stylesheet that browsers use, at once or when it has come."""
    rel = tokens(link, "rel")
    if link.name != "link" or not attr(link, "href", "").strip() or "disabled" in link.attrs:
        return False
    if attr(link, "type", "").partition(";")[0].strip().lower() not in ("", "text/css"):
        return False
    if "stylesheet" in rel:
        return "alternate" not in rel
    return "preload" in rel and attr(link, "as", "").strip().lower() == "style" and "stylesheet" in _onload(link)


def media_of(link: Tag) -> str:
    """The media queries of a stylesheet, as its ``onload`` leaves them."""
    written = attr(link, "media", "")
    onload = _onload(link)
    match = _MEDIA.search(onload)
    if match is not None:
        return match[1]
    return "" if _NO_MEDIA.search(onload) else written


def _onload(link: Tag) -> str:
    return attr(link, "onload", "")[:_LONGEST]
