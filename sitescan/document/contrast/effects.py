"""Effects of styles on how a box and its content are painted: filters, blend modes, masks, borders and shadows."""

from sitescan.document.css.backgrounds import color_words, filling_shadow, shadow_layers
from sitescan.document.css.colors import BLACK, color
from sitescan.document.css.computed_style import Style, cached_by_style
from sitescan.document.css.lengths import Relative, length
from sitescan.document.layout.off_screen import is_off_screen, may_be_clipped_away, may_be_out_of_viewport

_EFFECTS = ("filter", "backdrop-filter", "mask", "mask-image", "-webkit-mask", "-webkit-mask-image", "clip-path")
_CHANGING = frozenset({*_EFFECTS, "mix-blend-mode", "content-visibility", "zoom"})
#: Properties that may move a text out of sight.
_MOVING = frozenset({"transform", "translate", "rotate", "scale", "clip", "text-indent"})
_ON_BOX = frozenset({"border-image", "border-image-source", "box-shadow"})
EDGE = 6.0
"""The largest length in pixels of an inset shadow that is an edge of the box and not behind its text."""


@cached_by_style
def has_visual_effects(style: Style) -> bool:
    """Return whether a box is filtered, blended or masked, or may be out of sight."""
    if style.declares_any(_CHANGING) and _is_changed(style):
        return True
    if style.declares_any(_MOVING) and any(style.get(name) is None for name in _MOVING):
        return True
    return is_off_screen(style) or may_be_out_of_viewport(style) or may_be_clipped_away(style)


def _is_changed(style: Style) -> bool:
    if any(style.get(name) not in ("", "none") for name in _EFFECTS) or style.get("mix-blend-mode") != "normal":
        return True
    return style.get("content-visibility") in ("hidden", None) or style.get("zoom") not in ("", "1", "100%", "normal")


@cached_by_style
def is_behind_parent(style: Style) -> bool:
    """Return whether a box is painted behind its parent."""
    return style.get("position") not in ("", "static") and (style.get("z-index") or "").startswith("-")


@cached_by_style
def is_painted_on(style: Style) -> bool:
    """Return whether the image of a border, or a shadow inside of the box, covers a part of a box."""
    if not style.declares_any(_ON_BOX):
        return False
    image = style.get("border-image-source") or style.get("border-image") or "none"
    return image != "none" or _has_broad_inset_shadow(style)


def _has_broad_inset_shadow(style: Style) -> bool:
    """Return whether a box has, or may have, an inset shadow that is more than an edge."""
    written = style.get("box-shadow")
    if written is None:
        return True
    if "inset" not in written.lower() or filling_shadow(style) is not None:
        return False
    for layer in shadow_layers(written):
        words = [word for word in layer if word.lower() != "inset"]
        if len(words) < len(layer) and _is_broad(style, words):
            return True
    return False


def _is_broad(style: Style, words: list[str]) -> bool:
    """Return whether an inset shadow is seen and more than an edge."""
    names = color_words(words)
    if any(
        parsed is not None and parsed.alpha == 0 for parsed in (color(name, style.color or BLACK) for name in names)
    ):
        return False
    lengths = [length(word, Relative(16.0, 16.0, None)) for word in words if word not in names]
    return len(names) > 1 or any(pixels is None or abs(pixels) > EDGE for pixels in lengths)
