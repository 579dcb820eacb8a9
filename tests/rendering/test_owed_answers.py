"""A page has the answers of its storage and its workers before its time goes on."""

from collections.abc import Iterator
from itertools import chain, repeat

import pytest
from attrs import define, field
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from sitescan.rendering.owed_answers import OwedAnswers


@define
class Browser:
    """
    A browser that says what it owes a page.

    :ivar asleep: whether it does nothing at each look, and nothing afterwards.
    :ivar timers: whether a worker waits for a timer, each time that this is asked.
    """

    said: Iterator[str]
    asleep: list[bool] = field(factory=list)
    timers: Iterator[bool] = field(factory=lambda: repeat(False))
    runs: int = field(default=0, init=False)

    async def answers(self) -> str:
        """Return how many answers the page has asked for, and how many it has got."""
        return next(self.said)

    async def run(self) -> None:
        """Count the runs."""
        self.runs += 1

    def is_asleep(self) -> bool:
        """Return whether the browser does nothing."""
        return self.asleep.pop(0) if self.asleep else True

    async def has_timers(self) -> bool:
        """Return whether a worker waits for a timer."""
        return next(self.timers)


def waiting(browser: Browser) -> tuple[OwedAnswers, Clock]:
    """Return what waits for the answers of a browser, and its clock."""
    clock = Clock()
    return OwedAnswers(clock, browser.answers, browser.run, browser.is_asleep, browser.has_timers), clock


def rounds(owed: OwedAnswers, clock: Clock) -> int:
    """Return how often the page has run until nothing is awaited any more, within a minute."""
    wait = Deferred.fromCoroutine(owed.wait())
    for _ in range(60_000):
        if wait.called:
            break
        clock.advance(0.001)
    assert wait.called
    return int(clock.seconds() * 1000)


@pytest.mark.parametrize("said", ["0 0 0", "7 7 0", "undefined", ""])
def test_nothing_is_owed(said: str) -> None:
    """A page that has asked for nothing, or has everything, doesn't wait."""
    browser = Browser(iter([said]))
    owed, clock = waiting(browser)
    assert rounds(owed, clock) == 0
    assert not owed.given_up
    assert clock.getDelayedCalls() == []


def test_answers_one_after_the_other() -> None:
    """Each answer of a long chain is awaited for a moment, since it follows the one before."""
    browser = Browser(iter([*(f"{number} {number - 1} 0" for number in range(1, 101)), "100 100 0"]))
    owed, clock = waiting(browser)
    assert rounds(owed, clock) <= 100
    assert browser.runs == 100
    assert not owed.given_up


@pytest.mark.parametrize("progress", [False, True])
def test_no_answer(progress: bool) -> None:
    """An answer that doesn't come is awaited for a second, and answers that come rarely for three; then none is."""
    rarely = (count // 9 for count in range(10**6))
    browser = Browser(f"{number + 1} {number} 0" for number in (rarely if progress else repeat(0)))
    owed, clock = waiting(browser)
    milliseconds = rounds(owed, clock)
    assert owed.given_up
    assert (3000 if progress else 1000) <= milliseconds <= (4000 if progress else 1300)
    assert rounds(owed, clock) == milliseconds


def test_threads() -> None:
    """While anything in the browser works, the time of a page stands still that uses other threads."""
    looks = [False] * 100 + [True, False, True, True]
    browser = Browser(repeat("0 0 1"), looks)
    owed, clock = waiting(browser)
    assert rounds(owed, clock) > 1000
    assert (browser.runs, owed.given_up) == (104, False)


def test_threads_after_an_answer_that_does_not_come() -> None:
    """Threads are awaited, too, once an answer has been given up."""
    browser = Browser(repeat("1 0 1"))
    owed, clock = waiting(browser)
    rounds(owed, clock)
    runs, browser.asleep = browser.runs, [False, True, True]
    rounds(owed, clock)
    assert (browser.runs - runs, owed.given_up) == (3, True)


def test_busy_browser() -> None:
    """A browser that works is awaited as long as it takes."""
    browser = Browser(iter([*["2 1 0"] * 200, "2 2 0"]), [False] * 200)
    owed, clock = waiting(browser)
    assert rounds(owed, clock) > 5000
    assert not owed.given_up


def test_timer_of_worker() -> None:
    """The time of a page stands still until a worker's timer has come, although the browser does nothing."""
    browser = Browser(repeat("0 0 1"), timers=chain(repeat(True, 12), repeat(False)))
    owed, clock = waiting(browser)
    assert rounds(owed, clock) > 300
    assert not owed.given_up


def test_timers_without_end() -> None:
    """Timers that follow each other are awaited for a second; then none is, and the report says so."""
    browser = Browser(repeat("0 0 1"), timers=repeat(True))
    owed, clock = waiting(browser)
    assert 1000 <= rounds(owed, clock) <= 1300
    assert owed.given_up
