"""Who makes a report that others wait for: one at a time, and never for long without saying so again."""

from collections import OrderedDict
from collections.abc import Callable

from attrs import define, field

#: Seconds for which a lease is good. Whoever is still at work renews it; that of a process which has died ends.
LEASE_SECONDS = 10.0


@define(eq=False)
class Leases:
    """
    Leases by the key of what is made, in this process.

    :ivar clock: seconds since whenever.
    """

    clock: Callable[[], float]
    _held: OrderedDict[str, tuple[float, str]] = field(factory=OrderedDict, init=False)

    def take(self, key: str, holder: str) -> bool:
        """Take a lease, or renew it; whether it is this holder's now."""
        self._forget()
        if key in self._held and self._held[key][1] != holder:
            return False
        self._held[key] = (self.clock() + LEASE_SECONDS, holder)
        self._held.move_to_end(key)
        return True

    def release(self, key: str, holder: str) -> None:
        """Give a lease back; that of another stays as it is."""
        if key in self._held and self._held[key][1] == holder:
            del self._held[key]

    def _forget(self) -> None:
        """Forget those that have ended; the one that ends first stands first."""
        while self._held:
            key, (ends, _) = next(iter(self._held.items()))
            if ends > self.clock():
                return
            del self._held[key]
