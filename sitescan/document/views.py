"""Views of a page that live outside of :class:`~sitescan.document.document.Document`, made once each."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from sitescan.document.document import Document

T = TypeVar("T")


def view(make: Callable[[Document], T]) -> Callable[[Document], T]:
    """
    Remember what a function makes of a document for as long as the document lives.

    The document itself keeps it: a view may hold its document, and weak keys of a table elsewhere would keep both for
    good.
    """

    @wraps(make)
    def look(document: Document) -> T:
        known = document.views
        if make not in known:
            known[make] = make(document)
        found: T = known[make]
        return found

    return look
