"""Declarations of CSS: the properties that are read, and their values as text."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import tinycss2
from attrs import frozen

from sitescan.document.css.custom_properties import is_pending
from sitescan.document.css.logical_properties import LOGICAL
from sitescan.document.css.shorthands import BORDER, SHORTHANDS, SIDES, expand_shorthand
from sitescan.document.css.validity import is_valid

INHERITED = frozenset(
    "color visibility font-size font-weight font-style font-family line-height letter-spacing word-spacing "
    "text-transform white-space text-shadow text-align cursor -webkit-text-fill-color text-indent color-scheme "
    "direction writing-mode".split()
)

INITIAL: Mapping[str, str] = MappingProxyType(
    {
        "background-clip": "border-box",
        "background-color": "transparent",
        "color": "canvastext",
        "display": "inline",
        "filter": "none",
        "font-size": "medium",
        "font-weight": "normal",
        "mix-blend-mode": "normal",
        "opacity": "1",
        "outline-style": "none",
        "outline-width": "medium",
        "overflow-x": "visible",
        "overflow-y": "visible",
        "position": "static",
        "text-decoration-line": "none",
        "transform": "none",
        "visibility": "visible",
        "white-space": "normal",
        **{f"border-{side}-{part}": "medium" if part == "width" else "none" for side in SIDES for part in BORDER[:2]},
    }
)

#: The properties that are kept. Most declarations of stylesheets are of other properties.
KEPT = (
    INHERITED
    | frozenset(INITIAL)
    | frozenset(name for longhands in SHORTHANDS.values() for name in longhands)
    | frozenset(SHORTHANDS)
    | LOGICAL
    | frozenset(
        "all animation animation-direction animation-fill-mode animation-iteration-count animation-name "
        "animation-play-state aspect-ratio backdrop-filter "
        "background-blend-mode background-image background-repeat background-size border-image "
        "border-image-source box-shadow box-sizing clear clip clip-path column-count column-gap column-width columns "
        "contain content content-visibility flex flex-basis flex-direction flex-flow flex-grow flex-wrap float gap "
        "grid-area grid-column grid-column-start grid-row grid-row-start grid-template grid-template-columns "
        "grid-template-rows height image-orientation isolation -webkit-mask mask "
        "-webkit-mask-image mask-image max-height max-width min-height min-width object-fit object-view-box "
        "padding-bottom padding-left padding-right padding-top rotate scale table-layout text-overflow "
        "-webkit-text-stroke -webkit-text-stroke-width translate width z-index zoom".split()
    )
)


@frozen(slots=True)
class Pending:
    """The value of a longhand whose shorthand contains ``var()`` or the like, to be expanded once that is replaced."""

    shorthand: str
    longhand: str
    text: str


Value = str | Pending


@frozen(slots=True)
class Declaration:
    """The declaration of a property with a value, and whether it is important."""

    name: str
    value: Value
    important: bool


def declarations(parsed: Iterable[Any]) -> Iterator[Declaration]:
    """Yield the declarations of a block that are kept, as longhands and custom properties."""
    for declaration in parsed:
        if declaration.type != "declaration":
            continue
        name = declaration.name if declaration.name.startswith("--") else declaration.lower_name
        if (name.startswith("--") or name in KEPT) and _has_error(declaration.value):
            continue
        if name.startswith("--"):
            yield Declaration(name, tinycss2.serialize(declaration.value).strip(), declaration.important)
        elif name in KEPT:
            text = _text(declaration.value)
            for longhand, value in expand(name, text):
                yield Declaration(longhand, value, declaration.important)


_CLOSED_BY_END = frozenset({"eof-in-string", "eof-in-url"})


def _has_error(tokens: Sequence[Any]) -> bool:
    """
    Return whether a value contains a bad string or URL, or an unmatched closing bracket.

    Browsers drop the declaration, and only that: https://www.w3.org/TR/css-syntax-3/#consume-declaration. The end of
    a stylesheet closes everything that is open.
    """
    waiting = [tokens]
    while waiting:
        for token in waiting.pop():
            if token.type == "error" and token.kind not in _CLOSED_BY_END:
                return True
            inner = getattr(token, "arguments", None) or getattr(token, "content", None)
            if inner:
                waiting.append(inner)
    return False


def _text(tokens: Sequence[Any]) -> str:
    if len(tokens) == 1 and tokens[0].type == "ident":
        return str(tokens[0].value)
    return str(tinycss2.serialize([token for token in tokens if token.type != "comment"]).strip())


def expand(name: str, text: str) -> Iterator[tuple[str, Value]]:
    """Yield the longhands of a declaration with their values; nothing if its value is not valid."""
    if name not in SHORTHANDS:
        if text and is_valid(name, text):
            yield name, text
        return
    if is_pending(text):
        yield from ((longhand, Pending(name, longhand, text)) for longhand in SHORTHANDS[name])
        return
    yield from expand_shorthand(name, text)
