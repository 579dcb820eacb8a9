"""Corrected markup for reports: the page's own markup with the fault fixed, ready to paste."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

from attrs import evolve
from bs4.element import Comment, PageElement, Tag

from sitescan.document.change import Change, FixedMarkup, safe
from sitescan.document.tree import ancestors, attr, children
from sitescan.standards.viewport import fits_the_screen, parse_viewport

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
_SPACES = re.compile(r"[ \t\n\r]+")
#: The maximum length of markup in a report, in characters. Longer markup is left out: a truncation cannot be pasted.
_LONGEST_SHOWN = 900
_LONGEST_WORD = 40
#: The settings of a viewport that limit zooming, and a viewport without them.
_ZOOM = frozenset({"user-scalable", "maximum-scale", "minimum-scale"})
_ANY_SCREEN = "width=device-width, initial-scale=1"
_ALIKE = 0.8

#: Characters written as character references, so that markup stays on one line and every character is visible.
_REFERENCES = str.maketrans({"&": "&amp;", "\xa0": "&nbsp;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def fixed_markup(tag: Tag, content: str | None = None, /, **changed: str | None) -> FixedMarkup:
    """
    Return the markup of an element with some attributes changed, or an empty string if it is too long for a report.

    The markup knows its change (:mod:`sitescan.document.page_edits` makes edits from it), which a person has to check
    unless the rule says that it is :func:`~sitescan.document.change.safe`.

    :param content: the markup inside the element, or :data:`UNCHANGED`; by default the start tag alone is returned.
    :param changed: new values by attribute name, with ``_`` for ``-``; ``None`` removes the attribute.
    """
    changes = {name.rstrip("_").replace("_", "-"): value for name, value in changed.items()}
    if "lang" in changes and "xml:lang" in tag.attrs:
        # Both must be equal: https://html.spec.whatwg.org/multipage/dom.html#the-lang-and-xml:lang-attributes
        changes["xml:lang"] = changes["lang"]
    change = None
    if content is None or UNCHANGED not in content:
        change = Change(tag=tag, attributes=changes, content=content)
    elif content == UNCHANGED:
        change = Change(tag=tag, attributes=changes)
    return FixedMarkup(_shown(_written(tag.name, tag, content, changes)), change)


def removed(tag: Tag) -> FixedMarkup:
    """Return no markup, with the change that removes an element from the page."""
    return FixedMarkup("", Change(tag=tag, removed=True))


def without_empty_heading(heading: Tag) -> FixedMarkup:
    """
    Return the change of an empty heading: it is removed if nothing could fill or style it, or gets a placeholder.

    The first level stays, because a page needs one.
    """
    bare = not heading.attrs and heading.name != "h1" and next(children(heading), None) is None
    return safe(removed(heading)) if bare else fixed_markup(heading, "(what this section is about)")


def zoomable(meta: Tag) -> FixedMarkup:
    """Return the markup of a viewport ``meta`` without the settings that limit zooming."""
    settings = parse_viewport(attr(meta, "content", ""))
    kept = {name: value for name, value in settings.items() if name not in _ZOOM}
    content = ", ".join(f"{name}={value}" if value else name for name, value in kept.items())
    return safe(fixed_markup(meta, content=content if fits_the_screen(kept) and ";" not in content else _ANY_SCREEN))


def labelled(tag: Tag, label: str = "(what to enter)") -> FixedMarkup:
    """
    Return the markup of a form field inside a label: its existing ancestor label, or a new one.

    An element that is a field by its role alone, or inside the label of another field, gets an ``aria-label`` instead.

    :param label: the text of the label, not markup.
    """
    around = next((ancestor for ancestor in ancestors(tag) if ancestor.name == "label"), None)
    if tag.name not in ("input", "select", "textarea") or (around is not None and "for" in around.attrs):
        return fixed_markup(tag, UNCHANGED, aria_label=label)
    field = fixed_markup(tag, UNCHANGED, aria_label=None, aria_labelledby=None)
    if not field or field.change is None:
        return FixedMarkup("")
    before, after = (f"{escaped(label)} ", "") if around is not None else (f"<label>{escaped(label)} ", "</label>")
    return FixedMarkup(_shown(f"{before}{field}{after}"), evolve(field.change, before=before, after=after))


def renamed(tag: Tag, name: str, *, without: Iterable[str] = ()) -> FixedMarkup:
    """
    Return the markup of an element under another element name, with its attributes and content.

    :param name: the new element name.
    :param without: names of attributes that are removed.
    """
    changes: dict[str, str | None] = dict.fromkeys(without)
    return FixedMarkup(_shown(_written(name, tag, UNCHANGED, changes)), Change(tag=tag, name=name, attributes=changes))


def whole(tag: Tag) -> str:
    """Return the markup of an element and its descendants, on one line; for elements with few descendants."""
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
    """Return a start tag that a page could contain, such as a ``link`` or a ``meta``."""
    return f"<{' '.join((name, *(written_attribute(*attribute) for attribute in attributes.items())))}>"


def retagged(name: str, text: str) -> str:
    """Return the markup of an element that contains a text."""
    return _shown(f"<{name}>{escaped(' '.join(text.split()))}</{name}>")


def escaped(text: str) -> str:
    """Return a text escaped as markup."""
    return text.translate(_REFERENCES).replace("<", "&lt;").replace(">", "&gt;")


def nearest(written: str, known: Iterable[str]) -> str | None:
    """Return the known word most similar to a misspelled one, or ``None`` if none is similar. This is slow."""
    return next(iter(get_close_matches(written, known, 1, _ALIKE)), None) if len(written) <= _LONGEST_WORD else None


def _written(name: str, tag: Tag, content: str | None, changes: dict[str, str | None]) -> str:
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


def _shown(markup: str) -> str:
    return markup if len(markup) <= _LONGEST_SHOWN else ""
