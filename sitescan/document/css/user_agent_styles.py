"""
The user agent style sheet (``standards/data/user_agent.css``), as Chromium has it, and presentational hints.

https://html.spec.whatwg.org/multipage/rendering.html
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from bs4.element import Tag

from sitescan.document.tree import HTML, attr, children
from sitescan.standards.data_files import data_bytes
from sitescan.standards.lazy_pattern import lazy_pattern


def _sheet() -> dict[str, dict[str, str]]:
    """Return the declarations for each element; every rule of the file has a list of element names."""
    found: dict[str, dict[str, str]] = {}
    text = data_bytes("user_agent.css").decode("ascii").partition("*/")[2]
    for rule in text.split("}")[:-1]:
        names, _, block = rule.partition("{")
        declared = dict(declaration.strip().split(": ", 1) for declaration in block.split(";"))
        for name in names.split(","):
            found.setdefault(name.strip(), {}).update(declared)
    return found


_SHEET: Mapping[str, Mapping[str, str]] = {name: MappingProxyType(declared) for name, declared in _sheet().items()}
_NOTHING: Mapping[str, str] = MappingProxyType({})
_PLAIN_INPUTS = frozenset({"checkbox", "radio", "image", "hidden", "range", "file", "color"})
_BUTTONS = frozenset({"button", "submit", "reset"})
_FONT_SIZES = ("", "x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large")
_HEX = lazy_pattern(r"#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})\Z")


def defaults(tag: Tag, *, quirks: bool = False, popover_shown: bool = False) -> Mapping[str, str]:
    """
    Return the declarations of the user agent style sheet for an element.

    If its attributes change nothing, the result is a constant mapping proxy for all elements of its name.

    :param popover_shown: whether the element is a popover that scripts have shown, which no attribute tells.
    """
    if tag.namespace != HTML:
        return _SVG if tag.name == "svg" else _FOREIGN
    name, attributes = tag.name, tag.attrs
    plain = _LINKS[name] if name in _LINKS and "href" in attributes else _SHEET.get(name, _NOTHING)
    if not attributes and name not in _DEPENDING and name != "dialog":
        return plain
    more = _by_attributes(tag, quirks=quirks) if name in _DEPENDING else _NOTHING
    if _off(tag, popover_shown=popover_shown):
        more = {**more, "display": "none"}
    return {**plain, **more} if more else plain


_DEPENDING = frozenset({"html", "input", "optgroup", "option", "select", "summary", "table"})


#: Attributes of other elements that are presentational hints or hide the element.
_STYLING = frozenset("background bgcolor color dir face hidden nowrap popover size text".split())


def depends_on_name_only(tag: Tag) -> bool:
    """Return whether :func:`defaults` and :func:`hints` of an element depend only on its name and on ``href``."""
    return (
        tag.namespace == HTML and tag.name not in _DEPENDING and tag.name != "dialog" and _STYLING.isdisjoint(tag.attrs)
    )


def _by_attributes(tag: Tag, *, quirks: bool) -> Mapping[str, str]:
    """Return the declarations that depend on attributes or ancestors of an element."""
    attributes = tag.attrs
    name = tag.name
    if name == "input":
        return _input(attr(tag, "type", "").strip().lower())
    if name == "select" and "multiple" not in attributes and attr(tag, "size", "1").strip() in ("", "0", "1"):
        return {"background-color": "buttonface"}
    if name == "html" and (scheme := _color_scheme(tag)):
        return {"color-scheme": scheme}
    if name == "table" and quirks:
        return {"font-size": "medium", "font-weight": "normal", "font-style": "normal", "color": "-quirk"}
    if name == "option":
        return {"font-weight": "400", "display": "block"}
    if name == "optgroup":
        return {"font-weight": "bolder"}
    if name == "summary" and tag.parent is not None and tag.parent.name == "details":
        return {"display": "list-item"}
    return _NOTHING


_LINKS = {
    name: MappingProxyType({**_SHEET.get(name, {}), "color": "-webkit-link", "text-decoration-line": "underline"})
    for name in ("a", "area")
}


def _color_scheme(html: Tag) -> str:
    """Return the color schemes that a ``meta`` element declares, https://html.spec.whatwg.org/multipage/semantics.html#meta-color-scheme."""
    head = next((child for child in children(html) if child.name == "head"), html)
    metas = (child for child in children(head) if child.name == "meta")
    named = (attr(meta, "content", "") for meta in metas if attr(meta, "name", "").lower() == "color-scheme")
    return next(named, "").lower()


