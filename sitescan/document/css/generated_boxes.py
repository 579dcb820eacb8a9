"""The boxes of ``::before`` and ``::after`` that are drawn elsewhere than in the flow of their element."""

from collections.abc import Iterable, Sequence

from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.placement import is_moved, is_positioned_freely, is_small, paints_box


class GeneratedBoxes:
    """
    Those of a page that paint more than text.

    :param shown: the elements that are shown.
    """

    def __init__(self, shown: Iterable[Tag], styles: Styles) -> None:
        self._found: dict[int, Sequence[Style]] = {}
        names = [name for name in ("before", "after") if styles.selects(name)]
        for element in shown if names else ():
            made = (styles.pseudo(element, name) for name in names)
            boxes = [style for style in made if style is not None and _is_drawn_elsewhere(style)]
            if boxes:
                self._found[id(element)] = boxes

    def of(self, tag: Tag) -> Sequence[Style]:
        """The styles of those of an element."""
        return self._found.get(id(tag), ())


def _is_drawn_elsewhere(style: Style) -> bool:
    if (style.get("content") or "none") in ("none", "normal") or style.display == "none":
        return False
    return paints_box(style) and not is_small(style) and (is_positioned_freely(style) or is_moved(style))
