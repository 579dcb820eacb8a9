"""The texts of a page's style elements and external stylesheets, without comments."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar

import webencodings
from attrs import define, field, frozen
from bs4.element import Tag

from sitescan.document.content_cache import CACHE
from sitescan.document.document import Document
from sitescan.document.encoding import charset_parameter
from sitescan.document.tree import attr, own_text, tokens
from sitescan.document.views import view
from sitescan.model.exchange import Source

T = TypeVar("T")

#: The memory of a kept text and of the results of its searches: a multiple of its size, and a constant.
_COPIES = 6
_OVERHEAD = 20_000

#: A string or a comment, closed or not. Strings come first, as they may contain the start of a comment.
_STRING_OR_COMMENT = re.compile(
    r"\"[^\"\\\n]*(?:\\.[^\"\\\n]*)*\"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?|/\*.*?\*/|/\*.*\Z", re.DOTALL
)
#: Translates the signs next to which white space is not significant to one of them.
_SIGNS_AS_ONE = bytes.maketrans(b"{},", b";;;")
#: A block without nested blocks, and its prelude.
_BLOCK = re.compile(r"(?<![^{};])([^{};]*)\{([^{}]*)\}")


@define(eq=False, slots=False)
class CssContent:
    """
    The text of a stylesheet, with the results of searches in it.

    :ivar source: the text as written.
    """

    source: str
    _found: dict[Callable[[str], object], object] = field(factory=dict, init=False)

    @cached_property
    def text(self) -> str:
        """The text without comments."""
        return without_comments(self.source)

    @cached_property
    def _lower(self) -> bytes:
        # Several rules search for words in ASCII; bytes are lowered and searched several times as fast as other text.
        return _characters(self.text).lower()

    def mentions(self, *words: str) -> bool:
        """Return whether one of several words, given in lower case, occurs in the text without comments."""
        return any(word.encode() in self._lower for word in words)

    def once(self, find: Callable[[str], T]) -> T:
        """Return the result of a function of the text without comments; the function is called once."""
        if find not in self._found:
            self._found[find] = find(self.text)
        found: T = self._found[find]  # type: ignore[assignment]  # what it has found
        return found


@frozen(kw_only=True)
class CssText:
    """
    A stylesheet of a page.

    :ivar tag: the style element; ``None`` for an external stylesheet.
    :ivar url: the URL of an external stylesheet; empty for a style element.
    :ivar content: the text of the stylesheet.
    """

    tag: Tag | None
    url: str
    content: CssContent

    @property
    def source(self) -> str:
        """The text as written."""
        return self.content.source

    @property
    def text(self) -> str:
        """The text without comments."""
        return self.content.text


@view
def css_texts(document: Document) -> tuple[CssText, ...]:
    """
    Return the stylesheets of a page, style elements first.

    https://www.w3.org/TR/css-syntax-3/#input-byte-stream
    """
    inline = [CssText(tag=tag, url="", content=CssContent(own_text(tag))) for tag in document.all("style")]
    external = [
        CssText(tag=None, url=sheet.url, content=_content(sheet))
        for sheet in document.sheets.values()
        if sheet.body and not sheet.problem
    ]
    return (*inline, *external)


def has_all_css(document: Document) -> bool:
    """Return whether every stylesheet that the page links to was fetched, except alternative ones."""
    for link in document.rel("stylesheet"):
        if "alternate" in tokens(link, "rel"):
            continue
        href = attr(link, "href", "")
        sheet = document.sheets.get((document.resolve(href) or "").partition("#")[0]) if href.strip() else None
        if href.strip() and (sheet is None or not sheet.known):
            return False
    return True


def without_comments(source: str) -> str:
    """Return a stylesheet without its comments; an unclosed comment ends with the text."""
    if "/*" not in source:
        return source
    return _STRING_OR_COMMENT.sub(lambda match: " " if match.group().startswith("/*") else match.group(), source)


def minified_size(text: str) -> int:
    """
    Return an upper bound of the number of characters of a stylesheet without insignificant white space.

    Names, values and their order are not changed. White space inside strings counts as removed, as it is rare and
    short.

    :param text: a stylesheet without comments.
    """
    written = _characters(" ".join(text.split())).translate(_SIGNS_AS_ONE)
    return len(written.replace(b" ;", b";").replace(b"; ", b";"))


def least_size(text: str) -> int:
    """Return the number of characters that are not white space, a lower bound of :func:`minified_size`."""
    return sum(map(len, text.split()))


def _characters(text: str) -> bytes:
    """Return a text as one byte for each character, which is searched faster; ``?`` for characters outside of ASCII."""
    return text.encode("ascii", "replace")


def innermost_blocks(text: str) -> Sequence[tuple[str, str]]:
    """Return the prelude and the declarations of each block without nested blocks."""
    return [(prelude.strip(), body) for prelude, body in _BLOCK.findall(text)]


def font_faces(css: CssText) -> Iterator[str]:
    """Yield the declarations of each ``@font-face``."""
    return (body for prelude, body in css.content.once(_font_faces)) if css.content.mentions("@font-face") else iter(())


def _font_faces(text: str) -> Sequence[tuple[str, str]]:
    return [pair for pair in _BLOCK.findall(text) if pair[0].strip().lower().endswith("@font-face")]


def _content(sheet: Source) -> CssContent:
    """Return the text of an external stylesheet, which is kept for other pages with the same file."""
    return CACHE.get(
        f"text {sheet.content_type}",
        sheet.digest,
        lambda: CssContent(_decoded(sheet.body, sheet.content_type)),
        lambda content: _COPIES * len(content.source) + _OVERHEAD,
    )


def _decoded(body: bytes, content_type: str) -> str:
    return webencodings.decode(body, charset_parameter(content_type) or "utf-8", "replace")[0]
