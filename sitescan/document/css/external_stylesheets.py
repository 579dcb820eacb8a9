"""External stylesheets: ``@import`` rules, and the text of fetched files."""

from collections.abc import Sequence
from typing import Any

import tinycss2
import webencodings
from attrs import frozen

from sitescan.document.css.long_numbers import shorten_long_numbers
from sitescan.document.css.media import supports
from sitescan.model.exchange import Source
from sitescan.standards.urls import split_url

#: The most names in the path of a layer. Each layer keeps its whole path, so the size is quadratic in the depth.
_DEEPEST_LAYER = 24


#: Hosts and paths of stylesheets that declare nothing but fonts:
#: https://developers.google.com/fonts/docs/technical_considerations, https://bunny.net/fonts/
_FONT_SERVICES = frozenset(
    {("fonts.googleapis.com", "/css"), ("fonts.googleapis.com", "/css2"), ("fonts.bunny.net", "/css")}
)


@frozen
class Import:
    """An ``@import``: its URL as written, its layer (empty for an anonymous one) and its conditions."""

    url: str
    layer: Sequence[str] | None
    supports: Sequence[Any]
    media: Sequence[Any]


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


def import_of(prelude: Sequence[Any]) -> Import | None:
    """Return the import that the prelude of an ``@import`` denotes; ``None`` if it is not valid."""
    tokens = [token for token in prelude if token.type not in ("whitespace", "comment")]
    if not tokens:
        return None
    first, rest = tokens[0], tokens[1:]
    if first.type in ("string", "url"):
        url = first.value
    elif first.type == "function" and first.lower_name == "url" and first.arguments:
        url = getattr(first.arguments[0], "value", "")
    else:
        return None
    layer: Sequence[str] | None = None
    condition: Sequence[Any] = ()
    if rest and rest[0].type == "ident" and rest[0].lower_value == "layer":
        layer, rest = (), rest[1:]
    elif rest and rest[0].type == "function" and rest[0].lower_name == "layer":
        layer, rest = next(iter(layer_names(rest[0].arguments)), []), rest[1:]
    if rest and rest[0].type == "function" and rest[0].lower_name == "supports":
        condition, rest = rest[0].arguments, rest[1:]
    return Import(url, layer, condition, rest) if url else None


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
    return shorten_long_numbers(str(webencodings.decode(sheet.body, encoding or webencodings.UTF8, "replace")[0]))


def layer_names(tokens: Sequence[Any]) -> list[list[str]]:
    """Return the layers of a comma-separated list, each as the path of its dot-separated names."""
    paths: list[list[str]] = [[]]
    for token in tokens:
        if token == ",":  # noqa: S105 - a token of CSS
            paths.append([])
        elif token.type == "ident" and len(paths[-1]) < _DEEPEST_LAYER:
            paths[-1].append(token.value)
    return paths
