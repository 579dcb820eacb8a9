"""
Bounds of the left and right edges of boxes, from the widths and margins of block layout.

https://www.w3.org/TR/CSS22/visudet.html#Computing_widths_and_margins. Lines and rows are not laid out: a box on a line
or in a row may be anywhere in the box around it.
"""

from math import inf

from attrs import evolve, frozen
from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.document import Document
from sitescan.document.layout.box_spaces import USER_AGENT_SPACES
from sitescan.document.layout.containing_blocks import ContainingBlocks, containing_blocks
from sitescan.document.layout.display import (
    is_absolutely_positioned,
    is_block_container,
    is_block_level,
    is_floating,
    is_inline,
    is_positioned,
)
from sitescan.document.layout.text_size import wraps
from sitescan.document.layout.transforms import is_transformed, translation_across
from sitescan.document.tree import ancestors, attr
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern

_PERCENTAGE = lazy_pattern(r"[0-9.]+%")
SCROLL_BAR = 17.0
"""The width of a scroll bar of the viewport in pixels at most."""

#: The pixels that two boxes beside each other may overlap by.
_OVERLAP = 2.0


@frozen
class HorizontalRange:
    """
    Bounds of the left and right edges of a box, in pixels from the left edge of the viewport.

    :ivar exact: whether the box fills the range.
    """

    left: float
    right: float
    exact: bool = False

    @property
    def width(self) -> float:
        """The distance of the two edges."""
        return self.right - self.left

    def is_beside(self, other: "HorizontalRange") -> bool:
        """Return whether the box is to the left or to the right of another box."""
        return self.right <= other.left + _OVERLAP or other.right <= self.left + _OVERLAP


class HorizontalRanges:
    """The horizontal ranges of the boxes of a page, each computed when it is asked for."""

    def __init__(self, styles: Styles, containing_blocks: ContainingBlocks) -> None:
        self._styles = styles
        self._viewport = HorizontalRange(0.0, styles.screen.width, exact=True)
        self._containing_blocks = containing_blocks
        self._boxes: dict[int, HorizontalRange | None] = {}
        self._contents: dict[int, HorizontalRange | None] = {}

    def box(self, tag: Tag) -> HorizontalRange | None:
        """Return the range of a whole box; ``None`` if nothing is known of it."""
        self.content(tag)
        return self._boxes[id(tag)]

    def content(self, tag: Tag) -> HorizontalRange | None:
        """Return the range of the content of a box; ``None`` if nothing is known of it."""
        path = [tag]
        for around in ancestors(tag):
            if id(around) in self._contents:
                break
            path.append(around)
        for box in reversed(path):
            if id(box) not in self._contents:
                self._boxes[id(box)], self._contents[id(box)] = self._ranges(box, self._styles.of(box))
        return self._contents[id(tag)]

    def _ranges(self, tag: Tag, style: Style) -> tuple[HorizontalRange | None, HorizontalRange | None]:
        parent = tag.parent
        around = self._contents.get(id(parent), self._viewport if tag.name == "html" else None)
        if attr(tag, "dir", "ltr").lower() != "ltr" or style.get("direction") not in ("", "ltr"):
            return None, None
        if style.get("position") in ("absolute", "fixed"):
            box = self._positioned(tag, style, around)
        elif around is None or (is_positioned(style) and _is_shifted(style)):
            return None, None
        elif is_inline(style):
            return (None, None) if is_transformed(style) and translation_across(style) is None else (around, around)
        else:
            in_block = self._is_in_block(tag)
            fills = is_block_level(style) and style.display != "table" and not is_floating(style)
            box = self._block(tag, style, around) if in_block and fills else self._inline_level(tag, style, around)
        box = _translated(box, style)
        if box is None:
            return None, None
        if (style.display == "table" or not wraps(style)) and style.get("overflow-x") == "visible":
            box = evolve(box, right=inf, exact=False)
        block = around if around is not None and not is_absolutely_positioned(style) else None
        left, right = (self._spacing(tag, style, f"padding-{side}", block) for side in ("left", "right"))
        is_known = left is not None and right is not None and (_is_exact(block) or not _has_percent_padding(style))
        return box, HorizontalRange(box.left + (left or 0.0), box.right - (right or 0.0), box.exact and is_known)

    def _is_in_block(self, tag: Tag) -> bool:
        """Return whether an element is the root, or in a block container."""
        parent = tag.parent
        return parent is not None and (parent.parent is None or is_block_container(self._styles.of(parent)))

    def _block(self, tag: Tag, style: Style, around: HorizontalRange) -> HorizontalRange | None:
        """Return the range of a block in the flow: the room between its margins, or its own width."""
        margins = self._margins(tag, style, around)
        if margins is None:
            return None
        left, right = margins
        filling = HorizontalRange(around.left + left, around.right - right, around.exact)
        width = _width(style, around.width)
        if width is None:
            return evolve(filling, exact=filling.exact and style.get("width") in ("", "auto"))
        if style.get("margin-left") != "auto":
            return HorizontalRange(filling.left, filling.left + width, around.exact and not _adds_padding(style))
        if not around.exact or style.get("margin-right") != "auto":
            return HorizontalRange(around.left, max(around.right, around.left + width))
        start = around.left + max(0.0, (around.width - width - SCROLL_BAR) / 2)
        return HorizontalRange(start, start + width + SCROLL_BAR, not _adds_padding(style))

    def _inline_level(self, tag: Tag, style: Style, around: HorizontalRange) -> HorizontalRange | None:
        """Return the range of a box on a line, in a row or in a table, or of a float."""
        margins = self._margins(tag, style, around)
        if margins is None:
            return None
        start = around.left + margins[0]
        return HorizontalRange(start, max(around.right - margins[1], start + (_width(style, around.width) or 0.0)))

    def _positioned(self, tag: Tag, style: Style, around: HorizontalRange | None) -> HorizontalRange | None:
        """Return the range of an absolutely positioned box."""
        holder = None if style.get("position") == "fixed" else self._containing_blocks.of(tag)
        block = self._viewport if holder is None else self._boxes.get(id(holder))
        if block is None or self._containing_blocks.is_in_transformed_box(tag):
            return None
        percent = block.width if block.exact else None
        left, right = style.pixels("left", percent), style.pixels("right", percent)
        margins = self._margins(tag, style, block)
        width = _width(style, block.width)
        centered = "auto" in (style.get("margin-left"), style.get("margin-right"))
        if margins is None or (centered and left is not None and right is not None):
            return None
        before, after = margins
        if left is None and right is None:
            if around is None or not around.exact or width is None or not self._is_in_block(tag):
                return None
            return HorizontalRange(around.left + before, around.left + before + width, exact=True)
        if not block.exact:
            return _in_inexact_block(block, left, right, (width or 0.0) + abs(before) + abs(after))
        has_width = style.get("width") not in ("", "auto")
        if left is not None:
            start = block.left + left + before
            if width is not None:
                return HorizontalRange(start, start + width, exact=has_width or right is not None)
            return HorizontalRange(
                start, block.right - max(0.0, right) if right is not None else inf, right is not None
            )
        end = block.right - (right or 0.0) - after
        start = block.left if width is None else end - width - SCROLL_BAR
        return HorizontalRange(start, end, exact=width is not None and has_width)

    def _margins(self, tag: Tag, style: Style, around: HorizontalRange) -> tuple[float, float] | None:
        left, right = (self._spacing(tag, style, f"margin-{side}", around) for side in ("left", "right"))
        return None if left is None or right is None else (left, right)

    def _spacing(self, tag: Tag, style: Style, name: str, around: HorizontalRange | None = None) -> float | None:
        """Return a lower bound of a margin or padding; ``None`` if it is not known."""
        written = style.get(name)
        percent = around.width if around is not None and _is_exact(around) else None
        if written == "":
            return USER_AGENT_SPACES.get((tag.name, name), 0.0)
        if written == "auto" or (written and percent is None and _PERCENTAGE.fullmatch(written)):
            return 0.0
        return style.pixels(name, percent)


