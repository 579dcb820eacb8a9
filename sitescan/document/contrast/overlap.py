"""
Whether a box that is painted over its neighbors certainly leaves a text free.

It does where the box ends beside the text, or above or below it. A box without known bounds may be anywhere.
"""

from math import inf

from attrs import frozen
from bs4.element import Tag

from sitescan.document.contrast.overlay import Overlay, OverlayReach
from sitescan.document.contrast.overlays import overlays
from sitescan.document.css.computed_style import Style
from sitescan.document.document import Document
from sitescan.document.layout.heights import margin
from sitescan.document.layout.horizontal_ranges import HorizontalRange
from sitescan.document.layout.vertical_distances import vertical_distances
from sitescan.document.views import view


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
        self._styles = document.styles
        self._extents = overlays(document).extents
        self._containing_blocks, self._ranges = self._extents.containing_blocks, self._extents.ranges
        self._distances = vertical_distances(document)
        self._known: dict[int, _Bounds] = {}

    def is_bounded(self, overlay: Overlay) -> bool:
        """Return whether anything is known of where an overlay ends."""
        if overlay.generated is not None:
            return False
        if overlay.reach is OverlayReach.PRECEDING:
            return overlay.overlap > 0
        if overlay.reach is OverlayReach.FOLLOWING:
            return True
        bounds = self._bounds(overlay.element)
        return bounds.across is not None or min(bounds.below_top, bounds.above_bottom) < inf

    def leaves_free(self, overlay: Overlay, tag: Tag) -> bool:
        """Return whether an overlay certainly covers no text of an element, nor of anything in the element."""
        if overlay.generated is not None:
            return False
        if overlay.reach is OverlayReach.PRECEDING:
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
        if overlay.reach is OverlayReach.FOLLOWING:
            return self._distances.below(tag, overlay.branch) >= overlay.overlap
        block = self._containing_blocks.of(overlay.element)
        if bounds.below_top < inf and self._distances.from_top(tag, block) >= bounds.below_top:
            return True
        return bounds.above_bottom < inf and self._distances.to_bottom(tag, block) >= bounds.above_bottom

    def _bounds(self, element: Tag) -> _Bounds:
        if id(element) not in self._known:
            self._known[id(element)] = self._find_bounds(element, self._styles.of(element))
        return self._known[id(element)]

    def _find_bounds(self, element: Tag, style: Style) -> _Bounds:
        extent = self._extents.of(element)
        across = extent.across
        top, bottom = _offset(style, "top") + extent.below, _offset(style, "bottom") + extent.above
        if style.get("position") == "fixed":
            # Everything but the beginning of the page can be scrolled below a bar at the top of the window.
            return _Bounds(across, below_top=top if style.get("bottom") in ("", "auto") else inf)
        return _Bounds(across, top, bottom if self._containing_blocks.of(element) is not None else inf)


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
