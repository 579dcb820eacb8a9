"""
What stands behind the text of each element: backgrounds laid over each other, from the root down.

https://www.w3.org/TR/compositing-1/. What a background image, a filter, a blend or something that is placed over the
text makes of it cannot be told from stylesheets.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import evolve, frozen
from bs4.element import Tag

from sitescan.document.css.colors import BLACK, TRANSPARENT, WHITE, Color, gradient
from sitescan.document.css.style import Style
from sitescan.document.css.styles import Styles
from sitescan.document.exposure import Exposure
from sitescan.document.tree import ancestors

_MOST_OVERLAYS = 2000
#: What is scaled by less cannot be read.
_SMALLEST = 0.2
_MEDIA = frozenset({"canvas", "embed", "iframe", "img", "object", "picture", "svg", "video"})
_EFFECTS = ("filter", "backdrop-filter", "mask", "mask-image", "-webkit-mask-image", "clip-path")
_MOVED = re.compile(r"translate[^()]*\([^()]*[1-9]", re.IGNORECASE)
_SCALED = re.compile(r"scale[^()]*\(([^()]*)", re.IGNORECASE)
_Vector = tuple[float, float, float]
_ZERO: _Vector = (0.0, 0.0, 0.0)


@frozen
class Backdrop:
    """
    What becomes of a color that is painted upon an element.

    A premultiplied color ``x`` of opacity ``a`` ends on the screen as ``scale * x + a * per_alpha + base``.

    :ivar sure: whether the colors behind can be told.
    :ivar plain: whether nothing around the element filters, blends or hides what it shows.
    """

    scale: float
    per_alpha: _Vector
    base: _Vector
    sure: bool
    plain: bool

    def seen(self, color: Color) -> Color:
        """The color on the screen."""
        parts = (color.red, color.green, color.blue)
        red, green, blue = (
            min(1.0, max(0.0, self.scale * part * color.alpha + color.alpha * per_alpha + base))
            for part, per_alpha, base in zip(parts, self.per_alpha, self.base, strict=True)
        )
        return Color(red, green, blue)

    @property
    def background(self) -> Color:
        """The color behind."""
        return self.seen(Color(0, 0, 0, 0))


_CANVAS = Backdrop(
    1.0, (-WHITE.red, -WHITE.green, -WHITE.blue), (WHITE.red, WHITE.green, WHITE.blue), sure=True, plain=True
)


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
        # By the ids of what a backdrop is made of, which live as long as they are kept here.
        self._doubted: dict[int, tuple[Backdrop, Backdrop]] = {}
        self._painted: dict[tuple[int, int], tuple[Backdrop, Backdrop]] = {}
        shown = [element for element in elements if exposure.state(element).visible is not False]
        self._overlays, self._crowded = self._placed(shown)
        for element in shown:
            parent = element.parent
            around = self._backdrops.get(id(parent), _CANVAS)
            if parent is not None and self._overlays.get(id(parent), set()) - {id(element)}:
                around = self._doubt(around)
            backdrop = self._backdrop(self._styles.of(element), around)
            self._backdrops[id(element)] = self._doubt(backdrop) if self._pseudo_paints(element) else backdrop

    def of(self, tag: Tag) -> Backdrop | None:
        """The backdrop of an element; ``None`` where it is not drawn or cannot be told."""
        found = self._backdrops.get(id(tag))
        return found if found is not None and found.sure and found.plain and not self._crowded else None

    def _doubt(self, backdrop: Backdrop) -> Backdrop:
        if id(backdrop) not in self._doubted:
            self._doubted[id(backdrop)] = (backdrop, evolve(backdrop, sure=False))
        return self._doubted[id(backdrop)][1]

    def _backdrop(self, style: Style, around: Backdrop) -> Backdrop:
        """What is behind the content of an element; elements of one style in the same place share it."""
        key = (id(style), id(around))
        if key not in self._painted:
            self._painted[key] = (around, self._paint(style, around))
        return self._painted[key][1]

    def _paint(self, style: Style, around: Backdrop) -> Backdrop:
        background, opacity = style.background, style.number("opacity", 1.0)
        image = style.get("background-image") or "none"
        plain = around.plain and opacity is not None and opacity > 0 and not disguised(style)
        if background is None:
            return evolve(around, sure=False, plain=plain)
        if "gradient(" in image and opacity == 1 and around.sure and around.plain:
            blended = self._gradient(style, image, background, around)
            background, image = (blended, "none") if blended is not None else (background, image)
        placed = style.get("position") in ("absolute", "fixed", None)
        opaque = background.alpha == 1 and image == "none" and opacity == 1
        sure = opaque or (around.sure and image == "none" and not placed)
        if background.alpha == 0 and opacity == 1:
            return evolve(around, sure=sure, plain=plain)
        return _upon(around, background, min(1.0, opacity or 0.0), sure=sure, plain=plain)

    def _gradient(self, style: Style, image: str, background: Color, around: Backdrop) -> Color | None:
        """The darkest or lightest that any part of a gradient can be, its corners and gaps included."""
        self.gradients = True
        stops = gradient(image, style.color or BLACK)
        if stops is None:
            return None
        seen = [around.seen(stop.over(background)) for stop in (*stops, TRANSPARENT)]
        parts = zip(*((one.red, one.green, one.blue) for one in seen), strict=True)
        red, green, blue = (self._extreme(part) for part in parts)
        return Color(red, green, blue)

    def _pseudo_paints(self, tag: Tag) -> bool:
        """Whether a ``::before`` or ``::after`` that is placed freely may lie over or behind the content."""
        for name in ("before", "after"):
            style = self._styles.pseudo(tag, name)
            if style is None or (style.get("content") or "none") in ("none", "normal") or style.display == "none":
                continue
            if style.get("position") in ("absolute", "fixed", None) and paints(style):
                return True
        return False

    def _placed(self, shown: Sequence[Tag]) -> tuple[Mapping[int, set[int]], bool]:
        """
        Where something lies over or behind its neighbors: by element, which of its children hold it.

        Also whether there is too much of it to be looked at.
        """
        found: dict[int, set[int]] = {}
        count = 0
        media = _around_media(shown)
        for element in shown:
            style = self._styles.of(element)
            if style.get("position") not in ("absolute", "fixed") or not _covers(element, style, media):
                continue
            count += 1
            if count > _MOST_OVERLAYS:
                return found, True
            branch = element
            for around in ancestors(element):
                if self._styles.of(around).get("position") != "static":
                    found.setdefault(id(around), set()).add(id(branch))
                    break
                branch = around
            else:
                if element.parent is not None:
                    found.setdefault(id(branch.parent), set()).add(id(branch))
        return found, False


def _around_media(shown: Sequence[Tag]) -> set[int]:
    """The ``id()`` of each element that is or holds a picture or the like."""
    found: set[int] = set()
    for element in reversed(shown):
        if element.name in _MEDIA or id(element) in found:
            found.update((id(element), id(element.parent)))
    return found


def _covers(tag: Tag, style: Style, media: set[int]) -> bool:
    """Whether a freely placed element paints more than text."""
    if style.number("opacity", 1.0) == 0 or out_of_sight(style):
        return False
    return id(tag) in media or paints(style)


def _upon(around: Backdrop, background: Color, opacity: float, *, sure: bool, plain: bool) -> Backdrop:
    """What a color goes through inside an element: over its background, faded with it, and on as its parent's does."""
    premultiplied = [part * background.alpha for part in (background.red, background.green, background.blue)]
    scale = around.scale * opacity
    base: list[float] = []
    per_alpha: list[float] = []
    for part, outer_alpha, outer_base in zip(premultiplied, around.per_alpha, around.base, strict=True):
        alone = opacity * (around.scale * part + background.alpha * outer_alpha)
        base.append(alone + outer_base)
        per_alpha.append(opacity * outer_alpha - alone)
    return Backdrop(scale, _vector(per_alpha), _vector(base), sure=sure, plain=plain)