@view
def horizontal_ranges(document: Document) -> HorizontalRanges:
    """Return the horizontal ranges of the boxes of a page."""
    return HorizontalRanges(document.styles, containing_blocks(document))


def _width(style: Style, room: float) -> float | None:
    """Return an upper bound of the width that a box is given, with its padding; ``None`` if it is given none."""
    width, limit = style.pixels("width", room), style.pixels("max-width", room)
    if width is None:
        if limit is None or limit >= room:
            return None
        width = limit
    width = max(width if limit is None else min(width, limit), style.pixels("min-width", room) or 0.0)
    if style.get("box-sizing") == "border-box":
        return width
    return width + sum(style.pixels(f"padding-{side}", room) or 0.0 for side in ("left", "right"))


def _in_inexact_block(
    block: HorizontalRange, left: float | None, right: float | None, size: float
) -> HorizontalRange | None:
    """
    Return the range of a box in a containing block that may be narrower than its own range.

    :param size: the width of the box and of its margins.
    """
    if left is not None:
        return HorizontalRange(block.left + left - size, block.right + left + size) if left >= 0 else None
    if right is None or right < 0:
        return None
    return HorizontalRange(block.left - right - size, block.right - right + size)


def _translated(box: HorizontalRange | None, style: Style) -> HorizontalRange | None:
    """Return a range moved by the transform of its box; ``None`` if the transform does more than that."""
    if box is None or not is_transformed(style):
        return box
    shift = translation_across(style)
    if shift is None or (shift.share and not box.exact):
        return None
    by = shift.pixels + (shift.share * box.width if shift.share else 0.0)
    return evolve(box, left=box.left + by, right=box.right + by)


def _is_exact(around: HorizontalRange | None) -> bool:
    return around is not None and around.exact


def _has_percent_padding(style: Style) -> bool:
    return any("%" in (style.get(f"padding-{side}") or "") for side in ("left", "right"))


def _is_shifted(style: Style) -> bool:
    return any(style.get(side) not in ("", "auto", "0", "0px") for side in ("left", "right"))


def _adds_padding(style: Style) -> bool:
    """Return whether the padding of a box is added to its width."""
    if style.get("box-sizing") == "border-box":
        return False
    return any(style.get(f"padding-{side}") not in ("", "0", "0px") for side in ("left", "right"))
