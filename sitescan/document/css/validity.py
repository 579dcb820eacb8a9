"""
Validity of values, for the properties whose invalid values pages rely on being ignored.

An invalid declaration leaves an earlier one in effect.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sitescan.document.css.colors import is_color
from sitescan.document.css.custom_properties import is_pending

#: https://www.w3.org/TR/css-values-4/#common-keywords
WIDE = frozenset({"inherit", "initial", "unset", "revert", "revert-layer"})
SIZES = frozenset("xx-small x-small small medium large x-large xx-large xxx-large smaller larger".split())


_SIZE_STARTS = (*"0123456789.+",)


def is_size(word: str) -> bool:
    """Return whether a word begins like a length or a number."""
    return word.startswith(_SIZE_STARTS)


def _size_valid(text: str) -> bool:
    lowered = text.lower()
    if lowered in SIZES or lowered in WIDE or "(" in lowered or lowered == "math":
        return True
    return is_size(lowered) and (lowered[-1] == "%" or lowered[-1].isalpha() or float_or_none(lowered) == 0)


def float_or_none(text: str) -> float | None:
    """Return the number that a text denotes; ``None`` if it denotes none."""
    try:
        return float(text)
    except ValueError:
        return None


def _color_valid(text: str) -> bool:
    return text.lower() in WIDE or is_color(text)


def _weight_valid(text: str) -> bool:
    lowered = text.lower()
    number = float_or_none(lowered)
    known = lowered in WIDE or lowered in ("normal", "bold", "bolder", "lighter") or "(" in lowered
    return known or (number is not None and 1 <= number <= 1000)


def _visibility_valid(text: str) -> bool:
    return text.lower() in WIDE or text.lower() in ("visible", "hidden", "collapse") or "(" in text


def _display_valid(text: str) -> bool:
    lowered = text.lower()
    return "(" in text or (not lowered.startswith(("-moz-", "-ms-")) and set(lowered.split()) <= _DISPLAYS)


_DISPLAYS = WIDE | frozenset(
    "none block inline flow-root inline-block contents flex inline-flex grid inline-grid table inline-table "
    "table-row table-cell table-row-group table-header-group table-footer-group table-column table-column-group "
    "table-caption list-item flow ruby ruby-text ruby-base math run-in -webkit-box -webkit-inline-box -webkit-flex "
    "-webkit-inline-flex block-ruby ruby-base-container ruby-text-container".split()
) - {"run-in", "ruby-base", "ruby-base-container", "ruby-text-container"}

_FILTERS = tuple(
    f"{name}("
    for name in "blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia url".split()
)


def _filter_valid(text: str) -> bool:
    """Return whether a filter is valid, unlike those of Internet Explorer: https://www.w3.org/TR/filter-effects-1/."""
    lowered = text.lower()
    return lowered in WIDE or lowered == "none" or lowered.startswith(_FILTERS)


#: For each property, a function that returns whether a text is a valid value.
_CHECKED: Mapping[str, Callable[[str], bool]] = MappingProxyType(
    {
        "color": _color_valid,
        "background-color": _color_valid,
        "display": _display_valid,
        "filter": _filter_valid,
        "font-size": _size_valid,
        "font-weight": _weight_valid,
        "visibility": _visibility_valid,
    }
)


def is_valid(name: str, text: str) -> bool:
    """Return whether a text is a valid value of a property, as far as pages rely on it, before it is computed."""
    return name not in _CHECKED or is_pending(text) or _CHECKED[name](text)
