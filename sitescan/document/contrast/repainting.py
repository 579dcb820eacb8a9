"""What a phone paints in other colors than a desktop, and what it moves away."""

from collections.abc import Collection

from attrs import frozen

from sitescan.document.css.computed_style import Style
from sitescan.document.css.shorthands import SIDES
from sitescan.document.document import Document
from sitescan.document.views import view
from sitescan.standards.lazy_pattern import lazy_pattern

#: The properties that decide the colors of a text and of what is behind it. Sizes and places are left out: a text that
#: is only smaller, wider or elsewhere has the same colors, unless other boxes are painted there.
_COLORS = frozenset(
    "animation-name background-blend-mode background-clip background-color background-image background-size "
    "box-shadow clip clip-path color color-scheme content-visibility filter mask-image mix-blend-mode opacity "
    "text-shadow visibility -webkit-text-fill-color".split()
)
#: The values of ``display`` with which a box paints nothing, or its background behind each line.
_DISPLAYS = frozenset({"none", "contents", "inline"})
#: The properties by which closed menus are moved out of sight, and an offset in pixels that may be enough for that.
#: Negative margins are left out: they mostly make up for the padding of columns.
_TRANSFORMS, _MOVED = ("transform", "translate"), lazy_pattern("(?<![a-z])[1-9]")
_OUT_OF_SIGHT = -100.0


@frozen
class Repainting:
    """
    How a page on a phone differs from the one on a desktop.

    :ivar repainted: the ``id()`` of the elements in which a phone may paint other colors.
    :ivar moved_away: the ``id()`` of the elements that it may move out of sight.
    """

    repainted: Collection[int]
    moved_away: Collection[int]


def judged_before(document: Document) -> Document | None:
    """Return the same page on a desktop if the contrast of its texts there holds on this screen, too."""
    return None if document.is_rendered else document.desktop


@view
def repainting(document: Document) -> Repainting:
    """
    Return how a page on a phone differs from the one on a desktop, of which everything is to be painted.

    A rendered page was measured on both, and they are judged apart.
    """
    desktop = judged_before(document)
    if desktop is None:
        return Repainting(document.order.keys(), ())
    repainted: set[int] = set()
    moved_away: set[int] = set()
    known: dict[tuple[int, int], tuple[bool, bool]] = {}
    style_before, style_now = desktop.styles.of, document.styles.of
    for tag in document.elements:
        before, style = style_before(tag), style_now(tag)
        key = (id(before), id(style))
        if key not in known:
            known[key] = _differ(before, style), _is_moved_away(before, style)
        if known[key][0] or id(tag.parent) in repainted:
            repainted.add(id(tag))
        if known[key][1] or id(tag.parent) in moved_away:
            moved_away.add(id(tag))
    return Repainting(repainted - moved_away, moved_away)


def _differ(before: Style, style: Style) -> bool:
    """Return whether an element whose parent is painted alike on both screens may have other colors."""
    if before is style:
        return False
    if before.display != style.display and not _DISPLAYS.isdisjoint((before.display, style.display)):
        return True
    return style.differs(before, _COLORS)


def _is_moved_away(before: Style, style: Style) -> bool:
    """Return whether an element may be out of sight although it isn't on a desktop."""
    if before is style:
        return False
    changed = [name for name in (*_TRANSFORMS, *SIDES) if style.get(name) != before.get(name)]
    return any(
        _MOVED.search(style.get(name) or "") is not None
        if name in _TRANSFORMS
        else (style.pixels(name) or 0.0) <= _OUT_OF_SIGHT
        for name in changed
    )
