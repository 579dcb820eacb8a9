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
    both alive for ever.
    """

    @wraps(make)
    def look(document: Document) -> T:
        known = document.views
        if make not in known:
            # What a view depends on is noted for the view, and then for whatever uses it.
            before, document.depends_on_screen = document.depends_on_screen, False
            known[make] = make(document), document.depends_on_screen
            document.depends_on_screen = before
        found, depends_on_screen = known[make]
        document.depends_on_screen |= depends_on_screen
        result: T = found
        return result

    return look
