"""Responses that the scans of a site share, in its database."""

from collections.abc import Callable
from typing import Any

from attrs import define
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure
from zope.interface import implementer

from sitescan.interfaces import IResponseStore
from sitescan.site.store import Store, StoreProblem


@implementer(IResponseStore)
@define(eq=False)
class StoredResponses:
    """
    The responses in the database of a site.

    :ivar call: calls a function in the thread of the database.
    """

    store: Store
    call: Callable[..., Deferred[Any]]

    def get(self, key: str) -> Deferred[bytes | None]:
        """Return a response (:meth:`sitescan.interfaces.IResponseStore.get`)."""
        return self.call(self.store.response, key).addErrback(_not_kept)

    def put(self, key: str, data: bytes) -> Deferred[None]:
        """Keep a response (:meth:`sitescan.interfaces.IResponseStore.put`)."""
        return self.call(self.store.save_responses, [(key, data)]).addErrback(_not_kept)


def _not_kept(failure: Failure) -> None:
    """Pass over a problem of the database: a request is sent again, and a page that can't be kept ends the crawl."""
    failure.trap(StoreProblem)
