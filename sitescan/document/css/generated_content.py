"""Generated content of ``::before`` and ``::after``, https://www.w3.org/TR/css-content-3/."""

from typing import Any

import tinycss2
from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.tree import attr
from sitescan.standards.lazy_pattern import lazy_pattern

#: Characters of the private use area, which icon fonts use.
_ICONS = lazy_pattern("[\ue000-\uf8ff]")
_LONGEST = 500


def generated(styles: Styles, tag: Tag, name: str) -> str:
    """
    Return the text of a pseudo-element, or its alternative text if it has one.

    :param name: ``before`` or ``after``.
    """
    style = _shown(styles, tag, name)
    if style is None:
        return ""
    content, _, alternative = (style.get("content") or "")[:_LONGEST].partition("/")
    text = _ICONS.sub(" ", _characters(tag, alternative or content))
    return text if style.display == "inline" or not text else f" {text} "


def drawn(styles: Styles, tag: Tag, name: str) -> tuple[Style, str] | None:
    """Return the style of a pseudo-element and the characters that it displays, including those of icon fonts."""
    style = _shown(styles, tag, name)
    if style is None:
        return None
    return style, _characters(tag, (style.get("content") or "")[:_LONGEST].partition("/")[0])


def _shown(styles: Styles, tag: Tag, name: str) -> Style | None:
    style = styles.pseudo(tag, name)
    shown = style is not None and style.get("content") and style.display != "none" and style.visibility == "visible"
    return style if shown else None


def _characters(tag: Tag, content: str) -> str:
    return "".join(_text(tag, token) for token in tinycss2.parse_component_value_list(content))


def _text(tag: Tag, token: Any) -> str:
    if token.type == "string":
        return str(token.value)
    if token.type == "function" and token.lower_name == "attr" and token.arguments:
        return attr(tag, str(getattr(token.arguments[0], "value", "")), "")
    return ""
