"""Attributes whose names are misspelled by a slip of the fingers: two letters swapped, or one written twice."""

from collections.abc import Mapping
from types import MappingProxyType

from bs4.element import Tag

from sitescan.document.tree import HTML

_FIELDS = "input select textarea"
#: Attributes without which an element does something else, with the elements that have them; none stand for all.
_MEANT = {
    "action": "form",
    "alt": "area img",
    "charset": "meta",
    "class": "",
    "colspan": "td th",
    "content": "meta",
    "for": "label",
    "height": "canvas iframe img svg video",
    "href": "a area base link",
    "lang": "",
    "media": "link source style",
    "method": "form",
    "name": f"{_FIELDS} meta",
    "placeholder": "input textarea",
    "poster": "video",
    "property": "meta",
    "rel": "a link",
    "required": _FIELDS,
    "role": "",
    "rowspan": "td th",
    "src": "audio embed iframe img input script source track video",
    "srcset": "img source",
    "style": "",
    "target": "a form",
    "title": "",
    "type": "button input link script source",
    "value": "input option",
    "width": "canvas iframe img svg video",
}


def _slips(name: str) -> set[str]:
    """Return the names with two letters swapped, and the longer ones with a letter written twice."""
    swapped = {name[:at] + name[at + 1] + name[at] + name[at + 2 :] for at in range(len(name) - 1)}
    doubled = {name[: at + 1] + name[at:] for at in range(len(name)) if len(name) > 3}
    return (swapped | doubled) - {name}


#: Slips that are words of their own: a latitude, React Server Components.
_WORDS = frozenset({"cation", "lat", "rsc"})
_BY_SLIP: Mapping[str, str] = MappingProxyType(
    {slip: name for name in _MEANT for slip in _slips(name) if slip not in _WORDS}
)
_ELEMENTS = {name: frozenset(elements.split()) for name, elements in _MEANT.items()}

SLIPS = frozenset(_BY_SLIP)
"""The misspelled names."""


def meant(tag: Tag, written: str) -> str | None:
    """
    Return the attribute that a misspelled one stands for, or ``None`` if it isn't misspelled.

    An element that also has the right attribute lacks nothing, and a custom element has attributes of its own.
    """
    name = _BY_SLIP.get(written)
    if name is None or name in tag.attrs or tag.namespace != HTML or "-" in tag.name:
        return None
    return name if not _ELEMENTS[name] or tag.name in _ELEMENTS[name] else None
