"""
The content of a phone's first screen that an image without a size certainly moves when it is loaded.

https://wicg.github.io/layout-instability/#sec-layout-shift-value. The image must be in view wherever fonts and lines
place it, and what moves is what comes after it in boxes that grow with it.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, islice, takewhile
from math import inf

from attrs import frozen
from bs4.element import Tag

from sitescan.document.css.computed_style import Style
from sitescan.document.css.media import PHONE
from sitescan.document.document import Document
from sitescan.document.layout.display import (
    is_absolutely_positioned,
    is_block_container,
    is_flex_container,
    is_floating,
    is_grid_container,
    is_inline,
    is_multi_column,
    is_row,
    stacks_children,
    wraps_items,
)
from sitescan.document.layout.heights import heights, most_space
from sitescan.document.layout.off_screen import is_off_screen
from sitescan.document.layout.shown_elements import shown_elements
from sitescan.document.layout.text_size import (
    LEAST_LETTER,
    MOST_LETTER,
    least_line_height,
    most_line_height,
    own_letters,
)
from sitescan.document.layout.transforms import is_transformed
from sitescan.document.loading.first_screen import HEIGHT, WIDTH
from sitescan.document.scripts.script_elements import blocks_parsing
from sitescan.document.tree import ancestors, children, elements, has_own_words, tokens
from sitescan.document.views import view

#: Elements that are usually closed on phones, and the end of the page.
_NOT_IN_VIEW = frozenset({"nav", "aside", "dialog", "footer"})
#: The most elements of one sibling of an image, or of a box around it, that are measured.
_MOST_ELEMENTS = 200
#: How many siblings of a box are looked at, and how many boxes around an image; what is in more of them is not judged.
_MOST_SIBLINGS, _DEEPEST = 200, 60
#: Pixels that the border of a box may add above its content.
_BORDER = 3.0
_SPACES = tuple(f"{kind}-{side}" for kind in ("padding", "margin") for side in ("left", "right"))
_HEIGHTS = ("height", "min-height", "max-height", "aspect-ratio")


@frozen
class ImageShift:
    """
    What an image moves, in CSS pixels.

    :ivar room: the height of the screen below the top of the image, at least.
    :ivar moved: the height of the content after the image that moves by the image's height, at least.
    :ivar across: the width of that content, at least.
    :ivar width: the width of the image, at most.
    """

    room: int
    moved: int
    across: int
    width: int


@view
def image_shifts(document: Document) -> "ImageShifts":
    """Return the shifts that images of a page cause on a phone."""
    return ImageShifts(document)


class ImageShifts:
    """The shifts that images of a page cause, each computed when it is asked for."""

    def __init__(self, document: Document) -> None:
        seen = document.on_phone
        self._screen = document.phone
        self._order = seen.order
        # What follows a file that the parser waits for may be painted long after what precedes it.
        waiting = [
            tag for tag in seen.all("script", "link") if blocks_parsing(tag) or "stylesheet" in tokens(tag, "rel")
        ]
        self._waits = [seen.order[id(tag)] for tag in waiting]
        self._holding = {id(around) for tag in waiting for around in ancestors(tag)}
        self._styles = seen.styles
        self._state = seen.accessible.exposure.state
        self._possible = shown_elements(seen)
        self._known: dict[int, float] = {}
        self._heights = heights(seen)

    def of(self, tag: Tag) -> ImageShift | None:
        """Return what an image certainly moves; ``None`` if that is nothing."""
        if self._screen != PHONE:
            # Browsers enlarge the text of a page that they zoom out, by rules of their own.
            return None
        top, moved = 0.0, 0.0
        grows = True
        box = tag
        waits = next((position for position in self._waits if position > self._order[id(tag)]), inf)
        for depth, around in enumerate(ancestors(tag)):
            style = self._styles.of(around)
            if depth > _DEEPEST or not self._is_in_view(box) or around.name in _NOT_IN_VIEW:
                return None
            is_box = is_flex_container(style) or is_grid_container(style)
            has_height = any(style.get(name) not in ("", "auto", "none", "0", "0px") for name in _HEIGHTS)
            if is_box and has_height:
                # The image may be anywhere in a box that is higher than its content.
                return None
            grows = grows and not is_box and (stacks_children(style) or is_inline(style))
            if grows:
                below = takewhile(partial(self._is_before, waits), self._siblings(box, after=True))
                moved += _sum_up_to(HEIGHT, map(self._least, below))
            grows = grows and (not has_height or around.name in ("html", "body"))
            top += self._top_in(box, around, style)
            if top >= HEIGHT:
                return None
            box = around
        across = self._width_around(tag)
        width = _narrowed(self._styles.of(tag), across) if across is not None else None
        if across is None or width is None or moved <= 0:
            return None
        return ImageShift(int(HEIGHT - top), int(min(moved, HEIGHT)), int(across), int(width))

    def _width_around(self, tag: Tag) -> float | None:
        """Return the width of the content of the box around an element at most; ``None`` if it is not known."""
        width = float(WIDTH)
        for box in reversed([*ancestors(tag)]):
            style, outer = self._styles.of(box), self._styles.of(box).parent
            if outer is not None and not _gives_width(outer) and not (wraps_items(outer) and style.get("width")):
                # A row or a grid gives its items widths that are not known.
                return None
            narrowed = _narrowed(style, width)
            if narrowed is None:
                return None
            width = narrowed - sum(max(0.0, style.pixels(name, width) or 0.0) for name in _SPACES)
        return width

    def _is_before(self, position: float, box: Tag) -> bool:
        """Return whether a box ends before a file for which the parser waits."""
        return self._order[id(box)] < position and id(box) not in self._holding

    def _is_in_view(self, box: Tag) -> bool:
        """Return whether a box is certainly shown at its place in the flow."""
        style = self._styles.of(box)
        is_in_flow = not (is_absolutely_positioned(style) or is_floating(style) or is_transformed(style))
        is_plain = is_in_flow and not is_multi_column(style) and style.number("opacity", 1.0) != 0
        return is_plain and self._is_certain(box) and not is_off_screen(style)

    def _is_certain(self, tag: Tag) -> bool:
        """Return whether an element is certainly shown."""
        return self._state(tag).visible is True

    def _is_possible(self, tag: Tag) -> bool:
        """Return whether an element is shown, or may be shown."""
        return id(tag) in self._possible

    def _top_in(self, box: Tag, around: Tag, style: Style) -> float:
        """Return the distance of a box from the top of the box around it, with the margin of that, at most."""
        top = _BORDER + sum(most_space(around, style, name) for name in ("margin-top", "padding-top"))
        if has_own_words(around):
            size = style.font_size or inf
            top += most_line_height(style) * (1 + own_letters(around) * MOST_LETTER * size / WIDTH)
        beside = is_flex_container(style) or is_grid_container(style)
        # In a row, or in the middle of it, a box is no lower than its siblings are high.
        sides = (False, True) if beside else (False,)
        return top + sum(_sum_up_to(HEIGHT, map(self._most, self._siblings(box, after=side))) for side in sides)

    def _siblings(self, box: Tag, *, after: bool) -> Iterator[Tag]:
        """Iterate over the siblings before or after a box that may take room in the flow."""
        passed = False
        is_counted = self._is_certain if after else self._is_possible
        for number, sibling in enumerate(children(box.parent) if box.parent is not None else ()):
            if number > _MOST_SIBLINGS:
                return
            if sibling is box:
                passed = True
            elif passed is after and is_counted(sibling) and not is_absolutely_positioned(self._styles.of(sibling)):
                yield sibling

    def _most(self, tag: Tag) -> float:
        """Return the height that an element takes in the flow at most."""
        style = self._styles.of(tag)
        shown = filter(self._is_possible, elements(tag))
        flowing = (element for element in shown if not is_absolutely_positioned(self._styles.of(element)))
        inner = list(islice(flowing, _MOST_ELEMENTS + 1))
        if len(inner) > _MOST_ELEMENTS:
            return inf
        margins = sum(most_space(tag, style, name) for name in ("margin-top", "margin-bottom"))
        return self._heights.most(tag, inner, WIDTH) + margins

    def _least(self, tag: Tag) -> float:
        """Return the height that an element takes in the flow at least; it may come after several images."""
        if id(tag) not in self._known:
            self._known[id(tag)] = self._least_measured(tag)
        return self._known[id(tag)]

    def _least_measured(self, tag: Tag) -> float:
        """Return the height of the boxes in an element at least, or that of its letters if they need more."""
        area = 0.0
        for element in islice(chain((tag,), elements(tag)), _MOST_ELEMENTS):
            if area >= WIDTH * HEIGHT:
                break
            style = self._styles.of(element)
            if self._is_certain(element) and not (is_absolutely_positioned(style) or is_floating(style)):
                letters = own_letters(element) * LEAST_LETTER * (style.font_size or 0.0)
                area += letters * least_line_height(style)
        return max(self._heights.least_in_flow(tag), area / WIDTH)


def _sum_up_to(most: float, numbers: Iterable[float]) -> float:
    """Return the sum of numbers, or of as many of them as exceed a number."""
    total = 0.0
    for number in numbers:
        total += number
        if total >= most:
            break
    return total


def _gives_width(style: Style) -> bool:
    """Return whether the content of a box is as wide as the box, unless it is given a width."""
    return is_inline(style) or is_block_container(style) or (is_flex_container(style) and not is_row(style))


def _narrowed(style: Style, around: float) -> float | None:
    """Return the width of a box at most; ``None`` if it is not known."""
    width, most = style.pixels("width", around), style.pixels("max-width", around)
    if width is None and style.get("width") not in ("", "auto"):
        return None
    return min(pixels for pixels in (around, width, most) if pixels is not None)
