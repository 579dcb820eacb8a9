"""Views of a page that live outside of :class:`~sitescan.document.document.Document`, made once each."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from sitescan.document.document import Document

T = TypeVar("T")


def view(make: Callable[[Document], T]) -> Callable[[Document], T]:
    """Remember what a function makes of a document for as long as the document lives."""
    made: WeakKeyDictionary[Document, T] = WeakKeyDictionary()

    @wraps(make)
    def look(document: Document) -> T:
        if document not in made:
            made[document] = make(document)
        return made[document]

    return look
