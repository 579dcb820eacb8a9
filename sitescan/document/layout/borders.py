"""The lines around a box: which borders and outlines are painted."""

from sitescan.document.css.computed_style import Style, cached_by_style
from sitescan.document.css.shorthands import BORDER, SIDES

_LINES = tuple(f"border-{side}" for side in SIDES)


@cached_by_style
def has_border(style: Style) -> bool:
    """Return whether a border of a box is, or may be, painted."""
    return any(_is_painted(style, line) for line in _LINES)


@cached_by_style
def has_outline(style: Style) -> bool:
    """Return whether the outline of a box is, or may be, painted."""
    return _is_painted(style, "outline")


def removes_outline(style: Style) -> bool:
    """Return whether a style certainly removes the outline that browsers show for the focus."""
    return style.declares("outline-style") and not has_outline(style)


def borders(style: Style) -> tuple[str | None, ...]:
    """Return the values that the borders of a box are painted by, for comparison."""
    return tuple(style.get(f"{line}-{part}") for line in _LINES for part in BORDER)


def _is_painted(style: Style, line: str) -> bool:
    if style.get(f"{line}-style") in ("none", "hidden") or style.pixels(f"{line}-width") == 0:
        return False
    # Without a color of its own, a line has that of the text.
    color = style.color_of(f"{line}-color") if style.get(f"{line}-color") != "" else style.color
    return color is None or color.alpha != 0
