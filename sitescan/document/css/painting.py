"""
What stands behind the text of each element: backgrounds laid over each other, from the root down.

https://www.w3.org/TR/compositing-1/. What a background image, a filter, a blend or something that is placed over the
text makes of it cannot be told from stylesheets.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from attrs import evolve
from bs4.element import Tag

from sitescan.document.accessibility.exposure import Exposure
from sitescan.document.css.animations import is_animated
from sitescan.document.css.backdrop import CANVAS, DARK_CANVAS, Backdrop, upon
from sitescan.document.css.below_window import BelowWindow
from sitescan.document.css.cascade import Styles
from sitescan.document.css.colors import BLACK, TRANSPARENT, Color, color, gradient
from sitescan.document.css.computed_style import Style, of_style
from sitescan.document.css.cut_away import may_be_cut_away
from sitescan.document.css.extents import Extents
from sitescan.document.css.floats import Floats
from sitescan.document.css.flow_room import FlowRoom
from sitescan.document.css.generated_boxes import GeneratedBoxes
from sitescan.document.css.out_of_window import may_be_out_of_window
from sitescan.document.css.overlays import MOST_NEAR, Overlay, Overlays
from sitescan.document.css.panes import Panes
from sitescan.document.css.placement import (
    in_one_cell,
    is_beside_holder,
    is_block,
    is_moved,
    is_off_screen,
    is_positioned_freely,
    lifted,
    overflows,
    paints_box,
)
from sitescan.document.css.pulls import Pulls
from sitescan.document.css.reaches import Reaches
from sitescan.document.css.resting import Resting
from sitescan.document.css.shadows import flood, shadows
from sitescan.document.css.text_lines import TextLines
from sitescan.document.tree import SVG, ancestors, children, ids_around

_EFFECTS = ("filter", "backdrop-filter", "mask", "mask-image", "-webkit-mask", "-webkit-mask-image", "clip-path")
_CHANGING = frozenset({*_EFFECTS, "mix-blend-mode", "content-visibility", "zoom"})
_DRAWING = frozenset({"border-image", "border-image-source", "box-shadow"})
_LENGTH = re.compile(r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:px|r?em)?")
#: Pixels of an inset shadow that are an edge and no ground.
_EDGE = 6.0
_MOST_LATER = 40
_GRIDS = frozenset({"grid", "inline-grid"})
#: Elements that are not always on the background of what they are in, whatever their style.
_ODD_PLACES = frozenset({"html", "caption", "legend", "td", "th"})


class Painting:
    """
    The backdrop of each element of a page that is drawn.

    :param extreme: what is taken of each part of a gradient's colors: ``min`` or ``max``.
    :ivar gradients: whether there is a gradient anywhere.
    """

    def __init__(
        self, elements: Iterable[Tag], styles: Styles, exposure: Exposure, extreme: Callable[..., float] = min
    ) -> None:
        self._styles = styles
        self._extreme = extreme
        self.gradients = False
        self._backdrops: dict[int, Backdrop] = {}
        self._texts: dict[int, Backdrop] = {}
        # By the ids of what a backdrop is made of, which live as long as they are kept here.
        self._changed: dict[tuple[int, bool], tuple[Backdrop, Backdrop]] = {}
        self._painted: dict[tuple[int, int], tuple[Backdrop, Backdrop]] = {}
        elements = list(elements)
        # Elements with a shadow tree, which decides where their children are drawn.
        self._shadow_hosts = {
            id(tag.parent) for tag in elements if tag.name == "template" and "shadowrootmode" in tag.attrs
        }
        shown = [element for element in elements if exposure.state(element).visible is not False]
        self._shown = {id(element) for element in shown}
        room = FlowRoom(styles, self._shown)
        self._generated = GeneratedBoxes(shown, styles)
        self._overlays = Overlays(shown, styles, room, self._generated)
        self._extents = Extents(styles, self._shown)
        self._reaches = Reaches(styles, room, self._extents, self._shown, self._overlays.elements)
        self._text_lines = TextLines(styles, self._extents, self._shown)
        self._pulls = Pulls(styles, room, self._shown)
        self._panes = Panes(styles, self._extents, self._overlays.drawing)
        self._resting = Resting(styles, room, self._extents, self._panes, self._shown)
        # What may be drawn over each element, and behind it: it may yet turn out to leave a text in it alone.
        self._pending: dict[int, tuple[Sequence[Overlay], Sequence[Overlay]]] = {}
        self._floats = Floats(styles, self._shown)
        self._below_window = BelowWindow(styles)
        self._shared_cells: dict[int, set[int]] = {}
        self._ending: dict[int, bool] = {}
        columns = (tag for tag in elements if tag.name in ("col", "colgroup"))
        self._around_colored_columns = ids_around(tag for tag in columns if paints_box(styles.of(tag)))
        self._is_plain_page = not (styles.selects("before", "after") or styles.recolored or self._shadow_hosts)
        self._overlaid = self._overlays.boxes
        self._canvas = DARK_CANVAS if shown and styles.of(shown[0]).dark else CANVAS
        for element in shown:
            self._place(element, styles.of(element))

    def of(self, tag: Tag) -> Backdrop | None:
        """What is behind an element's own text; ``None`` where it is not drawn or cannot be told."""
        found = self._texts.get(id(tag))
        return found if found is not None and found.sure and found.plain and not self._overlays.crowded else None

    def _place(self, element: Tag, style: Style) -> None:
        parent = element.parent
        around = self._backdrops.get(id(parent), self._canvas)
        if _is_ordinary(style) and self._is_in_ordinary_place(element, parent):
            self._backdrops[id(element)] = self._texts[id(element)] = self._backdrop(style, around)
            return
        if parent is not None:
            if id(parent) in self._pending or id(parent) in self._overlaid:
                around = self._laid_over(element, style, parent, around)
            if element.name in _ODD_PLACES or not _stays(style) or is_animated(style, self._styles.moving):
                around = self._changed_to(around, self._astray(element, style, parent), hidden=False)
            if id(element) in self._pulls.beginnings and not _is_opaque(style):
                self._doubt_beginning(element)
            around = self._changed_to(around, self._below_window.has(element, style, parent), hidden=True)
        if style.display == "contents":
            self._backdrops[id(element)] = self._texts[id(element)] = around
            return
        backdrop = self._backdrop(style, around)
        if not (self._is_plain_page and _is_plain(style)) or (parent is not None and parent.namespace == SVG):
            backdrop = self._in_box(element, style, backdrop)
        self._backdrops[id(element)] = backdrop
        if id(element) in self._pending or id(element) in self._overlaid:
            backdrop = self._on_text(element, backdrop)
        self._texts[id(element)] = backdrop

    def _is_in_ordinary_place(self, element: Tag, parent: Tag | None) -> bool:
        """Whether nothing around an element or about its name tells its backdrop from others' of its style."""
        return (
            self._is_plain_page
            and not self._styles.moving
            and element.name not in _ODD_PLACES
            and id(element) not in self._overlaid
            and id(element) not in self._pulls.beginnings
            and parent is not None
            and id(parent) not in self._overlaid
            and id(parent) not in self._pending
            and not self._below_window.looks_at(parent)
            and parent.namespace != SVG
        )

    def _in_box(self, element: Tag, style: Style, backdrop: Backdrop) -> Backdrop:
        """What is behind the content of an element by what else than its background is drawn on its box."""
        hidden = _is_sunk(style) or is_animated(style, self._styles.recolored) or self._is_in_foreign_tree(element)
        covered, backed = self._covered_by_own(element)
        backdrop = self._changed_to(backdrop, hidden or covered, hidden=True)
        return self._changed_to(backdrop, backed or self._is_edged(element, style), hidden=False)

    def _laid_over(self, element: Tag, style: Style, parent: Tag, around: Backdrop) -> Backdrop:
        """What is behind an element by what is drawn over its parent's content; what may yet leave it alone is kept."""
        over, behind = self._pending.get(id(parent), ((), ()))
        over, under = self._overlays.parted((*over, *self._overlays.over(element, parent)), element)
        around, over = self._doubted(around, element, over, hidden=True)
        behind = (*behind, *under, *self._overlays.behind(element, parent))
        around, behind = self._doubted(around, element, behind, hidden=False)
        if behind and _is_opaque(style):
            behind = ()
        if over or behind:
            self._pending[id(element)] = over, behind
        return around

    def _pulled_up(self, element: Tag, style: Style) -> bool:
        """Whether a box is but pulled up: what comes after it may be as well."""
        lift = None if is_positioned_freely(style) else lifted(style)
        if lift is not None:
            self._pulls.add(element, style, lift)
        return lift is not None

    def _doubt_beginning(self, element: Tag) -> None:
        """Keep in mind what the beginning of a box lies over that is pulled up: it may yet leave a text alone."""
        found = [one for one in self._pulls.beginnings[id(element)] if not self._reaches.is_apart(one, element)]
        if found:
            over, behind = self._pending.get(id(element), ((), ()))
            self._pending[id(element)] = over, (*behind, *found)

    def _on_text(self, element: Tag, backdrop: Backdrop) -> Backdrop:
        """What is behind the text directly in an element."""
        over, behind = self._pending.get(id(element), ((), ()))
        backdrop = self._changed_to(backdrop, bool(over), hidden=True)
        backdrop = self._changed_to(backdrop, bool(behind), hidden=False)
        if id(element) not in self._overlaid:
            return backdrop
        inside = self._overlays.on_text(element)
        if len(inside) < MOST_NEAR:
            inside = [one for one in inside if not self._reaches.is_apart(one, element)]
        backdrop = self._changed_to(backdrop, any(one.raised for one in inside), hidden=True)
        return self._changed_to(backdrop, bool(inside), hidden=False)

    def _doubted(
        self, around: Backdrop, element: Tag, overlays: Sequence[Overlay], *, hidden: bool
    ) -> tuple[Backdrop, Sequence[Overlay]]:
        """The backdrop where something may be drawn over an element or behind it, and what may yet leave it alone."""
        if not overlays:
            return around, overlays
        if len(overlays) >= MOST_NEAR or not all(map(self._reaches.is_bounded, overlays)):
            return self._changed_to(around, True, hidden=hidden), ()
        return around, [one for one in overlays if not self._reaches.is_apart(one, element)]

    def _changed_to(self, backdrop: Backdrop, doubted: bool, *, hidden: bool) -> Backdrop:
        """The backdrop where the colors behind cannot be told, or (hidden) something is drawn over the text."""
        if not doubted:
            return backdrop
        key = (id(backdrop), hidden)
        if key not in self._changed:
            changed = evolve(backdrop, plain=False) if hidden else evolve(backdrop, sure=False)
            self._changed[key] = (backdrop, changed)
        return self._changed[key][1]

    def _astray(self, element: Tag, style: Style, parent: Tag) -> bool:
        """Whether an element may be drawn beside the background of what it is in, or over something else."""
        if element.name == "html":
            # Its background is the canvas's, wherever its box is: https://www.w3.org/TR/css-backgrounds-3/#root-background.
            return False
        after, pull = self._overlays.pulled_by(element, style)
        if after is not None:
            self._pulls.add_after(element, pull)
        if self._overlays.is_astray(element, style):
            rests = self._panes.has(element) or self._resting.has(element)
            return not self._pulled_up(element, style) and not rests
        return self._leaves_ground(element, style, parent)

    def _leaves_ground(self, element: Tag, style: Style, parent: Tag) -> bool:
        """Whether a box in the flow may be drawn beside the background of what it is in, or over something else."""
        if id(parent) not in self._backdrops:
            return False
        around = self._styles.of(parent)
        if element.name in ("caption", "legend") and paints_box(around):
            return True
        if around.display == "inline" and paints_box(around) and is_block(style):
            return True
        if style.get("float") not in ("", "none"):
            ground = self._floats.left_ground(element, parent)
            if ground is not None and not self._ends_page_alike(ground):
                return True
        if around.display in _GRIDS:
            if id(parent) not in self._shared_cells:
                items = [(child, self._styles.of(child)) for child in children(parent)]
                self._shared_cells[id(parent)] = in_one_cell(items)
            return id(element) in self._shared_cells[id(parent)]
        return element.name in ("td", "th") and self._is_in_colored_columns(element)

    def _is_in_colored_columns(self, cell: Tag) -> bool:
        if not self._around_colored_columns:
            return False
        table = next((around for around in ancestors(cell) if around.name == "table"), None)
        return id(table) in self._around_colored_columns

    def _ends_page_alike(self, box: Tag) -> bool:
        """Whether a box is the last of the page, and all that is around it has its color."""
        path: list[Tag] = []
        one: Tag | None = box
        while one is not None and one.name != "body" and id(one) not in self._ending:
            path.append(one)
            one = one.parent
        root = one.parent if one is not None else None
        alike = one is not None and self._ending.get(
            id(one), root is not None and not paints_box(self._styles.of(root))
        )
        for outer in reversed(path):
            alike = alike and self._is_last_alike(outer)
            self._ending[id(outer)] = alike
        return alike

    def _is_last_alike(self, box: Tag) -> bool:
        inside, around = self._backdrops.get(id(box)), self._backdrops.get(id(box.parent))
        if inside is None or around is None or not (inside.sure and around.sure):
            return False
        later = list(islice(box.next_siblings, _MOST_LATER))
        return (
            inside.background.hex == around.background.hex
            and len(later) < _MOST_LATER
            and not any(id(one) in self._shown for one in later)
        )

    def _backdrop(self, style: Style, around: Backdrop) -> Backdrop:
        """What is behind the content of an element; elements of one style in the same place share it."""
        key = (id(style), id(around))
        if key not in self._painted:
            self._painted[key] = (around, self._paint(style, around))
        return self._painted[key][1]

    def _paint(self, style: Style, around: Backdrop) -> Backdrop:
        background, opacity = style.background, style.number("opacity", 1.0)
        image = style.get("background-image") or "none"
        plain = around.plain and opacity is not None and opacity > 0 and not has_visual_effects(style)
        if background is None:
            return evolve(around, sure=False, plain=plain)
        if "gradient(" in image and opacity == 1 and around.sure and around.plain:
            blended = self._gradient(style, image, background, around)
            background, image = (blended, "none") if blended is not None else (background, image)
        over = flood(style)
        if over is not None:
            background, image = over.over(background), "none" if over.alpha == 1 else image
        opaque = background.alpha == 1 and image == "none" and opacity == 1
        sure = opaque or (around.sure and image == "none")
        if background.alpha == 0 and opacity == 1:
            same = sure is around.sure and plain is around.plain
            return around if same else evolve(around, sure=sure, plain=plain)
        return upon(around, background, min(1.0, opacity or 0.0), sure=sure, plain=plain)

    def _gradient(self, style: Style, image: str, background: Color, around: Backdrop) -> Color | None:
        """The darkest or lightest that any part of a gradient can be, its gaps included where it may have some."""
        self.gradients = True
        stops = gradient(image, style.color or BLACK, dark=style.dark)
        if stops is None or style.get("background-blend-mode") not in ("", "normal"):
            return None
        covers = style.get("background-size") in ("", "auto", "cover", "100%", "100% 100%")
        gaps = () if covers and style.get("background-clip") == "border-box" else (TRANSPARENT,)
        seen = [around.seen(stop.over(background)) for stop in (*stops, *gaps)]
        parts = zip(*((one.red, one.green, one.blue) for one in seen), strict=True)
        red, green, blue = (self._extreme(part) for part in parts)
        return Color(red, green, blue)

    def _covered_by_own(self, tag: Tag) -> tuple[bool, bool]:
        """Whether a ``::before`` or ``::after`` that is drawn elsewhere lies over the content, and behind it."""
        inside = [style for style in self._generated.of(tag) if not is_beside_holder(style, self._styles.of(tag))]
        sunk = [_is_sunk(style) or not is_positioned_freely(style) for style in inside]
        return not all(sunk), any(sunk)

    def _is_edged(self, element: Tag, style: Style) -> bool:
        """Whether something else than its background is drawn on a box, or its text leaves it."""
        if _is_drawn_on(style):
            return True
        if not _is_sized_ground(style) or element.name in ("html", "body"):
            return False
        return overflows(style, *self._text_lines.of(element, style))

    def _is_in_foreign_tree(self, element: Tag) -> bool:
        """Whether an element is drawn on shapes, or where a shadow tree puts it."""
        parent = element.parent
        if parent is None:
            return False
        return (parent.namespace == SVG and element.namespace != SVG) or id(parent) in self._shadow_hosts


