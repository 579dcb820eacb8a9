"""How much of the processor's time what servers send may take, of all connections together."""

from collections import deque
from collections.abc import Callable

from attrs import define, field
from twisted.internet.interfaces import IDelayedCall, IReactorTime

#: Of each second, so much is for what servers send, seconds; and so much of it may be spent at once.
_SHARE = 0.7
_AT_ONCE = 0.003

#: What each second that was not spent on it pays back. Were it paid back meanwhile as well, what may be spent at once
#: would last three times as long.
_PAID_BACK = _SHARE / (1 - _SHARE)

#: Bytes that are passed on at once: more as long as that is quick, fewer where it is not. In chunks of a byte, 8 KB
#: take ten milliseconds and more, else a few hundredths of one.
_SMALLEST_SLICE, _FIRST_SLICE, _LARGEST_SLICE = 256, 1024, 8 * 1024
_QUICK = 0.0005


@define(eq=False)
class ReadPace:
    """
    A leaky bucket of time, which leaks while something else is done.

    Bytes cost next to nothing, but a head costs a millisecond, and 64 KB in chunks of one byte eighty. A hundred
    connections that are ready at once, or a few that are hostile, would keep the reactor from everybody else. So what
    does not fit is read later, each connection in its turn.
    """

    _clock: IReactorTime
    _owed: float = field(default=0.0, init=False)
    _at: float = field(default=0.0, init=False)
    _waiting: deque[Callable[[], None]] = field(factory=deque, init=False)
    _call: IDelayedCall | None = field(default=None, init=False)

    @property
    def exhausted(self) -> bool:
        """Whether nothing more may be done now."""
        return self._pay_back() > _AT_ONCE

    def measure(self, work: Callable[[bytes], None], data: bytes) -> float:
        """
        Do something with what was received, and count how long it takes; gives the seconds.

        Before it :attr:`exhausted` is asked: the time until now is paid back then.
        """
        started = self._clock.seconds()
        try:
            work(data)
        finally:
            self._at = self._clock.seconds()
            took = self._at - started
            self._owed += took
        return took

    def wait(self, go_on: Callable[[], None]) -> None:
        """Have somebody go on when there is time, after those who have waited longer."""
        self._waiting.append(go_on)
        self._schedule()

    def forget(self, go_on: Callable[[], None]) -> None:
        """Have somebody not go on who waits."""
        self._waiting.remove(go_on)
        if not self._waiting and self._call is not None:
            self._call.cancel()
            self._call = None

    def _pay_back(self) -> float:
        """What is owed now."""
        now = self._clock.seconds()
        self._owed, self._at = max(0.0, self._owed - _PAID_BACK * (now - self._at)), now
        return self._owed

    def _schedule(self) -> None:
        if self._waiting and self._call is None:
            self._call = self._clock.callLater(max(0.0, self._pay_back() - _AT_ONCE / 2) / _PAID_BACK, self._next)

    def _next(self) -> None:
        self._call = None
        while self._waiting and not self.exhausted:
            self._waiting.popleft()()
        self._schedule()


@define(eq=False)
class PacedReader:
    """
    What comes over one connection, passed on at the pace of all.

    :ivar whole: whether what came is passed on as it came: whoever takes it does so in steps of his own.
    :ivar deliver: takes what came, in its order.
    :ivar pause: asks the connection for no more. One that waits is asked for no more where it sends more: most don't,
        and what waits is at most what a transport reads at once, twice.
    :ivar resume: asks it for more again, where something has waited.
    """

    _pace: ReadPace
    _deliver: Callable[[bytes], None]
    _pause: Callable[[], None]
    _resume: Callable[[], None]
    whole: bool = field(default=False, init=False)
    _received: bytes = field(default=b"", init=False)
    _slice: int = field(default=_FIRST_SLICE, init=False)
    _delivering: bool = field(default=False, init=False)
    _waits: bool = field(default=False, init=False)

    @property
    def waits(self) -> bool:
        """Whether something that came was not passed on yet."""
        return self._waits

    def receive(self, data: bytes) -> None:
        """Pass on what came: now, or when there is time for it."""
        self._received += data
        if self._waits:
            self._pause()
        elif not self._delivering:
            self._go_on()

    def close(self) -> None:
        """Pass on nothing more, and let go of the connection, which holds this."""
        self._received = b""
        if self._waits:
            self._waits = False
            self._pace.forget(self._go_on)
        self._deliver, self._pause, self._resume = _drop, _do_nothing, _do_nothing

    def _go_on(self) -> None:
        waited, self._waits = self._waits, False
        self._delivering = True
        try:
            while self._received and not self._pace.exhausted:
                received = self._received
                most = len(received) if self.whole else self._slice
                piece, self._received = received[:most], received[most:]
                took = self._pace.measure(self._deliver, piece)
                if took >= _QUICK:
                    self._slice = max(self._slice // 4, _SMALLEST_SLICE)
                elif len(piece) == self._slice:  # of less, being quick says nothing about twice as much
                    self._slice = min(2 * self._slice, _LARGEST_SLICE)
        finally:
            self._delivering = False
        if self._received:
            self._waits = True
            self._pace.wait(self._go_on)
        elif waited:
            self._resume()


def _drop(data: bytes) -> None:
    """Take what comes when nothing more is passed on."""


def _do_nothing() -> None:
    """Neither pause nor resume a connection that was let go."""
