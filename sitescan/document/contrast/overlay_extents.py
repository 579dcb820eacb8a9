"""
Upper bounds of the room that a box out of the flow fills, together with the boxes in it that are painted outside of it.

https://www.w3.org/TR/CSS22/visudet.html#abs-non-replaced-height. A box that scales, turns or moves while it is looked
at has no bounds, and neither has one whose content may have any size.
"""

from collections.abc import Collection, Sequence
from math import inf

from attrs import frozen
from bs4.element import Tag

from sitescan.document.css.animations import is_animated
from sitescan.document.css.computed_style import Style
from sitescan.document.document import Document
from sitescan.document.layout.containing_blocks import containing_blocks
from sitescan.document.layout.display import clips_content, is_absolutely_positioned
from sitescan.document.layout.heights import heights
from sitescan.document.layout.horizontal_ranges import HorizontalRange, horizontal_ranges
from sitescan.document.layout.off_screen import is_off_screen
from sitescan.document.layout.positions import is_in_static_position
from sitescan.document.layout.shown_elements import shown_elements
from sitescan.document.layout.transforms import Shift, is_transformed, translation_down
from sitescan.document.tree import children, ids_inside

#: A box with more elements in it has no known height.
_MOST_ELEMENTS = 80
#: Pixels that the borders of a box may add to its height.
_BORDERS = 6.0


@frozen
class Extent:
    """
    Upper bounds of what a box paints, in pixels.

    :ivar across: the horizontal range; ``None`` if it is not known.
    :ivar below: how far below the place of its top it is painted; infinite if that is not known.
    :ivar above: how far above the place of its bottom it is painted; infinite if that is not known.
    :ivar raised: how far above the place of its top it is painted.
    """

    across: HorizontalRange | None = None
    below: float = inf
    above: float = inf
    raised: float = 0.0


class OverlayExtents:
    """
    The extents of the boxes of a page that are out of the flow, each computed when it is asked for.

    :param moved: the ids of the elements that are painted elsewhere than in the flow of their parent.
    """

    def __init__(self, document: Document, moved: Collection[int]) -> None:
        self._styles = document.styles
        self._shown = shown_elements(document)
        self._moved = moved
        self._heights = heights(document)
        self.containing_blocks = containing_blocks(document)
        self.ranges = horizontal_ranges(document)
        self._known: dict[int, Extent] = {}

    def of(self, element: Tag) -> Extent:
        """Return the extent of a box."""
        if id(element) not in self._known:
            self._known[id(element)] = self._find(element, self._styles.of(element))
        return self._known[id(element)]

    def _find(self, element: Tag, style: Style) -> Extent:
        if is_animated(style, self._styles.moving) or not is_absolutely_positioned(style):
            return Extent()
        inner = self._visible_elements(element)
        is_clipped = clips_content(style)
        moved = [] if is_clipped else [tag for tag in inner if id(tag) in self._moved]
        nested = ids_inside((child for tag in moved for child in children(tag)), inner)
        is_unknown = len(inner) > _MOST_ELEMENTS
        if (is_unknown and not is_clipped) or not all(map(self._hangs_down, moved)):
            return Extent()
        across = _hull(self.ranges.box(element), [self.ranges.box(tag) for tag in moved])
        has_height = style.get("height") not in ("", "auto")
        shift = translation_down(style) if is_transformed(style) else Shift(0.0, 0.0)
        if shift is None or style.get("position") is None or (is_unknown and not has_height):
            return Extent(across)
        # A box that is clipped at its own height may hold anything.
        in_flow = [tag for tag in inner if not is_unknown and not is_absolutely_positioned(self._styles.of(tag))]
        width = across.width if across is not None and across.exact and not moved else None
        height = self._heights.most(element, in_flow, width) + _BORDERS
        # Each box in it begins, at the lowest, its own offset below everything else.
        height += sum(
            max(0.0, self._styles.of(tag).pixels("top") or 0.0) + self.of(tag).below
            for tag in moved
            if id(tag) not in nested
        )
        if height == inf:
            return Extent(across)
        below, raised = (
            height * max(0.0, 1 + shift.share) + shift.pixels,
            height * max(0.0, -shift.share) - shift.pixels,
        )
        return Extent(across, max(0.0, below), height + max(0.0, raised), max(0.0, raised))

    def _hangs_down(self, tag: Tag) -> bool:
        """Return whether a box that is moved begins in its containing block, or below it, and is painted downwards."""
        style = self._styles.of(tag)
        if style.get("position") != "absolute" or is_animated(style, self._styles.moving):
            return False
        top = style.pixels("top")
        return is_in_static_position(style) or (top is not None and style.get("bottom") in ("", "auto"))

    def _visible_elements(self, element: Tag) -> Sequence[Tag]:
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


def _hull(own: HorizontalRange | None, inner: Sequence[HorizontalRange | None]) -> HorizontalRange | None:
    """Return the range that includes a box and the boxes in it; ``None`` if that is not known."""
    exact = [one for one in inner if one is not None and one.exact]
    if own is None or not inner:
        return own
    if len(exact) < len(inner):
        return None
    return HorizontalRange(min(one.left for one in (own, *exact)), max(one.right for one in (own, *exact)))
