"""The text that stylesheets put before and behind an element, https://www.w3.org/TR/css-content-3/."""

import re
from typing import Any

import tinycss2
from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.tree import attr

#: Signs of icon fonts are no words.
_ICONS = re.compile("[\ue000-\uf8ff]")
_LONGEST = 500


def generated(styles: Styles, tag: Tag, name: str) -> str:
    """
    The words of ``::before`` or ``::after`` of an element; its alternative text where it has one.

    :param name: ``before`` or ``after``.
    """
    style = styles.pseudo(tag, name)
    content = style.get("content") if style is not None else None
    if style is None or not content or style.display == "none" or style.visibility != "visible":
        return ""
    said, _, alternative = content[:_LONGEST].partition("/")
    text = "".join(_text(tag, token) for token in tinycss2.parse_component_value_list(alternative or said))
    text = _ICONS.sub(" ", text)
    return text if style.display == "inline" or not text else f" {text} "


def _text(tag: Tag, token: Any) -> str:
    if token.type == "string":
        return str(token.value)
    if token.type == "function" and token.lower_name == "attr" and token.arguments:
        return attr(tag, str(getattr(token.arguments[0], "value", "")), "")
    return ""
