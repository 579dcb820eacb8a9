"""Properties that all documents of one page share."""

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar, overload

T = TypeVar("T")
D = TypeVar("D", bound="_OfPage")


class _OfPage(Protocol):
    """A document of a page."""

    page_views: dict[str, Any]


class page_view(Generic[D, T]):  # noqa: N801 - a decorator, like ``cached_property``
    """
    A property that is computed once for all documents of a page: it depends on the page's URL, source and tree alone.

    The outline of a page is extracted before its files are fetched, and the page is judged afterwards: two documents.
    """

    def __init__(self, make: Callable[[D], T]) -> None:
        self.make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, document: None, owner: type[D]) -> "page_view[D, T]": ...
    @overload
    def __get__(self, document: D, owner: type[D]) -> T: ...
    def __get__(self, document: D | None, owner: type[D]) -> "page_view[D, T] | T":
        if document is None:
            return self
        if self._name not in document.page_views:
            document.page_views[self._name] = self.make(document)
        found: T = document.page_views[self._name]
        # Later accesses find the attribute in the document's own dictionary.
        vars(document)[self._name] = found
        return found
