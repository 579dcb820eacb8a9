"""Boxes of ``::before`` and ``::after`` that are painted elsewhere than in the flow of their element."""

from collections.abc import Mapping, Sequence

from sitescan.document.contrast.effects import is_painted_on
from sitescan.document.css.backgrounds import paints_background
from sitescan.document.css.computed_style import Style
from sitescan.document.document import Document
from sitescan.document.layout.display import is_absolutely_positioned
from sitescan.document.layout.positions import is_moved, is_small
from sitescan.document.layout.shown_elements import shown_elements
from sitescan.document.views import view


@view
def generated_boxes(document: Document) -> Mapping[int, Sequence[Style]]:
    """Return the styles of the generated boxes of a page that paint more than text, by the id of their element."""
    styles = document.styles
    shown, names = shown_elements(document), [name for name in ("before", "after") if styles.selects(name)]
    found: dict[int, Sequence[Style]] = {}
    for element in document.elements if names else ():
        if id(element) in shown:
            made = [style for name in names if (style := styles.pseudo(element, name)) is not None]
            if boxes := list(filter(_is_painted_elsewhere, made)):
                found[id(element)] = boxes
    return found


def _is_painted_elsewhere(style: Style) -> bool:
    if (style.get("content") or "none") in ("none", "normal") or style.display == "none":
        return False
    is_elsewhere = is_absolutely_positioned(style) or is_moved(style)
    return is_elsewhere and not is_small(style) and (paints_background(style) or is_painted_on(style))
