"""External stylesheets: the elements that load them, the text of fetched files, and the conditions of imports."""

from collections.abc import Sequence
from typing import Any

import tinycss2
import webencodings
from bs4.element import Tag

from sitescan.document.css.media import supports
from sitescan.document.tree import attr, tokens
from sitescan.model.exchange import Source
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import split_url

#: The most names in the path of a layer. Each layer keeps its whole path, so the size is quadratic in the depth.
_DEEPEST_LAYER = 24


#: Hosts and paths of stylesheets that declare nothing but fonts:
#: https://developers.google.com/fonts/docs/technical_considerations, https://bunny.net/fonts/, https://www.fontshare.com/
_FONT_SERVICES = frozenset(
    {
        ("api.fontshare.com", "/v2/css"),
        ("fonts.bunny.net", "/css"),
        ("fonts.googleapis.com", "/css"),
        ("fonts.googleapis.com", "/css2"),
    }
)

#: The most characters that are read of an event handler.
_LONGEST = 500
#: Assignments such as ``this.media='all'``, ``this.setAttribute('media', 'screen')``.
_MEDIA = lazy_pattern(r"\bmedia['\"]?\s{0,9}(?:=|,)\s{0,9}['\"]([^'\"]*)['\"]")
_NO_MEDIA = lazy_pattern(r"removeAttribute\(['\"]media['\"]\)|\bmedia\s{0,9}=\s{0,9}null")


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


def declares_fonts_alone(url: str) -> bool:
    """Return whether a stylesheet is one of a font service, which contains nothing but ``@font-face`` rules."""
    parts = split_url(url)
    return (parts.hostname, parts.path) in _FONT_SERVICES


def supports_all(tokens: Sequence[Any]) -> bool:
    """Return whether the feature query of an import is true, as an empty one is."""
    if not tokens:
        return True
    bare = not any(token.type == "() block" for token in tokens)
    if not bare:
        return supports(tokens)
    return supports(tinycss2.parse_component_value_list(f"({tinycss2.serialize(tokens)})"))


def decoded(sheet: Source) -> str:
    """
    Return the text of a fetched stylesheet; empty if browsers do not accept it as a stylesheet.

    https://www.w3.org/TR/css-syntax-3/#input-byte-stream
    """
    essence, _, parameters = sheet.content_type.partition(";")
    if essence.strip().lower() not in ("", "text/css"):
        return ""
    charset = parameters.lower().partition("charset=")[2].partition(";")[0].strip(" \"'")
    encoding = webencodings.lookup(charset) if charset else None
    if encoding is None and sheet.body.startswith(b'@charset "'):
        encoding = webencodings.lookup(sheet.body[10:100].partition(b'"')[0].decode("ascii", "replace"))
        encoding = webencodings.UTF8 if encoding is not None and encoding.name.startswith("utf-16") else encoding
    return str(webencodings.decode(sheet.body, encoding or webencodings.UTF8, "replace")[0])


def layer_names(tokens: Sequence[Any]) -> list[list[str]]:
    """Return the layers of a comma-separated list, each as the path of its dot-separated names."""
    paths: list[list[str]] = [[]]
    for token in tokens:
        if token == ",":  # noqa: S105 - a token of CSS
            paths.append([])
        elif token.type == "ident" and len(paths[-1]) < _DEEPEST_LAYER:
            paths[-1].append(token.value)
    return paths
