"""Each URL is asked once, a few at a time, for all who want it."""

import gc
from collections.abc import Collection, Sequence

from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from sitescan.fanout import step_cooperator
from sitescan.fetch.asked_once import AskedOnce
from tests.results import failure_now, nothing_yet, result_now

A, B, C, D, E = (f"http://{letter}.example/" for letter in "abcde")


class Asked:
    """Questions that are answered by hand."""

    def __init__(self, total: int = 2, per_host: int = 2, first: Collection[str] = ()) -> None:
        self.clock = Clock()
        self.questions: AskedOnce[str] = AskedOnce(total, per_host, first)
        self.open: dict[str, Deferred[str]] = {}
        self.asked: list[str] = []
        self._cooperator = step_cooperator(self.clock)

    def settle(self, *urls: str, anew: bool = False) -> Deferred[Sequence[Failure]]:
        """Somebody wants these."""
        settled = Deferred.fromCoroutine(self.questions.settle(urls, self._ask, self._cooperator, anew=anew))
        self.clock.advance(0)
        return settled

    def answer(self, *urls: str) -> None:
        """Answer what was asked."""
        for url in urls:
            self.open.pop(url).callback(url.upper())

    def _ask(self, url: str) -> Deferred[str]:
        self.asked.append(url)
        work: Deferred[str] = Deferred()
        self.open[url] = work
        return work.addBoth(self.questions.left, url)


def test_a_few_at_a_time() -> None:
    """The others wait, and begin in their order."""
    asked = Asked()
    settled = asked.settle(A, B, A, C, D)
    assert asked.asked == [A, B]
    asked.answer(B)
    assert asked.asked == [A, B, C]
    asked.answer(A, C, D)
    assert result_now(settled) == []
    assert asked.questions.answers == {url: url.upper() for url in (A, B, C, D)}


def test_who_goes_first() -> None:
    """What a page needs goes before the links of the same host."""
    urls = [f"{A}{number}" for number in range(4)]
    asked = Asked(first={urls[3]})
    asked.settle(*urls)
    asked.answer(urls[0])
    assert asked.asked == [urls[0], urls[1], urls[3]]


def test_once_for_all() -> None:
    """Two who want the same get the same answer; who gives up takes it from nobody else."""
    asked = Asked()
    first, second, third = asked.settle(A, B), asked.settle(B, C), asked.settle(C)
    first.cancel()
    failure_now(first, CancelledError)
    assert asked.asked == [A, B, C]
    asked.answer(B, C)
    assert result_now(second) == []
    assert result_now(third) == []
    assert result_now(asked.settle(B, C)) == ()
    assert asked.asked == [A, B, C]


def test_all_give_up() -> None:
    """What waits is not asked any more, and its place is free for others."""
    asked = Asked(total=1)
    given_up = asked.settle(A, B, C)
    given_up.cancel()
    failure_now(given_up, CancelledError)
    assert asked.asked == [A]
    later = asked.settle(D, B)
    asked.answer(D, B)
    assert result_now(later) == []
    assert asked.asked == [A, D, B]


def test_failures() -> None:
    """A question that fails is told to all who wait for it, and asked again where it is wanted again."""
    asked = Asked()
    first, second = asked.settle(A, B), asked.settle(A)
    asked.open.pop(A).errback(ValueError("pear"))
    assert [one.type for one in result_now(second)] == [ValueError]
    assert nothing_yet(first)
    asked.answer(B)
    assert [one.type for one in result_now(first)] == [ValueError]
    again = asked.settle(A)
    asked.answer(A)
    assert result_now(again) == []


def test_anew() -> None:
    """What was answered is asked again where that is wished, and the old answer stands until then."""
    asked = Asked()
    asked.settle(A)
    asked.answer(A)
    again = asked.settle(A, anew=True)
    assert asked.questions.answers == {A: A.upper()}
    asked.open.pop(A).callback("pear")
    result_now(again)
    assert asked.questions.answers == {A: "pear"}


def test_what_waits_is_no_object() -> None:
    """The garbage collector does not see how many wait."""

    def seen(number: int) -> int:
        asked = Asked()
        gc.collect()
        before = len(gc.get_objects())
        settled = asked.settle(*(f"{A}{one}" for one in range(number)))
        for _ in range(number):
            asked.clock.advance(0)
        assert len(asked.asked) == 2
        gc.collect()
        after = len(gc.get_objects())
        settled.addErrback(lambda _: None).cancel()
        return after - before

    seen(10)
    assert seen(500) - seen(50) < 50
