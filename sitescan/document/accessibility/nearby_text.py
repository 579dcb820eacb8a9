"""The text around elements."""

from collections.abc import Iterator
from itertools import islice

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import ancestors, text
from sitescan.document.views import view

_LINES = 3


class NearbyText:
    """The lower-case words of the ancestors of elements; those of a shared ancestor are extracted once."""

    def __init__(self) -> None:
        self._words: dict[int, frozenset[str]] = {}

    def words(self, tag: Tag) -> Iterator[frozenset[str]]:
        """Iterate over the sets of words of an element's nearest ancestors, without ``body`` and ``main``."""
        for around in islice(ancestors(tag), _LINES):
            if around.name not in ("body", "main"):
                if id(around) not in self._words:
                    self._words[id(around)] = frozenset(text(around).lower().split())
                yield self._words[id(around)]


@view
def nearby_text(document: Document) -> NearbyText:
    """Return the text around the elements of a page."""
    return NearbyText()
