"""Views of a page outside of :class:`~sitescan.document.document.Document`, each computed once."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from sitescan.document.document import Document

T = TypeVar("T")


def view(make: Callable[[Document], T]) -> Callable[[Document], T]:
    """
    Decorate a function of a document so that its value is computed once for each document.

    The document itself keeps the value: a value may refer to its document, and a table with weak keys would then keep
    both alive for ever. A value that doesn't depend on the screen is kept for both screens.
    """

    @wraps(make)
    def look(document: Document) -> T:
        if make in document.common_views:
            common: T = document.common_views[make]
            return common
        if make not in document.views:
            # What a view depends on is noted for the view, and then for whatever uses it.
            before, document.depends_on_screen = document.depends_on_screen, False
            made = make(document)
            kept = document.views if document.depends_on_screen else document.common_views
            kept[make] = made
            document.depends_on_screen |= before
            return made
        document.depends_on_screen = True
        found: T = document.views[make]
        return found

    return look