def _vector(parts: list[float]) -> _Vector:
    return (parts[0], parts[1], parts[2])


def paints(style: Style) -> bool:
    """Whether a style paints a background."""
    background = style.background
    return background is None or background.alpha > 0 or style.get("background-image") not in ("", "none")


def disguised(style: Style) -> bool:
    """Whether a style filters or blends what an element shows, or hides it by other means than ``display``."""
    if any(style.get(name) not in ("", "none") for name in _EFFECTS) or style.get("mix-blend-mode") != "normal":
        return True
    return out_of_sight(style)


def out_of_sight(style: Style) -> bool:
    """Whether a style moves an element away or cuts it off, as classes for screen readers do."""
    if style.get("position") in ("absolute", "fixed"):
        if style.get("clip") not in ("", "auto") or _MOVED.search(style.get("transform") or ""):
            return True
        if any(abs(style.pixels(side, 0.0) or 0.0) > 900 for side in ("left", "right", "top", "bottom")):
            return True
        width = style.pixels("width")
        if width is not None and any((style.pixels(side, 0.0) or 0.0) <= -width for side in ("left", "right")):
            return width > 0
    if any(_scaled_away(factors) for factors in _SCALED.findall(style.get("transform") or "")):
        return True
    cut = style.get("overflow-x") != "visible" or style.get("overflow-y") != "visible"
    if cut:
        for name in ("width", "height", "max-width", "max-height"):
            size = style.pixels(name)
            if size is not None and size <= 1:
                return True
    indent = style.pixels("text-indent")
    return (indent is not None and abs(indent) > 300) or style.font_size == 0


def _scaled_away(factors: str) -> bool:
    """Whether one of the factors by which something is scaled leaves nothing of it, as far as they can be told."""
    try:
        return any(abs(float(factor)) < _SMALLEST for factor in factors.replace(",", " ").split())
    except ValueError:
        return True
