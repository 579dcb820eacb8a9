"""Which boxes may have floats beside them, https://www.w3.org/TR/CSS22/visuren.html#floats."""

from math import inf

from bs4.element import Tag

from sitescan.document.css.computed_style import Style, cached_by_style
from sitescan.document.document import Document
from sitescan.document.layout.display import contains_floats, is_flex_container, is_floating, is_grid_container
from sitescan.document.tree import ancestors
from sitescan.document.views import view

#: Elements that float by their attribute ``align``.
_ALIGNED = ("applet", "embed", "iframe", "img", "object", "table")

#: The number of boxes around an element that are looked at; what is in more of them may be beside a float.
_DEEPEST = 60


class Floats:
    """The floats of a page, by the boxes that contain them: what is after such a box is below its floats."""

    def __init__(self, document: Document) -> None:
        self._styles, self._order = document.styles, document.order
        # By the id of a box, the position of the first float in it.
        self._first: dict[int, int] = {}
        aligned = (tag for tag in document.all(*_ALIGNED) if "align" in tag.attrs)
        for tag in (*self._styles.where(is_floating), *aligned):
            container = next(filter(self._contains_floats, ancestors(tag)), tag)
            position = self._order[id(tag)]
            self._first[id(container)] = min(position, self._first.get(id(container), position))

    def may_be_beside(self, tag: Tag) -> bool:
        """Return whether a float that is written before an element may be beside it."""
        for number, box in enumerate(ancestors(tag) if self._first else ()):
            if number > _DEEPEST or self._first.get(id(box), inf) < self._order[id(tag)]:
                return True
            if _is_formatting_root(self._styles.of(box)):
                break
        return False

    def _contains_floats(self, box: Tag) -> bool:
        style = self._styles.of(box)
        is_root = box.parent is None or box.parent.parent is None
        return is_root or _is_formatting_root(style) or contains_floats(style, self._styles.pseudo(box, "after"))


@view
def floats(document: Document) -> Floats:
    """Return the floats of a page."""
    return Floats(document)


@cached_by_style
def _is_formatting_root(style: Style) -> bool:
    """Return whether the floats in a box and those outside of it are never beside each other's text."""
    is_item = style.parent is not None and (is_flex_container(style.parent) or is_grid_container(style.parent))
    return is_item or contains_floats(style, None)
