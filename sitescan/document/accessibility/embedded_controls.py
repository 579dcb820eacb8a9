"""What a control within a text stands for, https://www.w3.org/TR/accname-1.2/#comp_embedded_control."""

from collections.abc import Callable, Iterable

from bs4.element import Tag

from sitescan.document.tree import attr, collapsed, own_text

_TYPED = frozenset({"combobox", "searchbox", "textbox"})
_RANGES = frozenset({"meter", "progressbar", "scrollbar", "slider", "spinbutton"})
#: Options that are looked at, and choices that are read out.
_MOST_OPTIONS = 1000
_MOST_CHOSEN = 20


def value(tag: Tag, role: str, content: Callable[[Tag], str]) -> str:
    """
    The value of a control; empty where it has none or is none.

    :param role: its role.
    :param content: gives the text of an element's content.
    """
    if tag.name == "select":
        options = [option for option in tag.find_all("option", limit=_MOST_OPTIONS) if isinstance(option, Tag)]
        chosen = [option for option in options if "selected" in option.attrs] or options[:1]
        return _read(chosen, lambda option: collapsed(attr(option, "label", "")) or content(option))
    if tag.name == "textarea":
        return collapsed(own_text(tag))
    if tag.name == "input" and (role in _TYPED or role == ""):
        return collapsed(attr(tag, "value", ""))
    if role == "listbox":
        found = tag.find_all(None, {"aria-selected": "true"}, limit=_MOST_CHOSEN)
        return _read((option for option in found if isinstance(option, Tag)), content)
    if role in _RANGES:
        values = (collapsed(attr(tag, name, "")) for name in ("aria-valuetext", "aria-valuenow", "value"))
        return next(filter(None, values), "")
    return ""


def _read(chosen: Iterable[Tag], text: Callable[[Tag], str]) -> str:
    return collapsed(" ".join(text(option) for option, _ in zip(chosen, range(_MOST_CHOSEN), strict=False)))
