"""The text around elements."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from itertools import islice

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import ancestors, text
from sitescan.document.views import view

_LINES = 3
#: The number of characters that are read around all elements of a page: for the page, and for each of its characters.
_CHARACTERS, _PER_CHARACTER = 100_000, 5


class NearbyText:
    """
    The lower-case words of the ancestors of elements; those of a shared ancestor are extracted once.

    :param length: the number of characters of the page.
    :ivar cut: whether the words of some ancestors were not extracted, because elements within each other contain much
        text.
    """

    def __init__(self, length: int) -> None:
        self.cut = False
        self._left = _CHARACTERS + _PER_CHARACTER * length
        self._words: dict[int, AbstractSet[str]] = {}

    def has(self, tag: Tag, test: Callable[[AbstractSet[str]], bool]) -> bool:
        """Return whether the words of one of the nearest ancestors, but ``body`` and ``main``, pass a test, or may."""
        for around in islice(ancestors(tag), _LINES):
            if around.name in ("body", "main"):
                continue
            if id(around) not in self._words:
                if self._left < 0:
                    self.cut = True
                    return True
                found = text(around)
                self._left -= len(found)
                self._words[id(around)] = frozenset(found.lower().split())
            if test(self._words[id(around)]):
                return True
        return False


@view
def nearby_text(document: Document) -> NearbyText:
    """Return the text around the elements of a page."""
    return NearbyText(len(document.decoded.text))
