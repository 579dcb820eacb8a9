"""The answers that the browser owes a page, besides those of the network."""

from collections.abc import Awaitable, Callable, Sequence

from attrs import define, field
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import deferLater

#: How many answers the page has asked for and how many it has got, as ``scripts/owed_answers.js`` counts them, and
#: whether it uses other threads.
ANSWERS = "String(self.sitescanAnswers)"
_COUNTS = 3

#: How many timers of a worker are due and have not come, as ``scripts/worker_timers.js`` counts them.
WORKER_TIMERS = "String(self.sitescanTimers)"

#: Whether the page has registered a service worker.
REGISTERS_WORKER = "String(self.sitescanRegistersWorker)"

#: The first time for which an answer is awaited; each is twice as long as the one before, up to the longest.
_FIRST_SECONDS, _LONGEST_SECONDS = 0.0005, 0.064

#: The looks one after the other that find a browser asleep before it counts as such: during a look, a thread may wake
#: another one.
_LOOKS = 2

#: The time in which the browser does nothing after which no answer is awaited any more: since the last one, and in all.
_ASLEEP_SECONDS, _ASLEEP_IN_ALL_SECONDS = 1.0, 3.0


@define(eq=False)
class OwedAnswers:
    """
    Waits for the answers of storage and compilers that a page has asked for, and for its workers.

    A page may ask for what never comes. So while the browser does nothing, answers are awaited only for a while, and
    then none is any more. Messages of other threads can't be counted: the time of a page that uses them stands still as
    long as the browser does anything. A worker's timer that is due is awaited like an answer.

    :ivar reactor: the clock of the machine.
    :ivar answers: returns the value of :data:`ANSWERS`.
    :ivar run: lets the page do what is to be done at its time.
    :ivar is_asleep: returns whether the browser does nothing.
    :ivar has_timers: returns whether a timer of a worker is due and has not come.
    :ivar given_up: whether an answer did not come.
    """

    reactor: IReactorTime
    answers: Callable[[], Awaitable[str]]
    run: Callable[[], Awaitable[None]]
    is_asleep: Callable[[], bool]
    has_timers: Callable[[], Awaitable[bool]]
    given_up: bool = field(default=False, init=False)
    _asleep: float = field(default=0.0, init=False)

    async def wait(self) -> None:
        """Wait until the page has got the answers, while its time stands still."""
        seconds, asleep, before, looks = _FIRST_SECONDS, 0.0, "", 0
        while looks < _LOOKS:
            answers = await self.answers()
            if answers != before:
                seconds, asleep, before, looks = _FIRST_SECONDS, 0.0, answers, 0
            asked, answered, uses_threads = _counts(answers)
            is_owed = asked != answered and not self.given_up
            if not is_owed and uses_threads == "0":
                return
            is_asleep = self.is_asleep()
            if is_asleep and not is_owed and not self.given_up:
                is_owed = await self.has_timers()
            if is_owed and is_asleep:
                asleep, self._asleep = asleep + seconds, self._asleep + seconds
                self.given_up = asleep > _ASLEEP_SECONDS or self._asleep > _ASLEEP_IN_ALL_SECONDS
            looks = looks + 1 if is_asleep and not is_owed else 0
            await deferLater(self.reactor, seconds)
            await self.run()
            seconds = min(2 * seconds, _LONGEST_SECONDS)


def _counts(answers: str) -> Sequence[str]:
    """Return the counts of the page's script; a page without the script has asked for nothing."""
    counts = answers.split(" ")
    return counts if len(counts) == _COUNTS else "0" * _COUNTS
