"""A queue with one line per key, in which the keys take turns."""

from collections import deque
from collections.abc import Hashable, Iterator
from typing import Generic, TypeVar

from attrs import define, field

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


@define(eq=False)
class TurnQueue(Generic[K, T]):
    """
    Items that wait in one line per key, first in, first out.

    The keys are kept in the order of their turns: the key that was served longest ago comes first, and a key whose
    line has become empty is forgotten. The caller decides which key is served, usually the first one that may be.

    The length of the queue is the number of its items; iterating yields all of them, key by key.
    """

    _lines: dict[K, deque[T]] = field(factory=dict, init=False)
    _size: int = field(default=0, init=False)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[T]:
        for line in self._lines.values():
            yield from line

    def turns(self) -> Iterator[K]:
        """Yield the keys of the waiting items in the order of their turns."""
        return iter(self._lines)

    def add(self, key: K, *items: T, first: bool = False) -> None:
        """
        Append items to the line of a key.

        :param first: whether to insert the items, in the same order, at the head of the line instead.
        """
        if items:
            line = self._lines.setdefault(key, deque())
            line.extendleft(reversed(items)) if first else line.extend(items)
            self._size += len(items)

    def pop(self, key: K) -> T:
        """Remove and return the first item of a key, whose next turn then comes after those of all other keys."""
        line = self._lines.pop(key)
        item = line.popleft()
        self._size -= 1
        if line:
            self._lines[key] = line
        return item

    def remove(self, key: K, item: T) -> None:
        """
        Remove an item from the line of a key.

        :raises KeyError: if nothing waits for the key.
        :raises ValueError: if the item isn't in the line.
        """
        line = self._lines[key]
        line.remove(item)
        self._size -= 1
        if not line:
            del self._lines[key]
