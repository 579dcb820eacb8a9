"""One box that is painted over its neighbors."""

from enum import Enum

from attrs import frozen
from bs4.element import Tag

from sitescan.document.css.computed_style import Style
from sitescan.document.css.viewport_size import HEIGHT
from sitescan.document.layout.stacking import IN_FLOW

#: The largest height of a bar in pixels.
BAR_HEIGHT = 200.0


class OverlayReach(Enum):
    """The boxes that an overlay may be painted on."""

    CONTAINER = "everything in the box that it is noted with"
    NEIGHBORS = "the boxes before and after it"
    FOLLOWING = "the boxes beside it and after it"
    PRECEDING = "the end of the box before it"


@frozen(eq=False)
class Overlay:
    """
    A box that is painted over its neighbors.

    :ivar element: the element of the box.
    :ivar branch: the child, of the box that the overlay is noted with, that is or contains the element.
    :ivar level: the stack level of the branch.
    :ivar preceding: the box before the branch whose end it covers; ``None`` for the text of their parent.
    :ivar overlap: the number of pixels that are covered of that box, or of the boxes after the branch.
    :ivar generated: the style of a generated box of the element, where that is the overlay.
    """

    element: Tag
    branch: Tag
    reach: OverlayReach
    level: float
    preceding: Tag | None = None
    overlap: float = 0.0
    generated: Style | None = None

    @property
    def is_above_flow(self) -> bool:
        """True if the overlay is painted over the text in the flow, and not only over backgrounds."""
        return self.level > IN_FLOW


def may_fill_viewport(style: Style) -> bool:
    """Return whether a box may be as high as the viewport."""
    height = style.pixels("height", HEIGHT)
    if height is not None:
        return height > BAR_HEIGHT
    return all(style.get(side) not in ("", "auto") for side in ("top", "bottom"))
