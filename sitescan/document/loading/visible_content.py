"""
The little that an app shell shows: frames of the site, headings, loading messages, and templates that scripts fill.

https://angularjs.org/, https://vuejs.org/guide/essentials/template-syntax.html, https://alpinejs.dev/directives/for and
https://htmx.org/attributes/hx-trigger/ describe the templates.
"""

import re
from enum import Enum

from attrs import frozen
from bs4.element import Tag

from sitescan.document.tree import TextNode, after, attr, text
from sitescan.standards.lazy_pattern import lazy_pattern

#: Elements that are content even if they are empty.
_CONTENT = frozenset("audio button embed frame frameset iframe input math object select textarea video".split())

_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})

PICTURES = frozenset({"img", "picture", "svg"})
"""Images: content, or a sign that content is being loaded."""

_NOT_SHOWN = frozenset("datalist dialog head link meta noscript script style template title".split())

#: Elements beside the content, and the most words of a header that is not content itself.
_FRAMES = frozenset({"footer", "nav"})
_MOST_IN_HEADER = 30

#: The id or class of a request for consent, and the most words of one.
_BANNER = lazy_pattern(r"cookie|consent|gdpr", re.IGNORECASE)
_MOST_IN_BANNER = 120
#: The maximum number of nodes whose words are counted.
_MOST_COUNTED = 500

REPEATS = frozenset({"data-ng-repeat", "ng-repeat", "v-for", "x-for"})
"""Directives that repeat an element for each item of a list."""

#: Directives that fill an empty element, and those that request its content.
_FILLS = ("data-ng-bind", "data-ng-include", "ng-bind", "ng-include", "v-html", "v-text", "x-html", "x-text")
_REQUESTS = ("data-hx-get", "hx-get")
_REQUESTED_AT_ONCE = lazy_pattern(r"\b(?:load|revealed)\b")
#: An expression that AngularJS and Vue replace.
_EXPRESSION = lazy_pattern(r"\{\{[^{}]{1,500}\}\}")

#: A message that content is being loaded.
LOADING = lazy_pattern(
    r"\b(?:loading|please wait|just a (?:moment|second)|chargement|wird geladen|lade(?:n|t)?|lädt|cargando"
    r"|carregando|caricamento|wczytywanie|ładowanie|načítání|laster|laddar|indlæser|ladataan|betöltés|yükleniyor)\b"
    r"|загрузк|завантаження|φόρτωση|加载|載入|読み込み|로딩|불러오는|جار التحميل|טוען",
    re.IGNORECASE,
)
#: The maximum number of words of such a message, and of a message that scripts are required.
_MOST_LOADING, _MOST_ASKING = 15, 60


@frozen
class VisibleContent:
    """
    The visible text and images of a body, which may be signs of loading, without headings.

    :ivar framed: whether there is a header, a navigation, a footer, a dialog or a heading beside them.
    :ivar templated: whether there are templates that scripts fill.
    :ivar loading: whether the text says that the page is loading.
    """

    wording: str
    pictures: tuple[Tag, ...]
    framed: bool
    templated: bool
    loading: bool


def visible_content(body: Tag) -> VisibleContent | None:
    """Return the visible text and images of a body, or ``None`` if it has content."""
    wording: list[str] = []
    found: dict[_Part, list[Tag]] = {part: [] for part in _Part}
    expressions = 0
    end, node = after(body), body.next_element
    while node is not None and node is not end:
        if isinstance(node, Tag):
            part = _part(node)
            if part is _Part.CONTENT:
                return None
            found[part].append(node)
            node = node.next_element if part in _ENTERED else after(node)
            continue
        if type(node) is TextNode:
            plain, replaced = _EXPRESSION.subn(" ", node)
            expressions += replaced
            wording.extend(plain.split()[: _MOST_ASKING + 1])
            if len(wording) > _MOST_ASKING:
                return None
        node = node.next_element
    words = " ".join(wording)
    headings = _EXPRESSION.sub(" ", " ".join(map(text, found[_Part.HEADING]))).split()
    loading = len(wording) <= _MOST_LOADING and LOADING.search(words) is not None
    if len(headings) > _MOST_LOADING or not (loading or not words or mentions_scripts(words)):
        return None
    framed = bool(found[_Part.FRAME]) or (bool(headings) and not loading)
    templated = bool(found[_Part.TEMPLATE] or found[_Part.FILLED] or expressions)
    return VisibleContent(words, tuple(found[_Part.PICTURE]), framed=framed, templated=templated, loading=loading)


