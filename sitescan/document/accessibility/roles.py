"""The roles of elements: explicit by the ``role`` attribute, or implicit by HTML."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from bs4.element import Tag

from sitescan.document.accessibility.aria import ATTRIBUTES, GLOBAL
from sitescan.document.accessibility.aria_roles import ROLES
from sitescan.document.accessibility.exposure import Exposure
from sitescan.document.data_bindings import DataBindings
from sitescan.document.tree import HTML, SVG, ancestors, attr, children, tokens
from sitescan.standards.data_files import data_of

#: https://www.w3.org/TR/html-aam-1.0/#html-element-role-mappings
_TABLE = data_of("html_roles")
#: The implicit roles of elements that depend on their name alone. Elements that are not listed have no ARIA role.
_PLAIN: Mapping[str, str] = MappingProxyType(
    {name: role for role, names in _TABLE["elements"].items() for name in names.split()}
)
_INPUTS: Mapping[str, str] = MappingProxyType(_TABLE["inputs"])
_LISTED = frozenset({"email", "search", "tel", "text", "url"})
_SECTIONS = frozenset({"article", "aside", "main", "nav", "section"})
_SECTION_ROLES = frozenset({"article", "complementary", "main", "navigation", "region"})
_TABLE_PARTS = frozenset({"tbody", "td", "tfoot", "th", "thead", "tr"})
#: HTML elements whose implicit role depends on more than their name.
_DEPENDING = _TABLE_PARTS | frozenset("a area aside footer form header img input li section select".split())
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_SAME = MappingProxyType({"presentation": "none", "image": "img"})


def input_type(tag: Tag) -> str:
    """Return the type of an ``input``, which is ``text`` if it has no valid one."""
    kind = attr(tag, "type", "").strip().lower()
    return kind if kind in _INPUTS or kind in _LISTED else "text"


def written_role(tag: Tag) -> str | None:
    """
    Return the explicit role of an element: the first valid token of its ``role`` attribute, or ``None``.

    ``presentation`` is returned as ``none`` and ``image`` as ``img``, their synonyms.
    https://www.w3.org/TR/wai-aria-1.2/#document-handling_author-errors_roles
    """
    if "role" not in tag.attrs:
        return None
    found = next((token for token in tokens(tag, "role") if token in ROLES), None)
    return None if found is None else _SAME.get(found, found)


def level(tag: Tag) -> int | None:
    """Return the level of a heading, or ``None`` if it has none."""
    written = attr(tag, "aria-level", "").strip()
    if written.isascii() and written.isdigit() and len(written) < 4 and int(written):
        return int(written)
    return int(tag.name[1]) if tag.name in ("h1", "h2", "h3", "h4", "h5", "h6") else None


class Roles:
    """
    The roles of a page's elements.

    :param named: returns whether an element is named by its author, as some landmarks must be.
    :param bindings: what a framework writes into the elements.
    """

    def __init__(self, exposure: Exposure, named: Callable[[Tag], bool], bindings: DataBindings) -> None:
        self._exposure = exposure
        self._bindings = bindings
        self._named = named
        self._roles: dict[int, str] = {}
        self._rows_with_data: dict[int, bool] = {}

    def role(self, tag: Tag) -> str:
        """
        Return the role of an element, or an empty string if it has no ARIA role.

        ``none`` is ignored on an element that is focusable or has a global ARIA attribute.
        https://www.w3.org/TR/wai-aria-1.2/#conflict_resolution_presentation_none
        """
        known = self._roles.get(id(tag))
        if known is None:
            known = written_role(tag) if "role" in tag.attrs else None
            if known is None or (known == "none" and self.conflicting(tag)):
                known = self.implicit(tag)
            self._roles[id(tag)] = known
        return known

    def conflicting(self, tag: Tag) -> bool:
        """Return whether an element must not be presentational."""
        if self._exposure.takes_focus(tag) and self._exposure.state(tag).visible is not False:
            return True
        # On an element with an explicit presentational role, even an empty global attribute conflicts.
        explicit = written_role(tag) == "none" and tag.name in _HEADINGS
        return any(
            name in GLOBAL and name != "aria-hidden" and (value or explicit) for name, value in tag.attrs.items()
        )

    def implicit(self, tag: Tag) -> str:
        """Return the implicit role of an HTML or SVG element, https://www.w3.org/TR/html-aam-1.0/."""
        name = tag.name
        if name not in _DEPENDING and tag.namespace == HTML:
            return _PLAIN.get(name, "")
        if tag.namespace != HTML:
            return _foreign(tag)
        if name in ("a", "area") and ("href" in tag.attrs or self._bindings.writes(tag, "href")):
            return "link"
        if name == "input":
            return _input(tag)
        if name == "select":
            return "listbox" if "multiple" in tag.attrs or _size(tag) > 1 else "combobox"
        if name == "img":
            return self._image(tag)
        if name == "li":
            return self._item(tag)
        if name in _TABLE_PARTS:
            return self._table_part(tag)
        if name in ("aside", "footer", "form", "header", "section"):
            return self._landmark(tag)
        return _PLAIN.get(name, "")

    def _item(self, tag: Tag) -> str:
        parent = tag.parent
        if parent is None:
            return "generic"
        inside = self.role(parent) if parent.name in ("ul", "ol", "menu", "dir") else written_role(parent)
        return "listitem" if inside == "list" else "generic"

    def _image(self, tag: Tag) -> str:
        """Return ``none`` for an image with an empty ``alt``, unless other attributes conflict, otherwise ``img``."""
        if attr(tag, "alt") == "" and not self.conflicting(tag):
            return "none"
        return "img"

    def _landmark(self, tag: Tag) -> str:
        name = tag.name
        if name in ("section", "form"):
            return {"section": "region", "form": "form"}[name] if self._named(tag) else "generic"
        sectioned = any(parent.name in _SECTIONS or written_role(parent) in _SECTION_ROLES for parent in ancestors(tag))
        if name == "aside":
            inside = any(parent.name in _SECTIONS - {"main"} for parent in ancestors(tag))
            return "generic" if inside and not self._named(tag) else "complementary"
        return "generic" if sectioned else {"header": "banner", "footer": "contentinfo"}[name]

    def _table_part(self, tag: Tag) -> str:
        table = next((parent for parent in ancestors(tag) if parent.name == "table"), None)
        kind = self.role(table) if table is not None else ""
        if kind not in ("table", "grid", "treegrid"):
            return "generic"
        if tag.name == "td":
            return "cell" if kind == "table" else "gridcell"
        if tag.name == "th":
            scope = attr(tag, "scope", "").strip().lower()
            if scope in ("row", "rowgroup"):
                return "rowheader"
            return "rowheader" if scope not in ("col", "colgroup") and self._is_beside_data(tag) else "columnheader"
        return "row" if tag.name == "tr" else "rowgroup"

    def _is_beside_data(self, header: Tag) -> bool:
        """Return whether the row of a header contains a data cell."""
        row = header.parent
        if row is None:
            return False
        if id(row) not in self._rows_with_data:
            self._rows_with_data[id(row)] = any(cell.name == "td" for cell in children(row))
        return self._rows_with_data[id(row)]


def _size(select: Tag) -> int:
    written = attr(select, "size", "").strip()
    return int(written) if written.isascii() and written.isdigit() and len(written) < 6 else 0


def _input(tag: Tag) -> str:
    kind = input_type(tag)
    if kind in _LISTED and "list" in tag.attrs:
        return "combobox"
    return _INPUTS.get(kind, "textbox")


def _foreign(tag: Tag) -> str:
    """Return the implicit role of an SVG or MathML element, https://www.w3.org/TR/svg-aam-1.0/#mapping_role_table."""
    name = tag.name
    if tag.namespace != SVG:
        return "math" if name == "math" else ""
    if name == "svg":
        return "graphics-document"
    if name == "a" and ("href" in tag.attrs or "xlink:href" in tag.attrs):
        return "link"
    return "img" if name == "image" else ""


def aria_attributes(tag: Tag) -> list[tuple[str, str]]:
    """Return the known ARIA attributes of an element that have a value, with their values."""
    return [(name, attr(tag, name, "")) for name in tag.attrs if name in ATTRIBUTES and attr(tag, name, "").strip()]
