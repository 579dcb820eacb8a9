"""The roles and ARIA attributes that HTML allows on its elements: https://www.w3.org/TR/html-aria/#docconformance."""

from collections.abc import Mapping
from types import MappingProxyType

from bs4.element import Tag

from sitescan.document.accessibility.accessibility_tree import Accessible
from sitescan.document.accessibility.aria_roles import ROLES
from sitescan.document.accessibility.exposure import summary
from sitescan.document.accessibility.roles import input_type, written_role
from sitescan.document.tree import ancestors, attr, children
from sitescan.standards.data_files import data_of

_WIDGETS = "button checkbox link menuitem menuitemcheckbox menuitemradio option radio switch tab treeitem"


def _roles(kind: str) -> Mapping[str, frozenset[str]]:
    written: Mapping[str, str] = data_of("aria_in_html")[kind]
    return MappingProxyType(
        {name: frozenset(roles.split()) for names, roles in written.items() for name in names.split()}
    )


#: The roles that elements may have beside their implicit role; elements that are not listed may have any role.
_ELEMENTS = _roles("elements")

#: Elements whose allowed roles depend on their attributes or on the elements around them.
_LINK = frozenset(f"{_WIDGETS} doc-backlink doc-biblioref doc-glossref doc-noteref".split())
_IMAGE = frozenset(f"{_WIDGETS} doc-cover math meter progressbar scrollbar separator slider".split())
_NONE: frozenset[str] = frozenset()
_TABLES = frozenset({"grid", "table", "treegrid"})
_HEADERS = frozenset({"columnheader", "rowheader"})

#: The allowed roles of each input type; other types allow none. The standard lists combobox for the type text alone,
#: but validators accept it on the types for one kind of text as well.
_INPUTS = _roles("inputs")

#: Elements that have no role but support the attributes of one.
_SUPPORTING = MappingProxyType(dict.fromkeys(("audio", "embed", "object", "video"), "application"))
#: Types of input without a role of which HTML allows fewer attributes than of a text field.
_BARE_INPUTS: Mapping[str, frozenset[str]] = MappingProxyType({"color": _NONE, "file": frozenset({"aria-required"})})
#: Elements that allow no ARIA attributes, and those that allow ``aria-hidden`` alone.
_WITHOUT_ARIA = frozenset({"col", "colgroup", "html", "map", "slot", "source"})
_ONLY_HIDDEN = frozenset({"br", "picture", "wbr"})


def supported_attributes(tag: Tag, accessible: Accessible) -> frozenset[str]:
    """Return the states and properties, other than the global ones, that an element supports."""
    role = supporting_role(tag, accessible)
    if role == "textbox" and tag.name == "input" and input_type(tag) in _BARE_INPUTS:
        return _BARE_INPUTS[input_type(tag)]
    return ROLES[role].supports if role in ROLES else _NONE


def supporting_role(tag: Tag, accessible: Accessible) -> str:
    """Return the role whose states and properties an element supports, or an empty string."""
    role = accessible.role(tag)
    if not role and tag.name == "input":
        return "textbox"
    return role or _SUPPORTING.get(tag.name, "")


def prohibits(tag: Tag, attribute: str) -> bool:
    """Return whether an element, whatever its role, must not have an ARIA attribute."""
    return tag.name in _WITHOUT_ARIA or (tag.name in _ONLY_HIDDEN and attribute != "aria-hidden")


def allowed_roles(tag: Tag, accessible: Accessible) -> frozenset[str] | None:
    """Return the roles that an HTML element may have beside its implicit one, or ``None`` if it may have any role."""
    name = tag.name
    if name in _ELEMENTS:
        return _ELEMENTS[name]
    if name == "input":
        return _of_input(tag)
    if name in ("a", "area"):
        linked = "href" in tag.attrs
        return (_LINK if linked else None) if name == "a" else frozenset(() if linked else ("button", "link"))
    if name == "img":
        named = any(attr(tag, naming, "").strip() for naming in ("alt", "aria-label", "aria-labelledby", "title"))
        return _IMAGE if named else frozenset({"none"})
    if name == "select":
        return frozenset({"menu"}) if accessible.implicit_role(tag) == "combobox" else _NONE
    if name in ("td", "th", "tr"):
        return _of_table_part(tag, accessible)
    return _by_parent(tag, accessible)


def _of_input(tag: Tag) -> frozenset[str]:
    kind = input_type(tag)
    allowed = _INPUTS.get(kind, _NONE)
    if kind == "checkbox" and "aria-pressed" in tag.attrs:
        return allowed | {"button"}
    return _NONE if "textbox" in allowed and "list" in tag.attrs else allowed


def _of_table_part(tag: Tag, accessible: Accessible) -> frozenset[str] | None:
    table = next((element for element in ancestors(tag) if element.name == "table"), None)
    role = accessible.role(table) if table is not None else ""
    if role not in _TABLES:
        return None
    return _HEADERS | {"cell" if role == "table" else "gridcell"} if tag.name == "th" else _NONE


def _by_parent(tag: Tag, accessible: Accessible) -> frozenset[str] | None:
    """Return the allowed roles of an element that may have any role except inside certain parents."""
    name, parent = tag.name, tag.parent
    if name == "figure" and any(child.name == "figcaption" for child in children(tag)):
        return frozenset({"doc-example"})
    if parent is None:
        return None
    if name == "div" and parent.name == "dl":
        return frozenset({"none"}) if written_role(parent) is None else None
    if name == "li" and accessible.role(parent) == "list":
        # The deprecated roles have a rule of their own.
        return frozenset({"listitem", "doc-biblioentry", "doc-endnote"})
    return _NONE if name == "summary" and parent.name == "details" and tag is summary(parent) else None
