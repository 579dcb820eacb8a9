"""Responses that scans share, in memory."""

from collections import OrderedDict

from attrs import define, field
from twisted.internet.defer import Deferred, succeed
from zope.interface import implementer

from sitescan.interfaces import IResponseStore


@implementer(IResponseStore)
@define(eq=False)
class RecentResponses:
    """
    Keeps the responses that were used last.

    :ivar most: the maximum number of bytes of all responses.
    """

    most: int = 64 * 1024**2
    _kept: OrderedDict[str, bytes] = field(factory=OrderedDict, init=False)
    _size: int = field(default=0, init=False)

    def get(self, key: str) -> Deferred[bytes | None]:
        """Return a response (:meth:`sitescan.interfaces.IResponseStore.get`)."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return succeed(self._kept.get(key))

    def put(self, key: str, data: bytes) -> Deferred[None]:
        """Keep a response (:meth:`sitescan.interfaces.IResponseStore.put`)."""
        self._size += len(data) - len(self._kept.pop(key, b""))
        self._kept[key] = data
        while self._size > self.most:
            _, dropped = self._kept.popitem(last=False)
            self._size -= len(dropped)
        return succeed(None)
