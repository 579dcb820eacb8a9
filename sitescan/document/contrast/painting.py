"""
The backdrop of each element of a page: the backgrounds of the elements around it, from the root down.

https://www.w3.org/TR/compositing-1/. What images, filters, blend modes and overlays make of a backdrop is not known.
"""

from collections.abc import Callable, Container, Sequence

from attrs import evolve
from bs4.element import Tag

from sitescan.document.contrast.backdrop import CANVAS, DARK_CANVAS, Backdrop
from sitescan.document.contrast.displaced_boxes import DisplacedBoxes
from sitescan.document.contrast.effects import has_visual_effects, is_behind_parent, is_painted_on
from sitescan.document.contrast.generated_boxes import generated_boxes
from sitescan.document.contrast.overlap import overlap
from sitescan.document.contrast.overlay import Overlay
from sitescan.document.contrast.overlays import MOST_ON_ELEMENT, overlays
from sitescan.document.css.animations import is_animated
from sitescan.document.css.backgrounds import filling_shadow, paints_background
from sitescan.document.css.colors import BLACK, TRANSPARENT, Color, gradient
from sitescan.document.css.computed_style import Style, cached_by_style
from sitescan.document.document import Document
from sitescan.document.layout.display import is_absolutely_positioned, is_floating, is_grid_container
from sitescan.document.layout.positions import is_moved
from sitescan.document.layout.shown_elements import shown_elements
from sitescan.document.layout.text_overflow import has_size, may_overflow
from sitescan.document.tree import SVG

#: Elements that may be painted outside of the background of their parent whatever their style.
_OUTSIDE_PARENT = frozenset({"html", "caption", "legend", "td", "th"})


#: The most comparisons of an overlay with an element on a page; texts beyond have no known backdrop.
_MOST_COMPARISONS = 150_000


