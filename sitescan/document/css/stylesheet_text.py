"""The page's CSS as text: style elements and external stylesheets, comments taken out."""

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

#: How much memory is taken for a text by what is found in it: about so many times its size, and something.
_COPIES = 6
_OVERHEAD = 20_000

#: A string or a comment, closed or not; strings first, so that what looks like a comment in one is kept.
_STRING_OR_COMMENT = re.compile(
    r"\"[^\"\\\n]*(?:\\.[^\"\\\n]*)*\"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?|/\*.*?\*/|/\*.*\Z", re.DOTALL
)
#: Signs beside which white space means nothing, all as one of them.
_SIGNS_AS_ONE = bytes.maketrans(b"{},", b";;;")
#: A block that holds no other, and what stands before it; a semicolon parts that from what is before.
_BLOCK = re.compile(r"(?<![^{};])([^{};]*)\{([^{}]*)\}")


@define(eq=False, slots=False)
class CssContent:
    """
    CSS, and what is asked of it; each is found out once.

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
        # Kept, because half a dozen rules look for words. What they look for is ASCII, which is made small and searched
        # several times as fast as other text.
        return _characters(self.text).lower()

    def mentions(self, *words: str) -> bool:
        """Whether one of these words, in small letters here, is anywhere in the text without comments."""
        return any(word.encode() in self._lower for word in words)

    def once(self, find: Callable[[str], T]) -> T:
        """What a function finds in the text without comments; it is asked once, and must depend on nothing else."""
        if find not in self._found:
            self._found[find] = find(self.text)
        found: T = self._found[find]  # type: ignore[assignment]  # what it has found
        return found


@frozen(kw_only=True)
class CssText:
    """
    One piece of CSS.

    :ivar tag: the style element, or ``None`` for an external stylesheet.
    :ivar url: the stylesheet's URL; empty for a style element.
    :ivar content: what it says.
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
    Every piece of CSS of a page, style elements first.

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
    """
    Whether every stylesheet that the page links to is at hand, so that what is not in the CSS is nowhere.

    An alternative one, which visitors have to choose, is left out.
    """
    for link in document.rel("stylesheet"):
        if "alternate" in tokens(link, "rel"):
            continue
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


def minified_size(text: str) -> int:
    """
    At most how many characters CSS without comments needs when only comments and white space that mean nothing go.

    Names, values and order stay as they are, so that the saving is real whatever the CSS says. White
    space inside strings is counted as if it went, too: that is rare and short.
    """
    written = _characters(" ".join(text.split())).translate(_SIGNS_AS_ONE)
    return len(written.replace(b" ;", b";").replace(b"; ", b";"))


def least_size(text: str) -> int:
    """How many characters CSS has apart from white space: never more than :func:`minified_size`."""
    return sum(map(len, text.split()))


def _characters(text: str) -> bytes:
    """A text with one byte for each character, ``?`` for those that are not ASCII: bytes are searched faster."""
    return text.encode("ascii", "replace")


def innermost_blocks(text: str) -> Sequence[tuple[str, str]]:
    """The blocks of CSS without comments that hold no other: what stands before the brace, and the declarations."""
    return [(prelude.strip(), body) for prelude, body in _BLOCK.findall(text)]


def font_faces(css: CssText) -> Iterator[str]:
    """The declarations of each ``@font-face``."""
    return (body for prelude, body in css.content.once(_font_faces)) if css.content.mentions("@font-face") else iter(())


def _font_faces(text: str) -> Sequence[tuple[str, str]]:
    return [pair for pair in _BLOCK.findall(text) if pair[0].strip().lower().endswith("@font-face")]


def _content(sheet: Source) -> CssContent:
    """What an external stylesheet says; the same file is read once for all pages."""
    return CACHE.get(
        f"text {sheet.content_type}",
        sheet.digest,
        lambda: CssContent(_decoded(sheet.body, sheet.content_type)),
        lambda content: _COPIES * len(content.source) + _OVERHEAD,
    )


def _decoded(body: bytes, content_type: str) -> str:
    return webencodings.decode(body, charset_parameter(content_type) or "utf-8", "replace")[0]
