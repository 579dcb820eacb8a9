"""Markup as reports show it and as pages contain it: start tags, attributes, texts and whole elements."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from bs4.element import Comment, PageElement, Tag

from sitescan.document.tree import attr
from sitescan.standards.lazy_pattern import lazy_pattern

UNCHANGED = "…"
"""The placeholder for the unchanged content of an element."""

#: Elements without an end tag, https://html.spec.whatwg.org/multipage/syntax.html#void-elements
VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
#: Attributes that need no value, https://html.spec.whatwg.org/multipage/indices.html#attributes-3
BOOLEAN = frozenset(
    "allowfullscreen async autofocus autoplay checked controls default defer disabled formnovalidate hidden inert "
    "ismap itemscope loop multiple muted nomodule novalidate open playsinline readonly required reversed "
    "selected".split()
)
#: Elements whose text is not escaped, and elements whose line breaks are preserved.
_RAW, _KEPT = frozenset({"script", "style"}), frozenset({"pre", "textarea"})
_SPACES = lazy_pattern(r"[ \t\n\r]+")
#: The maximum length of markup in a report, in characters. Longer markup is left out: a truncation cannot be pasted.
_LONGEST_SHOWN = 900
_LONGEST_WORD = 40
_ALIKE = 0.8

#: Characters written as character references, so that markup stays on one line and every character is visible.
_REFERENCES = str.maketrans({"&": "&amp;", "\xa0": "&nbsp;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def whole(tag: Tag) -> str:
    """Return the markup of an element and its descendants, on one line; for elements with few descendants."""
    return element_markup(tag.name, tag, "".join(map(_inner, tag.contents)), {})


def _inner(node: PageElement) -> str:
    if isinstance(node, Tag):
        return whole(node)
    if isinstance(node, Comment):
        return ""
    text = str(node)
    around = node.parent.name if node.parent is not None else ""
    if around in _RAW:
        return text
    return escaped(text) if around in _KEPT else escaped(_SPACES.sub(" ", text))


def start_tag(name: str, /, **attributes: str) -> str:
    """Return a start tag that a page could contain, such as a ``link`` or a ``meta``."""
    return f"<{' '.join((name, *(written_attribute(*attribute) for attribute in attributes.items())))}>"


def retagged(name: str, text: str) -> str:
    """Return the markup of an element that contains a text."""
    return shown(f"<{name}>{escaped(' '.join(text.split()))}</{name}>")


def escaped(text: str) -> str:
    """Return a text escaped as markup."""
    return text.translate(_REFERENCES).replace("<", "&lt;").replace(">", "&gt;")


def nearest(written: str, known: Iterable[str]) -> str | None:
    """Return the known word most similar to a misspelled one, or ``None`` if none is similar. This is slow."""
    return next(iter(get_close_matches(written, known, 1, _ALIKE)), None) if len(written) <= _LONGEST_WORD else None


def element_markup(name: str, tag: Tag, content: str | None, changes: Mapping[str, str | None]) -> str:
    """
    Return the markup of an element under a name, with some attributes changed.

    :param content: the markup inside the element; ``None`` for the start tag alone.
    :param changes: new values by attribute name; ``None`` removes the attribute.
    """
    attributes = [written_attribute(name, changes.get(name, attr(tag, name, ""))) for name in tag.attrs]
    attributes += [written_attribute(name, value) for name, value in changes.items() if name not in tag.attrs]
    start = f"<{' '.join((name, *filter(None, attributes)))}>"
    return start if content is None or name in VOID else f"{start}{content}</{name}>"


def written_attribute(name: str, value: str | None) -> str:
    """Return an attribute as markup; an empty string for ``None``, which removes it."""
    if value is None or (name in BOOLEAN and not value):
        return name if value is not None else ""
    quote = "'" if '"' in value and "'" not in value else '"'
    return f"{name}={quote}{written_value(value, quote)}{quote}"


def written_value(value: str, quote: str = '"') -> str:
    """Return an attribute value as markup within quotation marks."""
    return value.translate(_REFERENCES).replace(quote, "&quot;" if quote == '"' else "&#39;")


def shown(markup: str) -> str:
    """Return markup that is short enough for a report; otherwise an empty string, because a part can't be pasted."""
    return markup if len(markup) <= _LONGEST_SHOWN else ""
