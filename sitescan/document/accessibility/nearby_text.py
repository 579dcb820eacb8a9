"""What stands beside an element."""

from collections.abc import Iterator
from itertools import islice

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import ancestors, text
from sitescan.document.views import view

_LINES = 3


class NearbyText:
    """The words around elements, lower case; those of an element that holds a thousand others are read once."""

    def __init__(self) -> None:
        self._words: dict[int, frozenset[str]] = {}

    def words(self, tag: Tag) -> Iterator[frozenset[str]]:
        """The words in each of the nearest elements around one, the page and its main content aside."""
        for around in islice(ancestors(tag), _LINES):
            if around.name not in ("body", "main"):
                if id(around) not in self._words:
                    self._words[id(around)] = frozenset(text(around).lower().split())
                yield self._words[id(around)]


@view
def nearby_text(document: Document) -> NearbyText:
    """What stands beside the elements of a page."""
    return NearbyText()
