"""How long scans and clients have held children, and whose turn it is."""

from collections.abc import Callable
from itertools import count

from attrs import define, field

#: Seconds after which a client's use of children counts half.
_HALF_LIFE = 20.0

#: The seconds that a byte of a page is expected to take: those of dense pages of two megabytes.
_SECONDS_PER_BYTE = 1.5e-6

#: The number of clients to remember before those with next to no use are forgotten.
_MOST_CLIENTS = 1000

#: The use, in seconds, below which a client is as good as new.
_NEGLIGIBLE = 0.01

#: The maximum processor time, in seconds, of reading all linked pages of one scan. How long they hold children depends
#: on the machine, and what is read must not.
_LINKED_PAGES_SECONDS = 5.0

_numbers = count()


@define(eq=False)
class ScanUsage:
    """
    The use of children by one scan.

    :ivar client: the name of the client that asked for the scan
        (:func:`sitescan.admission.client_address.caller`).
    :ivar number: the position of the scan in the order in which scans began.
    :ivar seconds: the time for which jobs of the scan have held children.
    :ivar linked_seconds: the processor time that linked pages took.
    :ivar linked_bytes: the size of the linked pages so far.
    :ivar page_bytes: the size of the page and its files, as far as a job needed them.
    """

    client: str = ""
    number: int = field(factory=_numbers.__next__, init=False)
    seconds: float = field(default=0.0, init=False)
    linked_seconds: float = field(default=0.0, init=False)
    linked_bytes: int = field(default=0, init=False)
    page_bytes: int = field(default=0, init=False)

    @property
    def has_read_enough(self) -> bool:
        """Whether no other linked page is read."""
        return self.linked_seconds > _LINKED_PAGES_SECONDS


class ClientUsage:
    """The recent use of children by each client. It decays exponentially."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._used: dict[str, tuple[float, float]] = {}
        self._most = _MOST_CLIENTS

    def add(self, scan: ScanUsage, seconds: float) -> None:
        """Charge a scan and its client for a job."""
        scan.seconds += seconds
        self._used[scan.client] = (self.of(scan.client) + seconds, self._now())
        if len(self._used) > self._most:
            self._used = {client: used for client, used in self._used.items() if self.of(client) > _NEGLIGIBLE}
            self._most = max(_MOST_CLIENTS, 2 * len(self._used))

    def of(self, client: str) -> float:
        """Return the recent use of children by a client, in seconds."""
        used, at = self._used.get(client, (0.0, 0.0))
        return float(used * 0.5 ** ((self._now() - at) / _HALF_LIFE))

    def turn(self, scan: ScanUsage, *, background: bool) -> tuple[int, int, bool, int]:
        """
        Return the sort key of a job among those that wait for a child.

        Clients that have used less come first, then a client's scans that have used less, then jobs that aren't in the
        background. What the page is expected to take counts as used: otherwise new clients with huge pages would hold
        all children before they are known. Only magnitudes count, so that among scans of ordinary pages the one that
        began first comes first: a scan that has begun comes to its end however many others arrive.

        :param background: whether the job can wait for those of other scans.
        """
        expected = scan.page_bytes * _SECONDS_PER_BYTE
        return _magnitude(self.of(scan.client) + expected), _magnitude(scan.seconds), background, scan.number


def _magnitude(seconds: float) -> int:
    """Return 0 below a second, and one more for each doubling."""
    return int(seconds).bit_length()