class Painting:
    """
    The backdrops of the elements of a page.

    :param extreme: ``min`` or ``max``, for the darkest or the lightest color of gradients.
    :param painted: the ``id()`` of the elements that are painted, those around them included; by default, all.
    :ivar has_gradients: whether any gradient was painted.
    """

    def __init__(
        self, document: Document, extreme: Callable[..., float], painted: Container[int] | None = None
    ) -> None:
        styles = self._styles = document.styles
        self._document = document
        self._extreme = extreme
        self.has_gradients = False
        self._backdrops: dict[int, Backdrop] = {}
        self._text_backdrops: dict[int, Backdrop] = {}
        # By the ids of the objects that a backdrop is made of, which are kept in the values.
        self._uncertain: dict[tuple[int, bool, int], tuple[Backdrop, Backdrop]] = {}
        self._painted: dict[tuple[int, int], tuple[Backdrop, Backdrop]] = {}
        self._generated = generated_boxes(document)
        self._overlays = overlays(document)
        self._overlap = overlap(document)
        self._displaced = DisplacedBoxes(document)
        # By the id of an element: the overlays that may be painted over and behind the texts in it.
        self._pending: dict[int, tuple[Sequence[Overlay], Sequence[Overlay]]] = {}
        self._comparisons = 0
        self._is_plain_page = not (styles.selects("before", "after") or styles.recolored)
        self._boxes_with_overlays = self._overlays.boxes
        shown = [element for element in document.elements if id(element) in shown_elements(document)]
        self._canvas = DARK_CANVAS if shown and styles.of(shown[0]).dark else CANVAS
        for element in () if self._overlays.crowded else shown:
            if painted is None or id(element) in painted:
                self._paint_element(element, styles.of(element))

    def of(self, tag: Tag) -> Backdrop | None:
        """Return the backdrop of an element's own text; ``None`` if it is not known or the text is not shown."""
        found = self._text_backdrops.get(id(tag))
        if found is None or not (found.is_known and found.is_unobstructed):
            return None
        return found

    def overlay_of(self, tag: Tag) -> Tag | None:
        """Return the element that may be painted over or behind an element's own text, if that is what isn't known."""
        found = self._text_backdrops.get(id(tag))
        return None if found is None else found.overlay

    def _paint_element(self, element: Tag, style: Style) -> None:
        parent = element.parent
        around = self._backdrops.get(id(parent), self._canvas)
        if _is_plain_and_in_place(style) and self._is_in_plain_place(element, parent):
            backdrop = self._on_background(style, around)
            self._backdrops[id(element)] = self._text_backdrops[id(element)] = backdrop
            return
        if parent is not None:
            if id(parent) in self._pending or id(parent) in self._boxes_with_overlays:
                around = self._with_overlays(element, style, parent, around)
            around = self._marked(around, self._displaced.includes(element, style, parent), obstructed=False)
        if style.display == "contents":
            self._backdrops[id(element)] = self._text_backdrops[id(element)] = around
            return
        backdrop = self._on_background(style, around)
        if not (self._is_plain_page and _is_plain(style)) or (parent is not None and parent.namespace == SVG):
            backdrop = self._with_own_effects(element, style, backdrop)
        self._backdrops[id(element)] = backdrop
        if id(element) in self._pending or id(element) in self._boxes_with_overlays:
            backdrop = self._behind_text(element, backdrop)
        self._text_backdrops[id(element)] = backdrop

    def _is_in_plain_place(self, element: Tag, parent: Tag | None) -> bool:
        """Return whether the backdrop of an element depends on its style and the backdrop of its parent only."""
        return (
            self._is_plain_page
            and not self._styles.moving
            and element.name not in _OUTSIDE_PARENT
            and id(element) not in self._boxes_with_overlays
            and parent is not None
            and id(parent) not in self._boxes_with_overlays
            and id(parent) not in self._pending
            and not self._displaced.has_pulled_children(parent)
            and parent.namespace != SVG
        )

    def _marked(self, backdrop: Backdrop, doubtful: bool, *, obstructed: bool, overlay: Tag | None = None) -> Backdrop:
        """
        Return a backdrop as one that is not known.

        :param doubtful: whether anything is to be changed.
        :param obstructed: whether something may be painted over the text; else the colors behind it are not known.
        :param overlay: the element that is painted there.
        """
        if not doubtful:
            return backdrop
        overlay = backdrop.overlay or overlay
        key = (id(backdrop), obstructed, id(overlay))
        if key not in self._uncertain:
            known, clear = backdrop.is_known and obstructed, backdrop.is_unobstructed and not obstructed
            changed = evolve(backdrop, is_known=known, is_unobstructed=clear, overlay=overlay)
            self._uncertain[key] = (backdrop, changed)
        return self._uncertain[key][1]

    def _under(self, backdrop: Backdrop, overlays: Sequence[Overlay], *, obstructed: bool) -> Backdrop:
        """Return a backdrop as one that is not known, if there are overlays."""
        overlay = overlays[0].element if overlays else None
        return self._marked(backdrop, bool(overlays), obstructed=obstructed, overlay=overlay)

    # Backgrounds.

    def _on_background(self, style: Style, around: Backdrop) -> Backdrop:
        """Return the backdrop on the background of an element; elements of one style and place share it."""
        key = (id(style), id(around))
        if key not in self._painted:
            self._painted[key] = (around, self._painted_background(style, around))
        return self._painted[key][1]

    def _painted_background(self, style: Style, around: Backdrop) -> Backdrop:
        background, opacity = style.background, style.number("opacity", 1.0)
        image = style.get("background-image")
        clear = around.is_unobstructed and opacity is not None and opacity > 0 and not has_visual_effects(style)
        if background is None or image is None:
            return evolve(around, is_known=False, is_unobstructed=clear)
        image = image or "none"
        if "gradient(" in image and opacity == 1 and around.is_known and around.is_unobstructed:
            blended = self._gradient_color(style, image, background, around)
            background, image = (blended, "none") if blended is not None else (background, image)
        fill = filling_shadow(style)
        if fill is not None:
            background, image = fill.over(background), "none" if fill.alpha == 1 else image
        is_opaque = background.alpha == 1 and image == "none" and opacity == 1
        known = is_opaque or (around.is_known and image == "none")
        if background.alpha == 0 and opacity == 1:
            is_same = known is around.is_known and clear is around.is_unobstructed
            return around if is_same else evolve(around, is_known=known, is_unobstructed=clear)
        return around.with_background(background, min(1.0, opacity or 0.0), is_known=known, is_unobstructed=clear)

    def _gradient_color(self, style: Style, image: str, background: Color, around: Backdrop) -> Color | None:
        """Return the darkest or lightest color of any part of a gradient, with the gaps between its tiles."""
        self.has_gradients = True
        stops = gradient(image, style.color or BLACK, dark=style.dark)
        if stops is None or style.get("background-blend-mode") not in ("", "normal"):
            return None
        covers = style.get("background-size") in ("", "auto", "cover", "100%", "100% 100%")
        gaps = () if covers and style.get("background-clip") == "border-box" else (TRANSPARENT,)
        seen = [around.displayed(stop.over(background)) for stop in (*stops, *gaps)]
        parts = zip(*((color.red, color.green, color.blue) for color in seen), strict=True)
        red, green, blue = (self._extreme(part) for part in parts)
        return Color(red, green, blue)

    def _with_own_effects(self, element: Tag, style: Style, backdrop: Backdrop) -> Backdrop:
        """Return the backdrop of the content of an element with all but the background that is painted on its box."""
        changes = is_animated(style, self._styles.recolored, self._styles.revealing)
        obstructed = is_behind_parent(style) or changes or _is_in_drawing(element)
        boxes = self._generated.get(id(element), ())
        is_behind = [is_behind_parent(box) or not is_absolutely_positioned(box) for box in boxes]
        backdrop = self._marked(backdrop, obstructed or not all(is_behind), obstructed=True)
        is_ground = _paints_sized_background(style) and element.name not in ("html", "body")
        overflows = is_ground and may_overflow(self._document, element, style)
        return self._marked(backdrop, any(is_behind) or is_painted_on(style) or overflows, obstructed=False)

    # Overlays.

    def _with_overlays(self, element: Tag, style: Style, parent: Tag, around: Backdrop) -> Backdrop:
        """Return the backdrop of an element under the overlays of its parent; those that may miss it are kept."""
        over, behind = self._pending.get(id(parent), ((), ()))
        over, under = self._overlays.split_by_level((*over, *self._overlays.over(element, parent)), element)
        around, over = self._covered(around, element, over, obstructed=True)
        behind = (*behind, *under, *self._overlays.behind(element, parent))
        around, behind = self._covered(around, element, behind, obstructed=False)
        if behind and _is_opaque(style):
            behind = ()
        if over or behind:
            self._pending[id(element)] = over, behind
        return around

    def _covered(
        self, around: Backdrop, element: Tag, overlays: Sequence[Overlay], *, obstructed: bool
    ) -> tuple[Backdrop, Sequence[Overlay]]:
        """Return the backdrop of an element with overlays, and the overlays that may miss the texts in it."""
        if not overlays:
            return around, overlays
        self._comparisons += len(overlays)
        crowded = len(overlays) >= MOST_ON_ELEMENT or self._comparisons > _MOST_COMPARISONS
        if crowded or not all(map(self._overlap.is_bounded, overlays)):
            return self._under(around, overlays, obstructed=obstructed), ()
        return around, [overlay for overlay in overlays if not self._overlap.leaves_free(overlay, element)]

    def _behind_text(self, element: Tag, backdrop: Backdrop) -> Backdrop:
        """Return the backdrop of an element's own text."""
        over, behind = self._pending.get(id(element), ((), ()))
        backdrop = self._under(self._under(backdrop, over, obstructed=True), behind, obstructed=False)
        if id(element) not in self._boxes_with_overlays:
            return backdrop
        inside = self._overlays.on_text(element)
        if len(inside) < MOST_ON_ELEMENT:
            inside = [overlay for overlay in inside if not self._overlap.leaves_free(overlay, element)]
        backdrop = self._under(backdrop, [overlay for overlay in inside if overlay.is_above_flow], obstructed=True)
        return self._under(backdrop, inside, obstructed=False)


@cached_by_style
def _is_plain_and_in_place(style: Style) -> bool:
    """Return whether a box is painted at its own place, with nothing but its background."""
    around = style.parent
    if style.display == "contents" or is_absolutely_positioned(style) or is_moved(style) or is_floating(style):
        return False
    if around is not None and (is_grid_container(around) or (around.display == "inline" and paints_background(around))):
        return False
    return _is_plain(style)


@cached_by_style
def _is_plain(style: Style) -> bool:
    """Return whether nothing but its background is painted on a box of any size."""
    return not (is_behind_parent(style) or is_painted_on(style) or _paints_sized_background(style))


@cached_by_style
def _paints_sized_background(style: Style) -> bool:
    """Return whether a box paints a background of a size of its own, which its text may leave."""
    return paints_background(style) and has_size(style)


@cached_by_style
def _is_opaque(style: Style) -> bool:
    """Return whether nothing is seen through the background of a box."""
    background = style.background
    return background is not None and background.alpha == 1 and style.number("opacity", 1.0) == 1


def _is_in_drawing(element: Tag) -> bool:
    """Return whether an element of HTML is in a drawing."""
    parent = element.parent
    return parent is not None and parent.namespace == SVG and element.namespace != SVG
