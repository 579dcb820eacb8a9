"""
The overlays of a page: boxes that may be painted over or behind the text beside them.

Which overlays an element has depends on the boxes that they are noted with and on the stack levels of both.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice, takewhile
from math import inf

from attrs import evolve
from bs4.element import Tag

from sitescan.document.contrast.overlay import BAR_HEIGHT, Overlay, OverlayReach, may_fill_viewport
from sitescan.document.contrast.overlay_search import OverlaySearch
from sitescan.document.contrast.siblings import Siblings
from sitescan.document.css.computed_style import Style
from sitescan.document.document import Document
from sitescan.document.layout.heights import heights
from sitescan.document.layout.positions import begins_after_line
from sitescan.document.layout.shown_elements import shown_elements
from sitescan.document.layout.stacking import IN_FLOW, is_stacking_context
from sitescan.document.views import view

#: The most overlays of one element; an element with more is not judged.
MOST_ON_ELEMENT = 12
#: How many overlays of a box are searched for those of one element.
_MOST_SEARCHED = 48


class Overlays:
    """
    The overlays of a page, by the boxes that they are painted in.

    :ivar crowded: whether the page has too many overlays to be looked at.
    :ivar extents: the room that the boxes out of the flow fill.
    """

    def __init__(self, document: Document) -> None:
        self._styles = document.styles
        self._heights = heights(document)
        self._siblings = Siblings(document.styles, shown_elements(document))
        self._search = OverlaySearch(document, self._siblings)
        self.crowded = self._search.crowded
        self.extents = self._search.extents
        self._by_box: dict[int, list[Overlay]] = {}
        self._anywhere_in: dict[int, list[Overlay]] = {}
        self._beside: dict[int, list[Overlay]] = {}
        for box, overlay in () if self.crowded else self._search.found:
            self._index(box, overlay)

    @property
    def boxes(self) -> Collection[int]:
        """The ids of the boxes that contain overlays."""
        return self._by_box.keys()

    def is_moved(self, element: Tag, style: Style) -> bool:
        """Return whether a box is painted elsewhere than in the flow of its parent."""
        return self._search.is_moved(element, style)

    def over(self, element: Tag, parent: Tag) -> Sequence[Overlay]:
        """Return the overlays that may be painted over an element from elsewhere in its parent; the first of many."""
        if len(self._anywhere_in.get(id(parent), ())) > _MOST_SEARCHED:
            return self.behind(element, parent)
        level = self._search.level(element)
        found = (overlay for overlay in self._near(element, parent) if self._covers(overlay, level, element, parent))
        return [*islice(found, MOST_ON_ELEMENT)]

    def behind(self, element: Tag, parent: Tag) -> Sequence[Overlay]:
        """Return the overlays that may be painted between an element and its parent; the first of many."""
        return [*islice(self._near(element, parent), MOST_ON_ELEMENT)]

    def on_text(self, element: Tag) -> Sequence[Overlay]:
        """Return the overlays in an element that may be painted over or behind its own text; the first of many."""
        found = (overlay for overlay in self._by_box.get(id(element), ()) if overlay.preceding is None)
        return [*islice(found, MOST_ON_ELEMENT)]

    def split_by_level(self, overlays: Sequence[Overlay], element: Tag) -> tuple[Sequence[Overlay], Sequence[Overlay]]:
        """Divide the overlays of an element's parent in those that are painted over the element, and under it."""
        level = self._search.level(element)
        over = [overlay for overlay in overlays if level in (IN_FLOW, inf) or overlay.level >= level]
        under = [overlay for overlay in overlays if overlay not in over]
        if is_stacking_context(self._styles.of(element), self._search.parent_style(element)):
            over = [evolve(overlay, level=inf) for overlay in over]
        return over, under

    def _near(self, element: Tag, parent: Tag) -> Iterator[Overlay]:
        yield from self._beside.get(id(element), ())
        for overlay in islice(self._anywhere_in.get(id(parent), ()), _MOST_SEARCHED):
            if overlay.branch is not element:
                yield overlay

    def _covers(self, overlay: Overlay, level: float, element: Tag, parent: Tag) -> bool:
        style = overlay.generated if overlay.generated is not None else self._styles.of(overlay.element)
        is_high = overlay.generated is None and self._heights.least_painted(overlay.element) > BAR_HEIGHT
        if overlay.level > level and (level == IN_FLOW or is_high or may_fill_viewport(style)):
            return True
        if level != inf and overlay.level < level:
            return False
        # A bar that comes first is before what is positioned after it, and hardly ever over it.
        return self._siblings.place(overlay.branch, parent) > self._siblings.place(element, parent)

    def _index(self, box: Tag, overlay: Overlay) -> None:
        self._by_box.setdefault(id(box), []).append(overlay)
        if overlay.reach is OverlayReach.CONTAINER:
            self._anywhere_in.setdefault(id(box), []).append(overlay)
        elif overlay.preceding is not None:
            self._beside.setdefault(id(overlay.preceding), []).append(overlay)
        else:
            for neighbor in self._neighbors(box, overlay):
                self._beside.setdefault(id(neighbor), []).append(overlay)

    def _neighbors(self, box: Tag, overlay: Overlay) -> Iterator[Tag]:
        """Yield the box before an overlay, and the boxes after it as far as they are moved up or covered."""
        element = overlay.element
        before = filter(self._siblings.is_in_flow, self._siblings.before(overlay.branch, box))
        covered = overlay.overlap
        if overlay.reach is OverlayReach.FOLLOWING and not begins_after_line(self._styles.of(element)):
            yield from takewhile(lambda sibling: self._siblings.may_be_in_row(sibling, box), before)
        elif overlay.reach is OverlayReach.NEIGHBORS:
            yield from islice(before, 1)
        if overlay.reach is OverlayReach.NEIGHBORS and overlay.generated is None and overlay.branch is element:
            margins = (self._styles.of(element).pixels(f"margin-{side}") or 0.0 for side in ("top", "bottom"))
            covered = -min(0.0, *margins) if self._siblings.is_in_flow(element) else self._heights.least(element)
        for sibling in self._siblings.after(overlay.branch, box):
            yield sibling
            if self._siblings.is_in_flow(sibling):
                covered -= 0.0 if self._siblings.may_be_in_row(sibling, box) else self._heights.least(sibling)
                if covered <= 0:
                    return


@view
def overlays(document: Document) -> Overlays:
    """Return the overlays of a page."""
    return Overlays(document)
