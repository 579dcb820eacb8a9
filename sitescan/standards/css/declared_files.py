"""
The files that stylesheets load: images, and the sources of fonts.

https://drafts.csswg.org/css-values-4/#urls, https://drafts.csswg.org/css-images-4/#image-set-notation
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from sitescan.standards.css.escapes import NAME_CHARACTER, NAME_START
from sitescan.standards.css.tokens import CLOSING, COMMENT, CssToken, function_name, tokens
from sitescan.standards.css_properties import CSS_PROPERTIES
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.urls import lower_path

_SPACE = rf"[ \n\t]*(?:{COMMENT}[ \n\t]*)*"
_NAMED = lazy_pattern(rf"{_SPACE}((?:--|-?{NAME_START}){NAME_CHARACTER}*){_SPACE}:")
_AT_RULE = lazy_pattern(rf"{_SPACE}@({NAME_CHARACTER}*)")
#: At-rules that contain rules, or declarations if they are nested in a style rule.
GROUPS = frozenset({"media", "supports", "container", "scope", "layer", "starting-style"})

#: Functions whose strings are references.
_LOADING = frozenset({"url", "src", "image-set", "-webkit-image-set"})
_QUOTES = frozenset("\"'")
_CLOSES = frozenset(CLOSING.values())
#: The maximum number of files of one declaration.
_MOST = 1000
_LONGEST = 2048

_FORMAT = lazy_pattern(r"\bformat\(\s*[\"']?([\w-]+)", re.IGNORECASE)
_FORMATS = ("woff2", "woff", "truetype", "opentype", "collection")
_FONTS = frozenset({*_FORMATS, *(f"{form}-variations" for form in _FORMATS)})


@frozen
class CssLoad:
    """
    A file that a stylesheet loads.

    :ivar reference: the URL as written.
    :ivar kind: ``stylesheet``, ``font`` or ``image``.
    :ivar certain: whether every browser loads it as soon as it has the stylesheet.
    :ivar variable: the custom property whose value it is in, which loads nothing until a property uses it; empty if it
        is in another property.
    """

    reference: str
    kind: str
    certain: bool = False
    variable: str = ""


@frozen
class FontSource:
    """
    A source of a font face, https://drafts.csswg.org/css-fonts-4/#src-desc.

    :ivar reference: the URL as written; empty for a font that is installed on the device.
    :ivar form: its format, in lower case; empty if none is declared.
    """

    reference: str
    form: str

    @property
    def supported(self) -> bool:
        """Whether current browsers support the declared format, or the format that the name of the file implies."""
        name = lower_path(self.reference)
        return bool(name) and (self.form in _FONTS if self.form else not name.endswith((".eot", ".svg")))


def leads_to_file(reference: str) -> bool:
    """Return whether a reference leads to another file."""
    return (
        bool(reference) and not reference.lstrip()[:5].lower().startswith(("data:", "#")) and len(reference) <= _LONGEST
    )


@frozen
class Declared:
    """
    A declaration.

    :ivar name: its name, in lower case but for custom properties.
    :ivar value: its value as written.
    :ivar references: the references in the value, as written.
    """

    name: str
    value: str
    references: Sequence[str]


def declared(text: str) -> Iterator[Declared]:
    """Iterate over the declarations of a block, those of nested rules included."""
    closing: list[str] = []
    inside: list[CssToken] = []
    begins = 0
    #: The number of open brackets around the block of an at-rule that browsers ignore in a style rule.
    ignored: int | None = None
    for token in tokens(text):
        in_value = bool(closing) and closing[-1] != "}"
        if token.sign == "{" and not in_value:
            if ignored is None and (rule := _AT_RULE.match(text, begins)) and rule[1].lower() not in GROUPS:
                ignored = len(closing)
            begins, inside = token.end, []
            closing.append("}")
            continue
        closes = bool(closing) and token.sign == closing[-1]
        if closes:
            closing.pop()
        elif token.sign in CLOSING:
            closing.append(CLOSING[token.sign])
        if token.sign == "}" if closes else token.sign == ";" and not in_value:
            if ignored is None:
                yield from _declaration(text, begins, token.start, inside)
            elif ignored == len(closing):
                ignored = None
            begins, inside = token.end, []
        else:
            inside.append(token)
    if ignored is None:
        yield from _declaration(text, begins, len(text), inside)


def _declaration(text: str, begins: int, end: int, inside: Iterable[CssToken]) -> Iterator[Declared]:
    if name := _NAMED.match(text, begins, end):
        known = name[1] if name[1].startswith("--") else name[1].lower()
        yield Declared(known, text[name.end() : end], _references(text, inside))


def image_loads(text: str) -> tuple[CssLoad, ...]:
    """Return the images that the declarations of a block may load."""
    if not _may_load(text):
        return ()
    return tuple(
        CssLoad(reference, "image", variable=declaration.name if declaration.name.startswith("--") else "")
        for declaration in declared(text)
        if declaration.references and _is_known(declaration.name)
        for reference in declaration.references
    )


def value_references(value: str) -> Sequence[str]:
    """Return the references in the value of a property, as written; none if a URL or string in it is not valid."""
    return _references(value, tokens(value)) if _may_load(value) else ()


def _references(text: str, inside: Iterable[CssToken]) -> Sequence[str]:
    found: list[str] = []
    functions: list[str] = []
    for token in inside:
        if token.sign == "bad":
            return ()
        if token.sign == "url" or (functions and token.sign in _QUOTES and functions[-1] in _LOADING):
            found.append(token.value)
        elif token.sign in CLOSING:
            functions.append(function_name(text, token.start) if token.sign == "(" else token.sign)
        elif functions and token.sign in _CLOSES:
            functions.pop()
    return [reference for reference in found[:_MOST] if reference]


def font_sources(value: str) -> Sequence[FontSource]:
    """Return the sources in the value of a ``src`` descriptor, in order."""
    found: list[FontSource] = []
    begins = depth = 0
    for token in tokens(value):
        depth += (token.sign in CLOSING) - (token.sign in _CLOSES)
        if token.sign == "," and not depth:
            found.append(_font_source(value[begins : token.start]))
            begins = token.end
    return [*found[:_MOST], _font_source(value[begins:])]


def _font_source(part: str) -> FontSource:
    form = _FORMAT.search(part) if "format" in part.lower() else None
    return FontSource(next(iter(value_references(part)), ""), form[1].lower() if form is not None else "")


def _may_load(text: str) -> bool:
    """Return whether a text has a function that loads something; most texts have none."""
    if "(" not in text:
        return False
    lower = text.lower()
    return "url(" in lower or "src(" in lower or "image-set(" in lower


def _is_known(name: str) -> bool:
    """Return whether a current browser knows a property; Internet Explorer loaded the files of some others."""
    return name in CSS_PROPERTIES or (name.startswith(("--", "-moz-")) and name != "-moz-binding")
