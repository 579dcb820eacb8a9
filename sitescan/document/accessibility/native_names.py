"""Names from HTML attributes, https://www.w3.org/TR/html-aam-1.0/#accessible-name-and-description-computation."""

from bs4.element import Tag

from sitescan.document.accessibility.roles import input_type
from sitescan.document.tree import attr, collapsed

_WITH_PLACEHOLDER = frozenset({"email", "number", "password", "search", "tel", "text", "url"})
_BUTTONS = {"submit": "Submit", "reset": "Reset"}


def from_attributes(tag: Tag) -> tuple[str, str]:
    """Return the name of an element from ``alt``, ``value`` or ``label``, and the name of the attribute."""
    name = tag.name
    if name in ("img", "area") or (name == "input" and input_type(tag) == "image"):
        return collapsed(attr(tag, "alt", "")), "alt"
    if name == "input" and input_type(tag) in ("button", "submit", "reset"):
        return collapsed(attr(tag, "value", _BUTTONS.get(input_type(tag), ""))), "value"
    if name in ("optgroup", "option"):
        return collapsed(attr(tag, "label", "")), "label"
    return "", ""


def placeholder(tag: Tag) -> str:
    """Return the placeholder of a field, which names it if nothing else does."""
    if tag.name == "textarea" or (tag.name == "input" and input_type(tag) in _WITH_PLACEHOLDER):
        return collapsed(attr(tag, "placeholder", "")) or collapsed(attr(tag, "aria-placeholder", ""))
    return ""
