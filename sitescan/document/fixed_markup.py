"""The page's own markup with its fault fixed, as a report shows it: it can be pasted in place of what is there."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

from bs4.element import Comment, PageElement, Tag

from sitescan.document.tree import ancestors, attr

UNCHANGED = "…"
"""Stands for the content of an element as it is."""

#: Elements without an end tag, https://html.spec.whatwg.org/multipage/syntax.html#void-elements
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
#: Attributes that are written without a value, https://html.spec.whatwg.org/multipage/indices.html#attributes-3
_BOOLEAN = frozenset(
    "allowfullscreen async autofocus autoplay checked controls default defer disabled formnovalidate hidden inert "
    "ismap itemscope loop multiple muted nomodule novalidate open playsinline readonly required reversed "
    "selected".split()
)
#: Elements whose text is not escaped, and those whose lines are kept.
_RAW, _KEPT = frozenset({"script", "style"}), frozenset({"pre", "textarea"})
_SPACES = re.compile(r"[ \t\n\r]+")
#: Longest markup that is shown; what is cut can't be pasted, so that longer markup is not shown at all.
_LONGEST_SHOWN = 900
_LONGEST_WORD = 40
_ALIKE = 0.8

#: What is written as a character reference, so that markup stays on one line and every character is seen.
_REFERENCES = str.maketrans({"&": "&amp;", "\xa0": "&nbsp;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def fixed_markup(tag: Tag, content: str | None = None, /, **changed: str | None) -> str:
    """
    An element with some of its attributes changed and all others as they are; empty where that is too long to be shown.

    :param content: the markup that it holds, :data:`UNCHANGED` for what is there; its start tag alone is shown without.
    :param changed: new values by attribute, ``_`` standing for ``-``; ``None`` takes the attribute away.
    """
    changes = {name.rstrip("_").replace("_", "-"): value for name, value in changed.items()}
    if "lang" in changes and "xml:lang" in tag.attrs:
        # Both say the same: https://html.spec.whatwg.org/multipage/dom.html#the-lang-and-xml:lang-attributes
        changes["xml:lang"] = changes["lang"]
    return _shown(_written(tag.name, tag, content, changes))


def labelled(tag: Tag, label: str = "(what to enter)") -> str:
    """
    A form field inside of a label: that which is around it already, or a new one.

    What is a field by its role alone, or in the label of another field, is named by ARIA instead.

    :param label: text, not markup.
    """
    around = next((one for one in ancestors(tag) if one.name == "label"), None)
    if tag.name not in ("input", "select", "textarea") or (around is not None and "for" in around.attrs):
        return fixed_markup(tag, UNCHANGED, aria_label=label)
    field = fixed_markup(tag, UNCHANGED, aria_label=None, aria_labelledby=None)
    if not field:
        return ""
    return _shown(f"{escaped(label)} {field}" if around is not None else f"<label>{escaped(label)} {field}</label>")


def renamed(tag: Tag, name: str, *, without: Iterable[str] = ()) -> str:
    """
    Another element with the attributes and the content of one of the page's.

    :param without: attributes that it does not take over.
    """
    return _shown(_written(name, tag, UNCHANGED, dict.fromkeys(without)))


def whole(tag: Tag) -> str:
    """An element with all that is in it, on one line; for one that holds few others."""
    return _written(tag.name, tag, "".join(map(_inner, tag.contents)), {})


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
    """The start tag of an element that a page could have, such as a ``link`` or a ``meta``."""
    return f"<{' '.join((name, *(_attribute(*one) for one in attributes.items())))}>"


def retagged(name: str, text: str) -> str:
    """A text in another element than the page's."""
    return _shown(f"<{name}>{escaped(' '.join(text.split()))}</{name}>")


def escaped(text: str) -> str:
    """Text as markup."""
    return text.translate(_REFERENCES).replace("<", "&lt;").replace(">", "&gt;")


def nearest(written: str, known: Iterable[str]) -> str | None:
    """Which of the known words was meant by a misspelled one; ``None`` where none is like it. It takes a while."""
    return next(iter(get_close_matches(written, known, 1, _ALIKE)), None) if len(written) <= _LONGEST_WORD else None


def _written(name: str, tag: Tag, content: str | None, changes: dict[str, str | None]) -> str:
    attributes = [_attribute(one, changes.get(one, attr(tag, one, ""))) for one in tag.attrs]
    attributes += [_attribute(one, value) for one, value in changes.items() if one not in tag.attrs]
    start = f"<{' '.join((name, *filter(None, attributes)))}>"
    return start if content is None or name in _VOID else f"{start}{content}</{name}>"


def _attribute(name: str, value: str | None) -> str:
    if value is None or (name in _BOOLEAN and not value):
        return name if value is not None else ""
    quote = "'" if '"' in value and "'" not in value else '"'
    return f"{name}={quote}{value.translate(_REFERENCES).replace(quote, '&quot;')}{quote}"


def _shown(markup: str) -> str:
    return markup if len(markup) <= _LONGEST_SHOWN else ""