@of_style
def _stays(style: Style) -> bool:
    """Whether neither a box's style nor its parent's take it off the background that it is in, its name aside."""
    around = style.around
    if is_positioned_freely(style) or is_moved(style) or style.get("float") not in ("", "none"):
        return False
    return around is None or not (around.display in _GRIDS or (around.display == "inline" and paints_box(around)))


@of_style
def _is_ordinary(style: Style) -> bool:
    """Whether a box of a style stays where it is put, and nothing but its background is drawn on it."""
    return style.display != "contents" and _stays(style) and _is_plain(style)


@of_style
def _is_sunk(style: Style) -> bool:
    """Whether an element is drawn behind what it is in."""
    return style.get("position") not in ("", "static") and (style.get("z-index") or "").startswith("-")


@of_style
def _is_plain(style: Style) -> bool:
    """Whether nothing but its background is drawn on a box, and it on nothing but that of what it is in."""
    return not (_is_sunk(style) or _is_drawn_on(style) or _is_sized_ground(style))


@of_style
def _is_drawn_on(style: Style) -> bool:
    """Whether a picture at its border or a shadow inside it covers a part of a box."""
    if not style.says_any(_DRAWING):
        return False
    image = style.get("border-image-source") or style.get("border-image") or "none"
    return image != "none" or _covers_inside(style)