class _Part(Enum):
    """What an element says about the content of a page."""

    CONTENT = "content"
    """A link, a form, an embedded object."""
    FILLED = "filled"
    """A place that a directive fills."""
    FRAME = "frame"
    """Beside or over the content of every page of a site."""
    HEADING = "heading"
    HIDDEN = "hidden"
    OTHER = "other"
    """Nothing by itself."""
    PICTURE = "picture"
    TEMPLATE = "template"
    """A template of elements that scripts add."""


#: Parts whose content counts as well.
_ENTERED = frozenset({_Part.FILLED, _Part.OTHER})


def _part(tag: Tag) -> _Part:
    if not REPEATS.isdisjoint(tag.attrs):
        return _Part.TEMPLATE
    if is_out_of_sight(tag):
        return _Part.HIDDEN
    if tag.name in _FRAMES or _is_dialog(tag) or (tag.name == "header" and _is_short(tag, _MOST_IN_HEADER)):
        return _Part.FRAME
    if tag.name in _CONTENT or (tag.name == "a" and "href" in tag.attrs):
        return _Part.CONTENT
    if tag.name in PICTURES:
        return _Part.PICTURE
    if tag.name in _HEADINGS and not LOADING.search(text(tag)):
        return _Part.HEADING
    return _Part.FILLED if _is_filled(tag) else _Part.OTHER


def _is_filled(tag: Tag) -> bool:
    """Return whether a directive of an element fills it once scripts run."""
    if any(name in tag.attrs for name in _REQUESTS):
        when = attr(tag, "hx-trigger", "") or attr(tag, "data-hx-trigger", "")
        return _REQUESTED_AT_ONCE.search(when) is not None
    return any(name in tag.attrs for name in _FILLS) and is_empty(tag)


def is_out_of_sight(tag: Tag) -> bool:
    """Return whether an element is not rendered, is hidden by its own attributes, or is Blazor's error message."""
    return (
        tag.name in _NOT_SHOWN
        or "hidden" in tag.attrs
        or ("style" in tag.attrs and "display:none" in "".join(attr(tag, "style", "").lower().split()))
        or (tag.name == "input" and attr(tag, "type") == "hidden")
        or attr(tag, "id") == "blazor-error-ui"
    )


def _is_dialog(tag: Tag) -> bool:
    """Return whether an element is a dialog or a request for consent, which lies over the content."""
    if attr(tag, "role", "").strip().lower() in ("alertdialog", "dialog"):
        return True
    return any(_BANNER.search(attr(tag, name, "")) for name in ("id", "class")) and _is_short(tag, _MOST_IN_BANNER)


def _is_short(tag: Tag, most: int) -> bool:
    """Return whether an element is small and has at most so many words."""
    words = 0
    for count, node in enumerate(tag.descendants):
        words += len(node.split()) if type(node) is TextNode else 0
        if words > most or count > _MOST_COUNTED:
            return False
    return True


def is_empty(tag: Tag) -> bool:
    """Return whether an element contains no element and no text."""
    return not any(isinstance(node, Tag) or (type(node) is TextNode and node.strip()) for node in tag.contents)


def mentions_scripts(words: str) -> bool:
    """Return whether a text mentions JavaScript, which has the same name in most languages."""
    return "javascript" in words.lower()
