"""The files that CSS loads, with the policy directive that restricts each."""

import re
from collections.abc import Iterator, Sequence

from sitescan.document.css.stylesheet_text import CssContent
from sitescan.standards.css_imports import css_imports

# https://drafts.csswg.org/css-values-4/#urls and https://drafts.csswg.org/css-images-4/#image-set-notation
_FONT_FACE = re.compile(
    r"@font-face\s*\{"
    r"([^{}\"']*(?:(?:\"(?:[^\"\n]*\"|(?![^\"\n]*\"))|'(?:[^'\n]*'|(?![^'\n]*')))[^{}\"']*)*)\}",
    re.IGNORECASE,
)
_NAMESPACE = re.compile(r"@namespace\b[^;{}]{0,1000};", re.IGNORECASE)
_IMPORT = re.compile(
    r"@import\s*(?:url\(\s*(?:\"([^\"\n]*)\"|'([^'\n]*)'|([^\"'()\s]+|(?=\))))\s*\)|\"([^\"\n]*)\"|'([^'\n]*)')",
    re.IGNORECASE,
)
# The pattern begins with a symbol: a search for a letter in either case takes ten times as long.
# A parenthesis after a URL is consumed, so that no other URL begins there.
_URL = re.compile(r"\((?<=url\()\s*(?:\"([^\"\n]*)\"|'([^'\n]*)'|([^\s\"'()]+)\(?)", re.IGNORECASE)
#: Parts of CSS that loads something.
_LOADING_CSS = ("url(", "@import", "image-set(")
_IMAGE_SET = re.compile(r"-set\((?<=image-set\()([^\"'{};]*(?:(?:\"[^\"\n]*\"|'[^'\n]*')[^\"'{};]*)*)", re.IGNORECASE)
_STRING = re.compile(r"(type\(\s*)?(?:\"([^\"\n]*)\"|'([^'\n]*)')", re.IGNORECASE)


def sheet_references(css: CssContent) -> Sequence[tuple[str, str, bool]]:
    """Return the references of a stylesheet, like :func:`css_references`."""
    return css.once(_references_in) if css.mentions(*_LOADING_CSS) else ()


def css_references(css: str) -> Sequence[tuple[str, str, bool]]:
    """
    Return the references in a piece of CSS without comments: directive, reference, and whether it is certain.

    An ``@import`` is certain only before all rules; a namespace is a name, not a file.
    """
    lower = css.lower()
    return _references_in(css) if any(word in lower for word in _LOADING_CSS) else ()


def _references_in(css: str) -> Sequence[tuple[str, str, bool]]:
    return list(_find_references(css))


def _find_references(css: str) -> Iterator[tuple[str, str, bool]]:
    certain_urls = set(css_imports(css))
    for match in _IMPORT.finditer(css):
        reference = _group(match)
        yield "style-src-elem", reference, reference in certain_urls
    rest = _NAMESPACE.sub(" ", _IMPORT.sub(" ", css))
    for face in _FONT_FACE.finditer(rest):
        yield from (("font-src", _group(match), False) for match in _URL.finditer(face[1]))
    rest = _FONT_FACE.sub(" ", rest)
    yield from (("img-src", _group(match), False) for match in _URL.finditer(rest))
    for chosen in _IMAGE_SET.finditer(rest):
        for match in _STRING.finditer(chosen[1]):
            if match[1] is None:
                yield "img-src", match[2] or match[3] or "", False


def _group(match: re.Match[str]) -> str:
    return next((group for group in match.groups() if group), "")
