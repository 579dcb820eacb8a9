"""The sizes of boxes that their content can't change."""

from sitescan.document.css.computed_style import Style, cached_by_style

#: Units of lengths relative to the height of the window; the small, large and dynamic ones end likewise.
_OF_WINDOW = ("vh", "vmin", "vmax", "vb")


def definite_height(style: Style) -> float | None:
    """Return the height or maximum height of a box in pixels; ``None`` if it grows with its content."""
    return style.pixels("height") or style.pixels("max-height")


def definite_width(style: Style) -> float | None:
    """Return the width or maximum width of a box in pixels; ``None`` if it depends on the box around it."""
    return style.pixels("width") or style.pixels("max-width")


@cached_by_style
def height_by_window(style: Style) -> float | None:
    """Return the definite height of a box in pixels if it depends on the height of the window, otherwise ``None``."""
    for name in ("height", "max-height"):
        value = style.get(name) or ""
        if value.endswith(_OF_WINDOW) and "(" not in value and style.get("min-height") in ("", "0", "auto", "0px"):
            return style.pixels(name)
    return None
