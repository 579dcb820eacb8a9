"""
The hero of a page: the first large image or background that a phone paints on its first screen.

Whether it is painted is asked of the styles on that phone, because a media query may hide there what the desktop shows.
"""

from collections.abc import Mapping
from types import MappingProxyType

from attrs import frozen
from bs4.element import Tag

from sitescan.document.accessibility.exposure import Exposure
from sitescan.document.contrast.effects import has_visual_effects
from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.media import PHONE
from sitescan.document.document import Document
from sitescan.document.layout.display import is_flex_container, is_grid_container, is_inline, shows_overflow
from sitescan.document.layout.positions import is_moved
from sitescan.document.layout.transforms import is_transformed
from sitescan.document.loading.first_screen import first_screen
from sitescan.document.tree import TextNode, ancestors, children
from sitescan.document.views import view

#: The maximum number of elements around a hero.
_DEEPEST = 60
#: The share of the screen's height below which a hero is too low to be certain, as heights of lines are estimates.
_LOWEST = 0.75
#: The sizes to which a box may cut its content, with the length that a percentage of each stands for at most.
_CUTS: Mapping[str, float] = MappingProxyType(
    {"width": PHONE.width, "max-width": PHONE.width, "height": PHONE.height, "max-height": PHONE.height}
)
#: A box that is cut to less than this shows no hero.
_SMALLEST = PHONE.height / 8
#: Boxes whose content is painted one below the other, beginning with the first.
_STACKING = frozenset("block flow-root inline inline-block list-item table-cell".split())
#: Directives by which a script decides whether an element is shown.
_SCRIPTED = frozenset("data-ng-if data-ng-show ng-hide ng-if ng-show v-cloak v-if v-show x-cloak x-if x-show".split())


@frozen
class Hero:
    """
    The hero of a page.

    :ivar url: the URL of its image or background.
    :ivar is_certain: whether the phone certainly paints it on its first screen, so that it may be loaded with priority.
    """

    tag: Tag
    url: str
    is_certain: bool


@view
def hero(document: Document) -> Hero | None:
    """Return the hero of a page, or ``None`` if there is none or the phone doesn't, or may not, paint it."""
    screen = first_screen(document)
    found = screen.hero
    if found is None:
        return None
    styles = document.on_phone.styles
    around, exposure = [found, *ancestors(found)], Exposure(document.elements, styles)
    if exposure.state(found).visible is not True:
        return None
    if any(_is_unseen(styles.of(tag)) for tag in around if id(tag) in document.order):
        return None
    begins = screen.rows_before(found) + _spacing_before(document, exposure, styles, found)
    is_certain = styles.complete and begins <= _LOWEST * PHONE.height and len(around) <= _DEEPEST
    url = next(candidate.url for tag, candidate in screen.shown if tag is found)
    return Hero(found, url, is_certain and _is_plainly_placed(document, styles, found))


def _spacing_before(document: Document, exposure: Exposure, styles: Styles, tag: Tag) -> float:
    """Return the sum of the margins and paddings before an element, in pixels: at most, because margins collapse."""
    around = {id(outer) for outer in (tag, *ancestors(tag))}
    spacing = 0.0
    for before in document.elements[: document.order[id(tag)] + 1]:
        style = styles.of(before)
        if exposure.state(before).rendered is False or is_inline(style):
            continue
        for edge in ("top",) if id(before) in around else ("top", "bottom"):
            sizes = (style.pixels(f"{name}-{edge}", PHONE.width) or 0.0 for name in ("margin", "padding"))
            spacing += sum(max(0.0, size) for size in sizes)
    return spacing


def _is_unseen(style: Style) -> bool:
    """Return whether a box is, or may be, painted elsewhere, not at all, or cut to less than a hero."""
    if has_visual_effects(style) or style.number("opacity", 1.0) != 1:
        return True
    if shows_overflow(style):
        return False
    sizes = (style.pixels(name, limit) for name, limit in _CUTS.items())
    return any(size is not None and size < _SMALLEST for size in sizes)


def _is_plainly_placed(document: Document, styles: Styles, tag: Tag) -> bool:
    """Return whether an element is in the flow of the page, and so are the elements around it."""
    inside: Tag | None = None
    for around in (tag, *ancestors(tag)):
        if id(around) not in document.order:
            break
        style = styles.of(around)
        if style.get("position") not in ("static", "relative") or is_moved(style) or is_transformed(style):
            return False
        if not _SCRIPTED.isdisjoint(around.attrs) or (inside is not None and not _paints_first(styles, around, inside)):
            return False
        inside = around
    return True


def _paints_first(styles: Styles, around: Tag, inside: Tag) -> bool:
    """Return whether a box begins with what is in it, below or before which it paints nothing else."""
    style = styles.of(around)
    if style.display in _STACKING:
        return True
    if not (is_flex_container(style) or is_grid_container(style)) or "reverse" in (style.get("flex-direction") or ""):
        return False
    texts = any(type(node) is TextNode and node.strip() for node in around.contents)
    shown = (child for child in children(around) if styles.of(child).display != "none")
    return not texts and next(shown, None) is inside
