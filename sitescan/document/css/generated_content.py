"""Generated content of ``::before`` and ``::after``, https://www.w3.org/TR/css-content-3/."""

from collections.abc import Iterable, Sequence
from typing import Any

import tinycss2
from bs4.element import Tag

from sitescan.document.css.cascade import Styles
from sitescan.document.css.computed_style import Style
from sitescan.document.css.icon_fonts import draws_icons
from sitescan.document.tree import attr
from sitescan.standards.lazy_pattern import lazy_pattern

#: Characters of the private use area, which icon fonts use.
_ICONS = lazy_pattern("[\ue000-\uf8ff]")
#: A word that an icon font may draw as one icon.
_LIGATURE = lazy_pattern(r"[a-z0-9_]+")
#: The maximum length of a value that is read, with the data of an image.
_LONGEST = 5000
#: Functions that denote an image.
_IMAGES = frozenset({"url", "src", "image", "image-set", "-webkit-image-set", "cross-fade", "element"})


def generated(styles: Styles, tag: Tag, name: str) -> str:
    """
    Return the text of a pseudo-element, or its alternative text if it has one; icons are no text.

    :param name: ``before`` or ``after``.
    """
    style = _shown(styles, tag, name)
    if style is None:
        return ""
    content, alternative = _parts(style)
    text = _ICONS.sub(" ", _characters(tag, content if alternative is None else alternative))
    if alternative is None and _LIGATURE.fullmatch(text) and draws_icons(style):
        return ""
    return text if style.display == "inline" or not text else f" {text} "


def replaced(styles: Styles, tag: Tag) -> str | None:
    """
    Return the alternative text of the image that ``content`` puts in the place of an element's own content.

    :return: ``None`` if the element keeps its content, as it does if ``content`` is anything but one image.

    https://drafts.csswg.org/css-content-3/#content-property
    """
    style = styles.of(tag)
    if not style.declares("content"):
        return None
    content, alternative = _parts(style)
    images = [token for token in content if token.type != "whitespace"]
    is_image = len(images) == 1 and (images[0].type == "url" or getattr(images[0], "lower_name", "") in _IMAGES)
    return _characters(tag, alternative or ()) if is_image else None


def _parts(style: Style) -> tuple[Sequence[Any], Sequence[Any] | None]:
    """Return the tokens of ``content``, and those of its alternative text if it has one."""
    parsed = tinycss2.parse_component_value_list((style.get("content") or "")[:_LONGEST])
    slash = next((place for place, part in enumerate(parsed) if part == "/"), None)
    return (parsed, None) if slash is None else (parsed[:slash], parsed[slash + 1 :])


def drawn(styles: Styles, tag: Tag, name: str) -> tuple[Style, str] | None:
    """Return the style of a pseudo-element and the characters that it displays, including those of icon fonts."""
    style = _shown(styles, tag, name)
    if style is None:
        return None
    return style, _characters(tag, _parts(style)[0])


def _shown(styles: Styles, tag: Tag, name: str) -> Style | None:
    style = styles.pseudo(tag, name)
    shown = style is not None and style.get("content") and style.display != "none" and style.visibility == "visible"
    return style if shown else None


def _characters(tag: Tag, content: Iterable[Any]) -> str:
    return "".join(_text(tag, token) for token in content)


def _text(tag: Tag, token: Any) -> str:
    if token.type == "string":
        return str(token.value)
    if token.type == "function" and token.lower_name == "attr" and token.arguments:
        return attr(tag, str(getattr(token.arguments[0], "value", "")), "")
    return ""
