"""
Whether a box that is painted over its neighbors certainly leaves a text free.

It does where the box ends beside the text, or above or below it. A box without known bounds may be anywhere.
"""

from math import inf

from attrs import frozen
from bs4.element import Tag

from sitescan.document.contrast.overlay import Overlay, Reach
from sitescan.document.contrast.overlays import overlays
from sitescan.document.css.animations import is_animated
from sitescan.document.css.computed_style import Style
from sitescan.document.document import Document
from sitescan.document.layout.containing_blocks import ContainingBlocks
from sitescan.document.layout.display import clips_content, is_absolutely_positioned
from sitescan.document.layout.heights import heights, margin
from sitescan.document.layout.horizontal_ranges import HorizontalRange, HorizontalRanges
from sitescan.document.layout.off_screen import is_off_screen
from sitescan.document.layout.shown_elements import shown_elements
from sitescan.document.layout.transforms import is_transformed
from sitescan.document.layout.vertical_distances import VerticalDistances
from sitescan.document.tree import children
from sitescan.document.views import view

#: A box with more elements in it has no known height.
_MOST_ELEMENTS = 80
#: Pixels that the borders of a box may add to its height.
_BORDERS = 6.0


@frozen
class _Bounds:
    """
    Upper bounds of a box, in pixels.

    :ivar across: its horizontal range; ``None`` if that is not known.
    :ivar below_top: how far it reaches below the top of its containing block.
    :ivar above_bottom: how far it reaches above the bottom of its containing block.
    """

    across: HorizontalRange | None = None
    below_top: float = inf
    above_bottom: float = inf


class Overlap:
    """The bounds of the overlays of a page, each computed when it is asked for."""

    def __init__(self, document: Document) -> None:
        styles = self._styles = document.styles
        self._shown = shown_elements(document)
        self._moved = overlays(document).moved
        self._heights = heights(document)
        self._containing_blocks = ContainingBlocks(styles)
        self._ranges = HorizontalRanges(styles, self._containing_blocks)
        self._distances = VerticalDistances(styles, self._heights, self._shown)
        self._known: dict[int, _Bounds] = {}

    def is_bounded(self, overlay: Overlay) -> bool:
        """Return whether anything is known of where an overlay ends."""
        if overlay.generated is not None:
            return False
        if overlay.reach is Reach.PRECEDING:
            return overlay.overlap > 0
        bounds = self._bounds(overlay.element)
        return bounds.across is not None or min(bounds.below_top, bounds.above_bottom) < inf

    def leaves_free(self, overlay: Overlay, tag: Tag) -> bool:
        """Return whether an overlay certainly covers no text of an element, nor of anything in the element."""
        if overlay.generated is not None:
            return False
        if overlay.reach is Reach.PRECEDING:
            preceding = overlay.preceding
            if preceding is None:
                return False
            gap = max(0.0, margin(preceding, self._styles.of(preceding), "bottom"))
            return self._distances.to_bottom(tag, preceding) + gap >= overlay.overlap
        bounds = self._bounds(overlay.element)
        if bounds.across is not None:
            content = self._ranges.content(tag)
            if content is not None and content.is_beside(bounds.across):
                return True
        block = self._containing_blocks.of(overlay.element)
        if bounds.below_top < inf and self._distances.from_top(tag, block) >= bounds.below_top:
            return True
        return bounds.above_bottom < inf and self._distances.to_bottom(tag, block) >= bounds.above_bottom

    def _bounds(self, element: Tag) -> _Bounds:
        if id(element) not in self._known:
            self._known[id(element)] = self._find_bounds(element, self._styles.of(element))
        return self._known[id(element)]

    def _find_bounds(self, element: Tag, style: Style) -> _Bounds:
        if is_animated(style, self._styles.moving) or not is_absolutely_positioned(style):
            return _Bounds()
        inner = self._visible_elements(element)
        is_unknown = len(inner) > _MOST_ELEMENTS or any(id(tag) in self._moved for tag in inner)
        if is_unknown and not clips_content(style):
            return _Bounds()
        across = self._ranges.box(element)
        has_height = style.get("height") not in ("", "auto")
        if is_transformed(style) or style.get("position") is None or (is_unknown and not has_height):
            return _Bounds(across)
        # A box that is clipped at its own height may hold anything.
        in_flow = [tag for tag in inner if not is_unknown and not is_absolutely_positioned(self._styles.of(tag))]
        width = across.width if across is not None and across.exact else None
        height = self._heights.most(element, in_flow, width) + _BORDERS
        top, bottom = _offset(style, "top") + height, _offset(style, "bottom") + height
        if style.get("position") == "fixed":
            # Everything but the beginning of the page can be scrolled below a bar at the top of the window.
            return _Bounds(across, below_top=top if style.get("bottom") in ("", "auto") else inf)
        return _Bounds(across, top, bottom if self._containing_blocks.of(element) is not None else inf)

    def _visible_elements(self, element: Tag) -> list[Tag]:
        """Return the visible elements in a box; the first of many."""
        found: list[Tag] = []
        waiting = [element]
        while waiting:
            for child in children(waiting.pop()):
                style = self._styles.of(child)
                if id(child) in self._shown and style.number("opacity", 1.0) != 0 and not is_off_screen(style):
                    found.append(child)
                    waiting.append(child)
                    if len(found) > _MOST_ELEMENTS:
                        return found
        return found


@view
def overlap(document: Document) -> Overlap:
    """Return the bounds of the overlays of a page."""
    return Overlap(document)


def _offset(style: Style, side: str) -> float:
    """Return the distance of a box from a side of its containing block; infinite if it is not known."""
    offset, margin_size = style.pixels(side), style.pixels(f"margin-{side}")
    if style.get(f"margin-{side}") == "auto" and any(style.get(end) in ("", "auto") for end in ("top", "bottom")):
        # https://www.w3.org/TR/CSS22/visudet.html#abs-non-replaced-height
        margin_size = 0.0
    if offset is None or (margin_size is None and style.get(f"margin-{side}") != ""):
        return inf
    return offset + (margin_size or 0.0)
