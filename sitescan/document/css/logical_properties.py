"""
Logical properties and the physical properties that they stand for, https://www.w3.org/TR/css-logical-1/.

They are mapped once, when a style is made, so that rules know physical properties alone.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import TypeVar

T = TypeVar("T")

#: The sides at the start and the end of the block axis by writing mode, and those of the inline axis left to right.
_BLOCK: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "": ("top", "bottom"),
        "horizontal-tb": ("top", "bottom"),
        "vertical-rl": ("right", "left"),
        "sideways-rl": ("right", "left"),
        "vertical-lr": ("left", "right"),
        "sideways-lr": ("left", "right"),
    }
)
_INLINE: Mapping[str, tuple[str, str]] = MappingProxyType(
    {**dict.fromkeys(_BLOCK, ("top", "bottom")), **dict.fromkeys(("", "horizontal-tb"), ("left", "right"))}
    | {"sideways-lr": ("bottom", "top")}
)
_AXES, _EDGES = ("block", "inline"), ("start", "end")
_PARTS = ("width", "style", "color")


def _shorthands() -> Iterator[tuple[str, tuple[str, ...]]]:
    for axis in _AXES:
        for name in ("inset", "margin", "padding"):
            yield f"{name}-{axis}", tuple(f"{name}-{axis}-{edge}" for edge in _EDGES)
        for part in _PARTS:
            yield f"border-{axis}-{part}", tuple(f"border-{axis}-{edge}-{part}" for edge in _EDGES)
        for edge in _EDGES:
            yield f"border-{axis}-{edge}", tuple(f"border-{axis}-{edge}-{part}" for part in _PARTS)
        yield f"border-{axis}", tuple(f"border-{axis}-{edge}-{part}" for edge in _EDGES for part in _PARTS)


LOGICAL_SHORTHANDS: Mapping[str, tuple[str, ...]] = MappingProxyType(dict(_shorthands()))
"""The logical longhands of each logical shorthand."""


@cache
def _physical_names(writing_mode: str, direction: str) -> Mapping[str, str]:
    """Return the physical name of each logical longhand."""
    inline = _INLINE[writing_mode] if direction != "rtl" else _INLINE[writing_mode][::-1]
    found: dict[str, str] = {}
    for axis, sides in zip(_AXES, (_BLOCK[writing_mode], inline), strict=True):
        is_vertical = "top" in sides
        for edge, side in zip(_EDGES, sides, strict=True):
            found[f"inset-{axis}-{edge}"] = side
            found.update({f"{name}-{axis}-{edge}": f"{name}-{side}" for name in ("margin", "padding")})
            found.update({f"border-{axis}-{edge}-{part}": f"border-{side}-{part}" for part in _PARTS})
        for limit in ("", "min-", "max-"):
            found[f"{limit}{axis}-size"] = f"{limit}{'height' if is_vertical else 'width'}"
        found[f"overflow-{axis}"] = f"overflow-{'y' if is_vertical else 'x'}"
    return MappingProxyType(found)


#: The names in each flow of text that there may be.
_FLOWS = {flow: _physical_names(*flow) for flow in product(_BLOCK, ("", "ltr", "rtl"))}

LOGICAL = frozenset(_physical_names("", ""))
"""The logical longhands that stand for physical ones."""


def physical(
    declared: Mapping[str, T | None], writing_mode: str | None, direction: str | None
) -> Mapping[str, T | None]:
    """
    Return declarations of physical properties alone; of those that stand for the same property, the last wins.

    A property that a logical one may stand for has no value (``None``) if the flow of the text is not known.

    :param declared: the winning declarations, in the order in which they were applied.
    """
    names = _FLOWS.get((writing_mode or "", direction or "")) if None not in (writing_mode, direction) else None
    found: dict[str, T | None] = {}
    for name, value in declared.items():
        if name not in LOGICAL:
            found[name] = value
        elif names is not None:
            found[names[name]] = value
        else:
            found.update(dict.fromkeys({flow[name] for flow in _FLOWS.values()}))
    return found
