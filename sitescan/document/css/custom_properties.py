"""
Custom properties, ``var()``, and the other functions that are replaced when a value is computed.

https://www.w3.org/TR/css-variables-1/, https://drafts.csswg.org/css-values-5/#arbitrary-substitution
"""

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Any

import tinycss2

from sitescan.standards.lazy_pattern import lazy_pattern

#: A value that is longer, needs more steps or nests deeper is invalid; browsers have such limits as well.
_LONGEST = 20_000
_MOST_STEPS = 2_000
_DEEPEST = 64
_COMMA = ","
#: A value that is not valid for any property.
_UNDECIDED = "-undecided()"
_SHORT = 60
#: The length of the values whose tokens are kept: elements and screens share them. Hostile ones would fill the memory.
_LONGEST_KEPT = 200

#: Functions that stand for any value: those of the author (https://drafts.csswg.org/css-mixins-1/), and these.
_REPLACED = lazy_pattern(r"(?<![\w-])(?:attr|if|inherit|random-item|--[\w-]+)\(", re.IGNORECASE)


def is_pending(text: str) -> bool:
    """Return whether a value contains a function that is replaced when it is computed, and is valid until then."""
    return "(" in text and ("var(" in text.lower() or is_undecided(text))


def is_undecided(text: str) -> bool:
    """Return whether a value contains a function that only a browser replaces, so that the value isn't known."""
    return "(" in text and _REPLACED.search(text) is not None


def _tokens(text: str) -> Sequence[Any]:
    return tuple(tinycss2.parse_component_value_list(text, skip_comments=True))


_kept_tokens = lru_cache(maxsize=1000)(_tokens)


class Variables:
    """
    The custom properties of an element: its own ones and those that it inherits.

    :param around: the inherited properties.
    :param own: the element's own declarations, as written.
    :param resets: the initial values of the properties that ``@property`` registers as not inherited.
    :param colors: the names of the properties that ``@property`` registers as colors, which are computed where they are
        declared.
    """

    __slots__ = ("_around", "_own", "_values", "colors", "resets")

    def __init__(
        self,
        around: "Variables | None",
        own: Mapping[str, str],
        resets: Mapping[str, str | None] | None = None,
        colors: AbstractSet[str] = frozenset(),
    ) -> None:
        self.resets: Mapping[str, str | None] = resets or (around.resets if around is not None else {})
        self.colors: AbstractSet[str] = colors or (around.colors if around is not None else frozenset())
        self._around = around
        self._own = own
        self._values: dict[str, str | None] = {}

    def get(self, name: str) -> str | None:
        """Return the value of a custom property with its variables substituted; ``None`` if it has no valid value."""
        return self._get(name, [_MOST_STEPS], ())

    def _get(self, name: str, left: list[int], path: tuple[str, ...]) -> str | None:
        scope: Variables | None = self
        if name in self.resets and name not in self._own:
            return self.resets[name]
        while scope is not None and name not in scope._own:
            if name in scope._values:
                return scope._values[name]
            scope = scope._around
        if scope is None:
            return None
        if name not in scope._values:
            text = scope._own[name]
            lowered = text.lower()
            around = scope._around
            if lowered in ("inherit", "unset", "revert", "revert-layer"):
                scope._values[name] = around._get(name, left, ()) if around is not None else None
            elif lowered == "initial":
                scope._values[name] = None
            elif name in path or len(path) >= _DEEPEST:
                return None
            else:
                value = self._without_scheme(name, scope._filled(text, left, (*path, name)))
                if path and value is None:
                    # The property is part of a cycle. Its own value is computed when it is asked for.
                    return None
                scope._values[name] = value
        return scope._values[name]

    def _without_scheme(self, name: str, value: str | None) -> str | None:
        """Return a value, unless it is a color that depends on the color scheme of the element that declares it."""
        return _UNDECIDED if value is not None and name in self.colors and "light-dark(" in value.lower() else value

    def fill(self, text: str) -> str | None:
        """Return a value with its variables substituted; ``None`` if the result is not valid."""
        return self._filled(text, [_MOST_STEPS], ())

    def _filled(self, text: str, left: list[int], path: tuple[str, ...]) -> str | None:
        if "var(" not in text.lower():
            return text
        try:
            tokens = _kept_tokens(text) if len(text) <= _LONGEST_KEPT else _tokens(text)
            filled = self._walk(tokens, left, path, 0)
        except RecursionError:
            return None
        return filled if filled is None or len(filled) <= _LONGEST else None

    def _walk(self, tokens: Sequence[Any], left: list[int], path: tuple[str, ...], depth: int) -> str | None:
        pieces: list[str] = []
        length = 0
        for token in tokens:
            left[0] -= 1
            if left[0] < 0 or depth > _DEEPEST or length > _LONGEST:
                return None
            piece = self._piece(token, left, path, depth)
            if piece is None:
                return None
            pieces.append(piece)
            length += len(piece)
        return "".join(pieces).strip()

    def _piece(self, token: Any, left: list[int], path: tuple[str, ...], depth: int) -> str | None:
        if token.type == "function":
            if token.lower_name == "var":
                return self._variable(token.arguments, left, path, depth + 1)
            inside = self._walk(token.arguments, left, path, depth + 1)
            return None if inside is None else f"{token.name}({inside})"
        if token.type == "() block":
            inside = self._walk(token.content, left, path, depth + 1)
            return None if inside is None else f"({inside})"
        return str(tinycss2.serialize([token]))

    def _variable(self, arguments: Sequence[Any], left: list[int], path: tuple[str, ...], depth: int) -> str | None:
        comma = next((place for place, token in enumerate(arguments) if token == _COMMA), None)
        names = [token for token in arguments[:comma] if token.type != "whitespace"]
        if len(names) != 1 or names[0].type != "ident" or not names[0].value.startswith("--"):
            return None
        value = self._get(names[0].value, left, path)
        if value is not None:
            left[0] -= len(value) // _SHORT
            return f" {value} "
        return None if comma is None else self._walk(arguments[comma + 1 :], left, path, depth)
