"""The answers that the browser owes a page, besides those of the network."""

from collections.abc import Awaitable, Callable

from attrs import define, field
from twisted.internet.interfaces import IReactorTime
from twisted.internet.task import deferLater

#: How many answers the page has asked for and how many it has got, as ``scripts/owed_answers.js`` counts them: of each,
#: first those that need nothing else, then those that may need an answer of the network.
ANSWERS = "String(self.sitescanAnswers)"
_COUNTS = 4

#: Whether the page has registered a service worker.
REGISTERS_WORKER = "String(self.sitescanRegistersWorker)"

#: The first time for which an answer is awaited; each is twice as long as the one before, up to the longest.
_FIRST_SECONDS, _LONGEST_SECONDS = 0.0005, 0.064

#: The time in which the browser does nothing after which no answer is awaited any more: since the last one, and in all.
_ASLEEP_SECONDS, _ASLEEP_IN_ALL_SECONDS = 1.0, 3.0


@define(eq=False)
class OwedAnswers:
    """
    Waits for the answers of storage, compilers and workers that a page has asked for.

    A page may ask for what never comes, such as a lock that it holds itself. So while the browser does nothing, answers
    are awaited only for a while, and then none is any more.

    :ivar reactor: the clock of the machine.
    :ivar answers: returns the value of :data:`ANSWERS`.
    :ivar run: lets the page do what is to be done at its time.
    :ivar is_asleep: returns whether the browser does nothing.
    :ivar given_up: whether an answer did not come.
    """

    reactor: IReactorTime
    answers: Callable[[], Awaitable[str]]
    run: Callable[[], Awaitable[None]]
    is_asleep: Callable[[], bool]
    given_up: bool = field(default=False, init=False)
    _asleep: float = field(default=0.0, init=False)

    async def wait(self, *, for_all: bool) -> None:
        """
        Wait until the page has got the answers, while its time stands still.

        :param for_all: whether those are awaited, too, that may need an answer of the network.
        """
        seconds, asleep, before = _FIRST_SECONDS, 0.0, ""
        while not self.given_up and _are_owed(answers := await self.answers(), for_all=for_all):
            if answers != before:
                seconds, asleep, before = _FIRST_SECONDS, 0.0, answers
            if self.is_asleep():
                asleep, self._asleep = asleep + seconds, self._asleep + seconds
                self.given_up = asleep > _ASLEEP_SECONDS or self._asleep > _ASLEEP_IN_ALL_SECONDS
            await deferLater(self.reactor, seconds)
            await self.run()
            seconds = min(2 * seconds, _LONGEST_SECONDS)


def _are_owed(answers: str, *, for_all: bool) -> bool:
    """Return whether fewer answers have come than were asked for; a page without the script has none."""
    counts = answers.split(" ")
    if len(counts) != _COUNTS:
        return False
    asked, asked_of_all, answered, answered_of_all = counts
    return asked != answered or (for_all and asked_of_all != answered_of_all)
