"""The number of bytes that one rendered page may receive, and that this process may have to hold for it."""

from bisect import insort

from attrs import define, field
from twisted.internet.defer import Deferred


@define(order=True)
class _Waiting:
    number: int
    most: int = field(order=False)
    granted: Deferred[int] = field(order=False, eq=False)


@define(eq=False)
class ByteBudget:
    """
    Grants bytes to the responses of a page before they are read, and takes back what they did not need.

    So many responses at once never take more than the budget. The requests that were made first come first.

    :ivar left: the number of bytes that nobody has.
    """

    left: int
    _reading: int = field(default=0, init=False)
    _waiting: list[_Waiting] = field(factory=list, init=False)

    async def reserve(self, number: int, most: int) -> int:
        """
        Wait for bytes. The caller must call :meth:`spend` afterwards.

        :param number: the place of the request among all of the page.
        :param most: the largest possible number of bytes.
        :return: that number, or what is left for the page, which may be 0.
        """
        waiting = _Waiting(number, most, Deferred(lambda _: self._waiting.remove(waiting)))
        insort(self._waiting, waiting)
        self._grant()
        return await waiting.granted

    def spend(self, granted: int, used: int) -> None:
        """Take back what a response did not need of what was granted."""
        self._reading -= 1
        self.left += granted - used
        self._grant()

    def _grant(self) -> None:
        while self._waiting and (self._waiting[0].most <= self.left or not self._reading):
            first = self._waiting.pop(0)
            granted = min(first.most, self.left)
            self._reading += 1
            self.left -= granted
            first.granted.callback(granted)