def _off(tag: Tag, *, popover_shown: bool) -> bool:
    """Return whether an attribute hides an element."""
    if ("popover" in tag.attrs and not popover_shown) or ("hidden" in tag.attrs and tag.name != "embed"):
        return True
    return tag.name == "dialog" and "open" not in tag.attrs


_SVG = MappingProxyType({"display": "inline", "overflow-x": "hidden", "overflow-y": "hidden"})
_FOREIGN = MappingProxyType({"display": "inline"})


def _input(kind: str) -> dict[str, str]:
    if kind == "hidden":
        return {"display": "none", "background-color": "transparent"}
    if kind in _BUTTONS:
        return {"background-color": "buttonface", "color": "buttontext", "white-space": "pre"}
    if kind in _PLAIN_INPUTS:
        found = {"background-color": "transparent"}
        if kind == "color":
            found = {"background-color": "buttonface", "color": "buttontext"}
        if kind == "file":
            found["color"] = "inherit"
        return found
    return {}


def hints(tag: Tag, links: str = "") -> dict[str, str]:
    """
    Return the presentational hints of an element, which any rule of the page overrides.

    https://html.spec.whatwg.org/multipage/rendering.html#presentational-hints

    :param links: the color of links that an attribute of ``body`` gives.
    """
    if tag.namespace != HTML:
        return _svg_hints(tag)
    name, attributes = tag.name, tag.attrs
    found: dict[str, str] = {}
    if "dir" in attributes and (direction := attr(tag, "dir", "").lower()) in _DIRECTIONS:
        found["direction"] = direction
    if name in _WITH_BACKGROUND:
        _put(found, "background-color", attr(tag, "bgcolor", ""))
        if "background" in attributes:
            found["background-image"] = "url(background)"
    if name == "body":
        _put(found, "color", attr(tag, "text", ""))
    elif name == "font":
        found.update(_font(tag))
    elif name == "hr":
        _put(found, "color", attr(tag, "color", ""))
    elif name in ("a", "area") and "href" in attributes:
        _put(found, "color", links)
    elif name in ("td", "th") and "nowrap" in attributes:
        found["white-space"] = "nowrap"
    return found


#: Values of ``dir``. The direction of ``auto``, which is no value of the property, depends on the text.
_DIRECTIONS = frozenset({"auto", "ltr", "rtl"})
_WITH_BACKGROUND = frozenset("body table tbody td tfoot th thead tr marquee".split())


def _font(tag: Tag) -> dict[str, str]:
    found: dict[str, str] = {}
    _put(found, "color", attr(tag, "color", ""))
    if size := _font_size(attr(tag, "size", "")):
        found["font-size"] = size
    if face := attr(tag, "face", ""):
        found["font-family"] = face
    return found


def _put(found: dict[str, str], name: str, written: str) -> None:
    match = _HEX.match(written.strip())
    if match:
        found[name] = f"#{match[1]}"
    elif written.strip().isalpha():
        found[name] = written.strip().lower()


def _font_size(written: str) -> str:
    written = written.strip()
    if not re.fullmatch(r"[+-]?[0-9]{1,3}", written):
        return ""
    number = int(written) + (3 if written[0] in "+-" else 0)
    return _FONT_SIZES[min(7, max(1, number))]


def _svg_hints(tag: Tag) -> dict[str, str]:
    found = {}
    for name in ("color", "display", "font-size", "font-weight", "opacity", "visibility"):
        if value := attr(tag, name, "").strip():
            found[name] = f"{value}px" if name == "font-size" and value.replace(".", "").isdigit() else value
    return found
