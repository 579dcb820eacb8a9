"""
Media queries and feature queries.

https://www.w3.org/TR/mediaqueries-5/ and https://www.w3.org/TR/css-conditional-3/. The user prefers light colors and
has no other preferences.
"""

import operator
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import tinycss2
from attrs import evolve, frozen

from sitescan.document.css.selectors import read, split
from sitescan.document.css.validity import is_valid
from sitescan.document.css.viewport_size import HEIGHT, WIDTH
from sitescan.model.rendered import PHONE_DOTS, PHONE_HEIGHT, PHONE_WIDTH
from sitescan.standards.css.preprocessing import preprocess
from sitescan.standards.css_properties import CSS_PROPERTIES

_DEEPEST = 16
_PIXELS = MappingProxyType(
    {"px": 1.0, "em": 16.0, "rem": 16.0, "pt": 4 / 3, "cm": 96 / 2.54, "mm": 9.6 / 2.54, "in": 96}
)
_DOTS = MappingProxyType({"dppx": 1.0, "x": 1.0, "dpi": 1 / 96, "dpcm": 2.54 / 96})

#: The values of the features that are keywords.
_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "prefers-color-scheme": "light",
        "prefers-reduced-motion": "no-preference",
        "prefers-reduced-transparency": "no-preference",
        "prefers-reduced-data": "no-preference",
        "prefers-contrast": "no-preference",
        "forced-colors": "none",
        "inverted-colors": "none",
        "hover": "hover",
        "any-hover": "hover",
        "pointer": "fine",
        "any-pointer": "fine",
        "display-mode": "browser",
        "update": "fast",
        "overflow-block": "scroll",
        "overflow-inline": "scroll",
        "scan": "progressive",
        "scripting": "enabled",
        "color-gamut": "srgb",
        "dynamic-range": "standard",
        "video-dynamic-range": "standard",
    }
)
#: The values of those that differ on a screen that is touched.
_TOUCHED: Mapping[str, str] = MappingProxyType(
    {"hover": "none", "any-hover": "none", "pointer": "coarse", "any-pointer": "coarse"}
)
_COMPARE: Mapping[str, Callable[[float, float], bool]] = MappingProxyType(
    {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq}
)
_MIRROR = MappingProxyType({"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="})


@frozen
class Screen:
    """
    The screen that a page is displayed on.

    :ivar width: the width of the viewport in CSS pixels.
    :ivar height: the height of the viewport in CSS pixels.
    :ivar dots: the number of its dots for each CSS pixel.
    :ivar is_touched: whether it is touched instead of being pointed at with a mouse.
    """

    width: float = WIDTH
    height: float = HEIGHT
    dots: float = 1.0
    is_touched: bool = False

    @property
    def turned(self) -> "Screen":
        """The same screen turned by 90 degrees."""
        return evolve(self, width=self.height, height=self.width)

    def number(self, feature: str) -> float | None:
        """Return the value of a feature that is a number; ``None`` for other features."""
        return {
            "width": self.width,
            "height": self.height,
            "device-width": self.width,
            "device-height": self.height,
            "aspect-ratio": self.width / self.height,
            "device-aspect-ratio": self.width / self.height,
            "resolution": self.dots,
            "-webkit-device-pixel-ratio": self.dots,
            "color": 8.0,
            "color-index": 0.0,
            "monochrome": 0.0,
            "grid": 0.0,
        }.get(feature)

    def word(self, feature: str) -> str | None:
        """Return the value of a feature that is a keyword; ``None`` for other features."""
        if feature == "orientation":
            return "landscape" if self.width > self.height else "portrait"
        return _TOUCHED.get(feature, _WORDS.get(feature)) if self.is_touched else _WORDS.get(feature)


DESKTOP = Screen()
"""The screen of a desktop, on which everything is examined."""

PHONE = Screen(float(PHONE_WIDTH), float(PHONE_HEIGHT), dots=PHONE_DOTS, is_touched=True)
"""The screen of the phone that Lighthouse emulates."""

ZOOMED_OUT_PHONE = Screen(980.0, 980.0 * PHONE_HEIGHT / PHONE_WIDTH, dots=PHONE_DOTS, is_touched=True)
"""The same with a page whose viewport doesn't follow the screen: browsers lay it out 980 px wide and zoom out."""


def media(tokens: Sequence[Any], screen: Screen) -> bool:
    """Return whether a list of media queries is true; a query that is not understood is false."""
    queries = split(tokens)
    return queries == [[]] or any(_query(query, screen) for query in queries)


def media_text(text: str, screen: Screen) -> bool:
    """Return whether the media queries of a ``media`` attribute are true."""
    return media(tinycss2.parse_component_value_list(preprocess(text), skip_comments=True), screen)


def media_anywhere(tokens: Sequence[Any]) -> bool | None:
    """Return whether a list of media queries is true on every screen and in print; ``None`` if it is on some."""
    queries = split(tokens)
    if queries == [[]]:
        return True
    found = {_query_anywhere([token for token in query if token.type != "whitespace"]) for query in queries}
    return True if True in found else None if None in found else False


def _query_anywhere(parts: Sequence[Any]) -> bool | None:
    words = [_word(part) for part in parts]
    if words == ["all"]:
        return True
    is_other_medium = bool(words) and words[0] not in ("", "all", "not", "only", "print", "screen")
    return False if is_other_medium else None


def _query(query: Sequence[Any], screen: Screen) -> bool:
    parts = [token for token in query if token.type != "whitespace"]
    negated = bool(parts) and _word(parts[0]) == "not" and len(parts) > 1 and parts[1].type == "ident"
    if parts and (negated or _word(parts[0]) == "only"):
        parts = parts[1:]
    if parts and parts[0].type == "ident" and _word(parts[0]) != "not":
        kind = _word(parts[0]) in ("all", "screen")
        if len(parts) > 1 and _word(parts[1]) != "and":
            return False
        rest = _condition(parts[2:], lambda block: _feature(block, screen), 0) if len(parts) > 2 else True
        return rest is not None and (kind and rest) is not negated
    return _condition(parts, lambda block: _feature(block, screen), 0) is True


