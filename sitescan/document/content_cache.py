"""
What is known of files by their content, kept for the next page that loads the same.

Nothing that is kept may depend on a page: a file says the same whoever loads it, and no verdict depends on what was
scanned before.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from attrs import define, field

T = TypeVar("T")

#: Memory that all of it together may take, about, bytes.
_MOST_BYTES = 32 * 1024 * 1024


@define(eq=False)
class ContentCache:
    """
    Keeps what was used last, within a number of bytes.

    :ivar size: about how many bytes it takes.
    """

    most: int = _MOST_BYTES
    size: int = field(default=0, init=False)
    _kept: OrderedDict[tuple[str, bytes], tuple[Any, int]] = field(factory=OrderedDict, init=False)

    def get(self, kind: str, digest: bytes, make: Callable[[], T], cost: Callable[[T], int]) -> T:
        """
        What is known of a content; made where it is not known yet.

        :param kind: which of the things that are known of it; what else they depend on belongs to it.
        :param digest: tells the content from others; whoever asks several things of it works it out once.
        :param cost: about how many bytes a thing takes.
        """
        key = (kind, digest)
        if key in self._kept:
            self._kept.move_to_end(key)
            known: T = self._kept[key][0]
            return known
        made = make()
        self._keep(key, made, cost(made))
        return made

    def _keep(self, key: tuple[str, bytes], made: object, cost: int) -> None:
        if cost > self.most:
            return
        self._kept[key] = (made, cost)
        self.size += cost
        while self.size > self.most:
            _, (_, freed) = self._kept.popitem(last=False)
            self.size -= freed

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self.size = 0


#: The one of this process.
CACHE = ContentCache()
