"""The content of stylesheets, read once for all pages that have the same stylesheet."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from hashlib import blake2b
from typing import TypeVar

from attrs import define, field

from sitescan.document.content_cache import CACHE
from sitescan.document.css.external_stylesheets import decoded
from sitescan.document.css.style_block import LazyStyleBlock
from sitescan.model.exchange import Source
from sitescan.standards.css.declared_files import CssLoad
from sitescan.standards.css.import_rule import ImportRule
from sitescan.standards.css.stylesheet_items import AtRule, FontFace, Item, Keyframes, StyleBlock, all_items
from sitescan.standards.css.stylesheet_reader import imports_of, read_stylesheet
from sitescan.standards.css.tokens import without_comments

T = TypeVar("T")

#: The memory of a stylesheet, of its rules and of the results of its searches: a multiple of its size, a number of
#: bytes for each rule if a fifth of them are parsed, and a constant.
_COPIES = 7
_COST_OF_RULE = 1200
_OVERHEAD = 20_000


@define(eq=False, slots=False)
class CssContent:
    """
    The content of a stylesheet, with the results of searches in it.

    :ivar source: the text as written.
    """

    source: str
    _found: dict[Callable[[str], object], object] = field(factory=dict, init=False)

    @cached_property
    def text(self) -> str:
        """The text without comments."""
        return without_comments(self.source)

    @cached_property
    def items(self) -> Sequence[Item]:
        """The rules of the stylesheet in order."""
        return read_stylesheet(self.source, LazyStyleBlock)

    @cached_property
    def imports(self) -> Sequence[ImportRule]:
        """The first imports of the stylesheet."""
        return imports_of(self.items)

    @cached_property
    def loading(self) -> Sequence[tuple[Item, Sequence[CssLoad]]]:
        """The rules that load files, nested ones included, each with its files."""
        return tuple((item, loads) for item in all_items(self.items) if (loads := item.loads))

    @cached_property
    def loads(self) -> Sequence[CssLoad]:
        """The files that the stylesheet loads."""
        return tuple(load for _, loads in self.loading for load in loads)

    @cached_property
    def _at_rules(self) -> Sequence[Item]:
        return tuple(item for item in all_items(self.items) if not isinstance(item, StyleBlock))

    @property
    def font_faces(self) -> Iterator[FontFace]:
        """The font faces that the stylesheet declares."""
        return (item for item in self._at_rules if isinstance(item, FontFace))

    @property
    def keyframes(self) -> Iterator[Keyframes]:
        """The keyframes that the stylesheet declares."""
        return (item for item in self._at_rules if isinstance(item, Keyframes))

    @property
    def properties(self) -> Iterator[AtRule]:
        """The custom properties that the stylesheet registers."""
        return (item for item in self._at_rules if isinstance(item, AtRule) and item.keyword == "property")

    @cached_property
    def _lower(self) -> bytes:
        # Several rules search for words in ASCII; bytes are lowered and searched several times as fast as other text.
        return one_byte_each(self.text).lower()

    def mentions(self, *words: str) -> bool:
        """Return whether one of several words, given in lower case, occurs in the text without comments."""
        return any(word.encode() in self._lower for word in words)

    def once(self, find: Callable[[str], T]) -> T:
        """Return the result of a function of the text without comments; the function is called once."""
        if find not in self._found:
            self._found[find] = find(self.text)
        found: T = self._found[find]  # type: ignore[assignment]  # what it has found
        return found


def fetched_content(sheet: Source) -> CssContent:
    """Return the content of a fetched stylesheet."""
    return CACHE.get(f"css {sheet.content_type}", sheet.digest, lambda: CssContent(decoded(sheet)), _cost)


def inline_content(text: str) -> CssContent:
    """Return the content of a ``style`` element."""
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return CACHE.get("css inline", digest, lambda: CssContent(text), _cost)


def one_byte_each(text: str) -> bytes:
    """Return a text as one byte for each character, which is searched faster; ``?`` for characters outside of ASCII."""
    return text.encode("ascii", "replace")


def _cost(content: CssContent) -> int:
    return _COPIES * len(content.source) + _COST_OF_RULE * content.source.count("{") + _OVERHEAD
