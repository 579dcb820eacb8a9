"""The text of a control inside a name, https://www.w3.org/TR/accname-1.2/#comp_embedded_control."""

from collections.abc import Callable, Iterable
from itertools import islice

from bs4.element import Tag

from sitescan.document.tree import attr, collapsed, own_text

_TYPED = frozenset({"combobox", "searchbox", "textbox"})
_RANGES = frozenset({"meter", "progressbar", "scrollbar", "slider", "spinbutton"})
#: The maximum number of options that are examined, and of selected options that are read.
_MOST_OPTIONS = 1000
_MOST_CHOSEN = 20


def value(tag: Tag, role: str, inside: Iterable[Tag], content: Callable[[Tag], str]) -> str:
    """
    Return the value of a control, or an empty string if it has none.

    :param role: the element's role.
    :param inside: the element's descendants.
    :param content: returns the text of an element's content.
    """
    if tag.name == "select":
        options = list(islice((element for element in inside if element.name == "option"), _MOST_OPTIONS))
        chosen = [option for option in options if "selected" in option.attrs] or options[:1]
        return _read(chosen, lambda option: collapsed(attr(option, "label", "")) or content(option))
    if tag.name == "textarea":
        return collapsed(own_text(tag))
    if tag.name == "input" and (role in _TYPED or role == ""):
        return collapsed(attr(tag, "value", ""))
    if role == "listbox":
        return _read((element for element in inside if attr(element, "aria-selected") == "true"), content)
    if role in _RANGES:
        values = (collapsed(attr(tag, name, "")) for name in ("aria-valuetext", "aria-valuenow", "value"))
        return next(filter(None, values), "")
    return ""


def _read(chosen: Iterable[Tag], text: Callable[[Tag], str]) -> str:
    return collapsed(" ".join([text(option) for option in islice(chosen, _MOST_CHOSEN)]))
