"""The ``@import`` rule, https://www.w3.org/TR/css-cascade-5/#at-import."""

import re

from attrs import field, frozen

from sitescan.standards.css.declared_files import CssLoad, value_references
from sitescan.standards.css.tokens import component_end, tokens, without_comments
from sitescan.standards.lazy_pattern import lazy_pattern

_URL = lazy_pattern(r"url\(|src\(", re.IGNORECASE)
_LAYER = lazy_pattern(r"layer(?:(?=\()|(?![-\w\\(]))", re.IGNORECASE)
_SUPPORTS = lazy_pattern(r"supports(?=\()", re.IGNORECASE)
_SPACE = " \n\t"


@frozen
class ImportRule:
    """
    A valid import before all other rules.

    :ivar reference: the URL as written.
    :ivar layer: the name of its layer, empty for an anonymous layer; ``None`` without one.
    :ivar supports: its feature query; empty without one.
    :ivar media: its media queries; empty without one.
    """

    reference: str
    layer: str | None = None
    supports: str = ""
    media: str = ""
    loads: tuple[CssLoad, ...] = field(init=False)

    @loads.default
    def _loads(self) -> tuple[CssLoad, ...]:
        # Browsers load an import whatever its media, even print, and paint nothing before it has come.
        return (CssLoad(self.reference, "stylesheet", certain=not self.supports),)


def parse_import(prelude: str) -> ImportRule | None:
    """Return the import with a prelude; ``None`` if the prelude is not valid."""
    reference, rest = _reference(without_comments(prelude).strip(_SPACE))
    if not reference:
        return None
    layer, rest = _condition(_LAYER, rest)
    supports, rest = _condition(_SUPPORTS, rest)
    return ImportRule(reference, layer, supports or "", rest)


def _reference(text: str) -> tuple[str, str]:
    """Return the reference at the beginning of a prelude, empty if there is none, and what follows it."""
    if text[:1] in ('"', "'"):
        string = next(tokens(text))
        return string.value, text[string.end :]
    if not _URL.match(text):
        return "", text
    end = component_end(text)
    return next(iter(value_references(text[:end])), ""), text[end:]


def _condition(begins: re.Pattern[str], text: str) -> tuple[str | None, str]:
    """Return the arguments of a keyword at the beginning of a text, ``None`` without it, and what follows them."""
    text = text.strip(_SPACE)
    keyword = begins.match(text)
    if keyword is None:
        return None, text
    if not text.startswith("(", keyword.end()):
        return "", text[keyword.end() :].strip(_SPACE)
    end = keyword.end() + component_end(text[keyword.end() :])
    return text[keyword.end() + 1 : end].removesuffix(")").strip(_SPACE), text[end:].strip(_SPACE)
