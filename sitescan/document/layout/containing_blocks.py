"""Containing blocks of positioned boxes, https://www.w3.org/TR/css-position-3/#def-cb."""

from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.document import Document
from sitescan.document.layout.display import is_positioned
from sitescan.document.layout.transforms import is_transformed
from sitescan.document.tree import ancestors
from sitescan.document.views import view


class ContainingBlocks:
    """The containing blocks of the absolutely positioned boxes of a page, each found when it is asked for."""

    def __init__(self, styles: Styles) -> None:
        self._styles = styles
        # By the id of the parent of a box: the nearest positioned box around it, and whether any box is transformed.
        self._found: dict[int, tuple[Tag | None, bool]] = {}

    def of(self, tag: Tag) -> Tag | None:
        """Return the element whose box is the containing block of a positioned box; ``None`` for the page."""
        return self._around(tag)[0]

    def is_in_transformed_box(self, tag: Tag) -> bool:
        """Return whether any box around a box is transformed."""
        return self._around(tag)[1]

    def _around(self, tag: Tag) -> tuple[Tag | None, bool]:
        path: list[Tag] = []
        found: tuple[Tag | None, bool] = (None, False)
        for around in ancestors(tag):
            if id(around) in self._found:
                found = self._found[id(around)]
                break
            path.append(around)
        for around in reversed(path):
            style = self._styles.of(around)
            found = around if is_positioned(style) else found[0], found[1] or is_transformed(style)
            self._found[id(around)] = found
        return found


@view
def containing_blocks(document: Document) -> ContainingBlocks:
    """Return the containing blocks of the boxes of a page."""
    return ContainingBlocks(document.styles)