def supports(tokens: Sequence[Any]) -> bool:
    """Return whether a feature query is true in current browsers. Only the values of some properties are checked."""
    return _condition([token for token in tokens if token.type != "whitespace"], _declaration, 0) is True


def _declaration(block: Any) -> bool | None:
    if block.type == "function":
        if block.lower_name == "selector":
            return bool(read(block.arguments))
        return block.lower_name in ("font-tech", "font-format")
    text = tinycss2.serialize(block.content).lower()
    name, colon, value = text.partition(":")
    if not colon or not value.strip():
        return None
    name, value = name.strip(), value.strip()
    if name.startswith("--"):
        return True
    return name in CSS_PROPERTIES and "-moz-" not in value and is_valid(name, value)


def _condition(parts: Sequence[Any], decide: Callable[[Any], bool | None], depth: int) -> bool | None:
    """Return whether a condition of ``not``, ``and`` and ``or`` is true; ``None`` if it is not understood."""
    if not parts or depth > _DEEPEST:
        return None
    if _word(parts[0]) == "not":
        inner = _condition(parts[1:], decide, depth + 1)
        return None if inner is None else not inner
    found = [_term(part, decide, depth) for part in parts[::2]]
    words = {_word(part) for part in parts[1::2]}
    if len(parts) % 2 == 0 or len(words) > 1 or not words <= {"and", "or"}:
        return None
    if words == {"or"}:
        return True if True in found else None if None in found else False
    return False if False in found else None if None in found else True


def _term(part: Any, decide: Callable[[Any], bool | None], depth: int) -> bool | None:
    if part.type == "() block":
        inside = [token for token in part.content if token.type not in ("whitespace", "comment")]
        nested = inside and (inside[0].type in ("() block", "function") or _word(inside[0]) == "not")
        if nested and not any(token == ":" for token in inside):  # noqa: S105 - a token of CSS
            return _condition(inside, decide, depth + 1)
        return decide(part)
    return decide(part) if part.type == "function" else None


def _feature(block: Any, screen: Screen) -> bool | None:
    """Return whether the feature in a pair of parentheses is true; ``None`` if it is not understood."""
    if block.type == "function":
        return None
    tokens = [token for token in block.content if token.type not in ("whitespace", "comment")]
    signs = _signs(tokens)
    if signs is None:
        return None
    operands, comparisons = signs
    if not comparisons:
        return _boolean(_word(operands[0][0]), screen) if len(operands[0]) == 1 else None
    if comparisons == [":"]:
        return _equals(operands, screen)
    names = [len(operand) == 1 and operand[0].type == "ident" for operand in operands]
    if names.count(True) != 1 or len(operands) > 3:
        return None
    at = names.index(True)
    actual = screen.number(_word(operands[at][0]))
    answers: list[bool] = []
    for place, operand in enumerate(operands):
        if place == at:
            continue
        value = _number(operand)
        if actual is None or value is None:
            return None
        sign = comparisons[min(place, at)]
        answers.append(_COMPARE[sign if place > at else _MIRROR[sign]](actual, value))
    return all(answers)


def _signs(tokens: Sequence[Any]) -> tuple[list[list[Any]], list[str]] | None:
    """Return the operands of a feature and the signs between them; ``None`` if they are not valid."""
    operands: list[list[Any]] = [[]]
    comparisons: list[str] = []
    for token in tokens:
        if token.type == "literal" and token.value in (":", "<", ">", "=", "<=", ">="):
            if not operands[-1] and comparisons and token.value == "=":
                comparisons[-1] += "="
                continue
            comparisons.append(token.value)
            operands.append([])
        else:
            operands[-1].append(token)
    return (operands, comparisons) if all(operands) else None


def _boolean(feature: str, screen: Screen) -> bool | None:
    number = screen.number(feature)
    if number is not None:
        return number != 0
    word = screen.word(feature)
    return None if word is None else word not in ("none", "no-preference")


def _equals(operands: Sequence[Sequence[Any]], screen: Screen) -> bool | None:
    name = _word(operands[0][0])
    for prefix, sign in (("min-", ">="), ("max-", "<="), ("-webkit-min-", ">="), ("-webkit-max-", "<=")):
        if name.startswith(prefix):
            bare = name.removeprefix(prefix)
            actual = screen.number(f"-webkit-{bare}" if prefix.startswith("-webkit") else bare)
            value = _number(operands[1])
            return None if actual is None or value is None else _COMPARE[sign](actual, value)
    actual = screen.number(name)
    if actual is not None:
        value = _number(operands[1])
        return None if value is None else abs(actual - value) < 1e-6
    word = screen.word(name)
    return None if word is None else word == _word(operands[1][0])


def _number(tokens: Sequence[Any]) -> float | None:
    """Return the value of a length, resolution, ratio or number; ``None`` for anything else."""
    if len(tokens) == 3 and tokens[1] == "/" and tokens[0].type == tokens[2].type == "number" and tokens[2].value:
        return float(tokens[0].value / tokens[2].value)
    if len(tokens) != 1:
        return None
    (token,) = tokens
    if token.type == "number":
        return float(token.value)
    if token.type == "dimension":
        scale = _PIXELS.get(token.lower_unit) or _DOTS.get(token.lower_unit)
        return None if scale is None else float(token.value) * scale
    return None


def _word(token: Any) -> str:
    return str(token.lower_value) if token.type == "ident" else ""
