"""
A cache of analyses of files, keyed by file content and shared between pages that load the same files.

A cached value depends on the content of the file alone, never on a page, so that no verdict depends on the pages
scanned before.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from attrs import define, field

T = TypeVar("T")

#: The maximum memory of all entries, approximate, in bytes.
_MOST_BYTES = 32 * 1024 * 1024


@define(eq=False)
class ContentCache:
    """
    A least-recently-used cache bounded by an approximate number of bytes.

    :ivar most: the maximum size, in bytes.
    :ivar size: the approximate size of all entries, in bytes.
    """

    most: int = _MOST_BYTES
    size: int = field(default=0, init=False)
    _kept: OrderedDict[tuple[str, bytes], tuple[Any, int]] = field(factory=OrderedDict, init=False)

    def get(self, kind: str, digest: bytes, make: Callable[[], T], cost: Callable[[T], int]) -> T:
        """
        Return the cached value for a content, computing it on the first call.

        :param kind: the kind of value, including every parameter other than the content that it depends on.
        :param digest: a digest of the content; callers compute it once for all kinds.
        :param make: computes the value.
        :param cost: returns the approximate size of a value, in bytes.
        """
        key = (kind, digest)
        if key in self._kept:
            return cast("T", self._found(key))
        made = make()
        self._keep(key, made, cost(made))
        return made

    async def get_later(
        self, kind: str, digest: bytes, make: Callable[[], Awaitable[T]], cost: Callable[[T], int]
    ) -> T:
        """Return the cached value for a content, as :meth:`get` does, if making it takes time."""
        key = (kind, digest)
        if key in self._kept:
            return cast("T", self._found(key))
        made = await make()
        self._keep(key, made, cost(made))
        return made

    def _found(self, key: tuple[str, bytes]) -> Any:
        self._kept.move_to_end(key)
        return self._kept[key][0]

    def _keep(self, key: tuple[str, bytes], made: object, cost: int) -> None:
        # Others may have waited for the same value.
        if cost > self.most or key in self._kept:
            return
        self._kept[key] = (made, cost)
        self.size += cost
        while self.size > self.most:
            _, (_, freed) = self._kept.popitem(last=False)
            self.size -= freed

    def clear(self) -> None:
        """Remove all entries."""
        self._kept.clear()
        self.size = 0


#: The cache of this process.
CACHE = ContentCache()