@of_style
def _is_sized_ground(style: Style) -> bool:
    """Whether a box paints a background, and has a size of its own that its text may leave."""
    return paints_box(style) and any(style.get(name) not in ("", "auto", "none") for name in _SIZES)


_SIZES = ("height", "max-height", "width", "max-width")


@of_style
def _is_opaque(style: Style) -> bool:
    """Whether what is behind an element is not to be seen through its background."""
    background = style.background
    return background is not None and background.alpha == 1 and style.number("opacity", 1.0) == 1


def _covers_inside(style: Style) -> bool:
    """Whether a shadow inside a box is more than an edge, or cannot be told."""
    shadow = style.get("box-shadow")
    if not shadow or "inset" not in shadow.lower() or flood(style) is not None:
        return shadow is None
    for parts in shadows(shadow):
        words = [word for word in parts if word.lower() != "inset"]
        if len(words) == len(parts):
            continue
        lengths = [word for word in words if _LENGTH.fullmatch(word)]
        painted = [color(word, style.color or BLACK, dark=style.dark) for word in words if word not in lengths]
        if any(one is not None and one.alpha == 0 for one in painted):
            continue
        if len(painted) > 1 or any(abs(_pixels(length)) > _EDGE for length in lengths):
            return True
    return False


def _pixels(length: str) -> float:
    number = float(length.rstrip("pxrem") or 0)
    return number * 16 if length.endswith("em") else number


@of_style
def has_visual_effects(style: Style) -> bool:
    """Whether a style filters or blends what an element shows, or hides it by other means than ``display``."""
    return (
        (style.says_any(_CHANGING) and _is_changed(style))
        or is_off_screen(style)
        or may_be_out_of_window(style)
        or may_be_cut_away(style)
    )


def _is_changed(style: Style) -> bool:
    if any(style.get(name) not in ("", "none") for name in _EFFECTS) or style.get("mix-blend-mode") != "normal":
        return True
    return style.get("content-visibility") in ("hidden", None) or style.get("zoom") not in ("", "1", "100%", "normal")
