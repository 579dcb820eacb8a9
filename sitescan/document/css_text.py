"""The page's CSS as text: style elements and external stylesheets, comments taken out."""

import re
from collections.abc import Iterator
from weakref import WeakKeyDictionary

import webencodings
from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.encoding import charset_parameter
from sitescan.document.tree import attr, own_text

_CACHE: "WeakKeyDictionary[Document, tuple[CssText, ...]]" = WeakKeyDictionary()

#: A string or a comment, closed or not; strings first, so that what looks like a comment in one is kept.
_STRING_OR_COMMENT = re.compile(r"\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?|/\*.*?\*/|/\*.*\Z", re.DOTALL)
_SPACE = re.compile(r"\s+")
_AROUND = re.compile(r" ?([{};,]) ?")
_BRACE = re.compile(r"[{}]")


@frozen(kw_only=True)
class CssText:
    """
    One piece of CSS.

    :ivar tag: the style element, or ``None`` for an external stylesheet.
    :ivar url: the stylesheet's URL; empty for a style element.
    :ivar source: the text as written.
    :ivar text: the text without comments.
    """

    tag: Tag | None
    url: str
    source: str
    text: str


def css_texts(document: Document) -> tuple[CssText, ...]:
    """
    Every piece of CSS of a page, style elements first.

    https://www.w3.org/TR/css-syntax-3/#input-byte-stream
    """
    if document not in _CACHE:
        found = [(tag, "", own_text(tag)) for tag in document.all("style")]
        external = [
            (None, sheet.url, _decoded(sheet.body, sheet.content_type))
            for sheet in document.sheets.values()
            if sheet.body and not sheet.problem
        ]
        _CACHE[document] = tuple(
            CssText(tag=tag, url=url, source=source, text=without_comments(source))
            for tag, url, source in (*found, *external)
        )
    return _CACHE[document]


def has_all_css(document: Document) -> bool:
    """Whether every stylesheet that the page links to is at hand, so that what is not in the CSS is nowhere."""
    for link in document.rel("stylesheet"):
        href = attr(link, "href", "")
        sheet = document.sheets.get((document.resolve(href) or "").partition("#")[0]) if href.strip() else None
        if href.strip() and (sheet is None or not sheet.known):
            return False
    return True


def without_comments(source: str) -> str:
    """CSS without its comments; one that is never closed runs to the end."""
    if "/*" not in source:
        return source
    return _STRING_OR_COMMENT.sub(lambda match: " " if match.group().startswith("/*") else match.group(), source)


def minified_size(css: CssText) -> int:
    """
    At most how many characters the CSS needs when only comments and white space that mean nothing go.

    Names, values and order stay as they are, so that the saving is real whatever the CSS says. White
    space inside strings is counted as if it went, too: that is rare and short.
    """
    return len(_AROUND.sub(r"\1", _SPACE.sub(" ", css.text)).strip())


def blocks(css: CssText) -> Iterator[tuple[str, str]]:
    """The innermost blocks: what stands before the brace, and the declarations."""
    text, behind, inside = css.text, 0, None
    prelude = ""
    for brace in _BRACE.finditer(text):
        if brace.group() == "{":
            prelude, inside = text[behind : brace.start()].rpartition(";")[2].strip(), brace.end()
        elif inside is not None:
            yield prelude, text[inside : brace.start()]
            inside = None
        behind = brace.end()


def _decoded(body: bytes, content_type: str) -> str:
    return webencodings.decode(body, charset_parameter(content_type) or "utf-8", "replace")[0]
