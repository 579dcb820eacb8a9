"""Who is examined next: pages before what their links lead to, then whoever has had less, then whoever came first."""

from collections import deque
from collections.abc import Callable, Iterator
from itertools import count
from typing import Generic, Protocol, TypeVar

from attrs import define, field

#: Seconds after which a client's use of children counts half.
_HALF_LIFE = 20.0

#: Clients that are remembered before those that have used next to nothing are forgotten.
_MOST_CLIENTS = 1000

#: A client that used less than this is as good as new.
_FORGOTTEN = 0.01

_numbers = count()


@define(eq=False)
class Account:
    """
    One scan, on whose account jobs are done.

    :ivar number: grows from scan to scan.
    :ivar client: the name by which whoever asked for it is counted (:func:`sitescan.admission.client_address.caller`).
    :ivar seconds: for how long its jobs have held children.
    :ivar background_seconds: likewise, of those that are done in the background.
    :ivar linked_bytes: how large the linked pages are that were to be read so far.
    """

    client: str = ""
    number: int = field(factory=_numbers.__next__, init=False)
    seconds: float = field(default=0.0, init=False)
    background_seconds: float = field(default=0.0, init=False)
    linked_bytes: int = field(default=0, init=False)


class Queued(Protocol):
    """
    A job, as far as its turn goes.

    :ivar background: whether its scan has an answer without it.
    """

    @property
    def account(self) -> Account:
        """The scan that it belongs to."""

    @property
    def background(self) -> bool:
        """Whether it can wait for what scans can't do without."""


W = TypeVar("W", bound=Queued)


class ClientUsage:
    """For how long each client has held children lately: the older, the less it counts."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._used: dict[str, tuple[float, float]] = {}
        self._most = _MOST_CLIENTS

    def add(self, account: Account, seconds: float, *, background: bool) -> None:
        """A scan has held a child."""
        account.seconds += seconds
        account.background_seconds += seconds * background
        self._used[account.client] = (self.of(account.client) + seconds, self._now())
        if len(self._used) > self._most:
            self._forget()
            self._most = max(_MOST_CLIENTS, 2 * len(self._used))

    def of(self, client: str) -> float:
        """Seconds for which a client has held children, lately."""
        used, at = self._used.get(client, (0.0, 0.0))
        return float(used * 0.5 ** ((self._now() - at) / _HALF_LIFE))

    def _forget(self) -> None:
        self._used = {client: used for client, used in self._used.items() if self.of(client) > _FORGOTTEN}


@define(eq=False)
class _Line(Generic[W]):
    """Jobs of one kind, by client and by scan, each scan's in the order in which they came."""

    clients: dict[str, dict[Account, deque[W]]] = field(factory=dict)

    def add(self, work: W) -> None:
        scans = self.clients.setdefault(work.account.client, {})
        scans.setdefault(work.account, deque()).append(work)

    def remove(self, work: W) -> None:
        scans = self.clients[work.account.client]
        scans[work.account].remove(work)
        if not scans[work.account]:
            del scans[work.account]
        if not scans:
            del self.clients[work.account.client]


class FairQueue(Generic[W]):
    """
    Jobs that wait.

    What scans can't answer without comes before what is read in the background. Among those, clients that have held
    children for less come first, and so do a client's scans. Only magnitudes count: what common pages need is
    nothing, so that a scan that has begun goes on, whoever comes meanwhile.
    """

    def __init__(self, usage: ClientUsage) -> None:
        self._usage = usage
        self._lines: dict[bool, _Line[W]] = {False: _Line(), True: _Line()}

    def __bool__(self) -> bool:
        return any(line.clients for line in self._lines.values())

    def __iter__(self) -> Iterator[W]:
        for line in self._lines.values():
            for scans in tuple(line.clients.values()):
                for works in tuple(scans.values()):
                    yield from tuple(works)

    def add(self, work: W) -> None:
        """A job waits."""
        self._lines[work.background].add(work)

    def remove(self, work: W) -> None:
        """A job does not wait any more."""
        self._lines[work.background].remove(work)

    def waiting_behind(self, work: W) -> bool:
        """Whether anybody waits for whom a job that is being done should make room."""
        clients = self._lines[False].clients
        return bool(clients) and (work.background or any(client != work.account.client for client in clients))

    def next(self, may_have: Callable[[str], bool], *, background: bool) -> W | None:
        """
        The job whose turn it is; it waits until it is removed.

        :param may_have: whether a client may hold one more child.
        :param background: whether jobs in the background have a turn.
        """
        for line in [self._lines[False], self._lines[True]] if background else [self._lines[False]]:
            waiting = [works for client in filter(may_have, line.clients) for works in line.clients[client].values()]
            if waiting:
                return min(waiting, key=self._turn)[0]
        return None

    def _turn(self, works: deque[W]) -> tuple[int, int, int]:
        """What is less has its turn before: the client, then its scan, then whatever began first."""
        scan = works[0].account
        return _magnitude(self._usage.of(scan.client)), _magnitude(scan.seconds), scan.number


def _magnitude(seconds: float) -> int:
    """0 below a second, and one more for each doubling."""
    return int(seconds).bit_length()
