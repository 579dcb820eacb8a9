"""Each URL is requested once for all callers, a few at a time."""

import gc
from collections import Counter
from collections.abc import Collection, Sequence
from random import Random
from typing import TypeVar

from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.defer import CancelledError, Deferred, succeed
from twisted.internet.task import Clock, Cooperator
from twisted.python.failure import Failure

from sitescan.egress.connection_limiter import ConnectionLimiter
from sitescan.fanout import step_cooperator
from sitescan.fetch.request_queue import RequestQueue
from sitescan.standards.urls import host_of
from tests.results import failure_now, nothing_yet, result_now

A, B, C, D, E = (f"http://{letter}.example/" for letter in "abcde")

Result = TypeVar("Result")


class Asked:
    """A request queue whose requests are answered by the test."""

    def __init__(self, total: int = 2, per_host: int = 2, first: Collection[str] = ()) -> None:
        self.clock = Clock()
        self.limiter = ConnectionLimiter(total, per_host)
        self.questions: RequestQueue[str] = RequestQueue(self.limiter, step_cooperator(self.clock), first)
        self.open: dict[str, Deferred[str]] = {}
        self.asked: list[str] = []

    def settle(self, *urls: str, anew: bool = False) -> Deferred[Sequence[Failure]]:
        """Request URLs for a caller."""
        settled = Deferred.fromCoroutine(self.questions.settle(urls, self._ask, anew=anew))
        self.clock.advance(0)
        return settled

    def answer(self, *urls: str) -> None:
        """Answer open requests."""
        for url in urls:
            self.open.pop(url).callback(url.upper())

    def _ask(self, url: str) -> Deferred[str]:
        self.asked.append(url)
        work: Deferred[str] = Deferred()
        self.open[url] = work
        result_now(self.limiter.enter(host_of(url)))
        return work.addBoth(self._left, url)

    def _left(self, result: Result, url: str) -> Result:
        self.limiter.leave(host_of(url))
        return self.questions.release(result, url)


def test_a_few_at_a_time() -> None:
    """A limited number of requests is open at a time, and the waiting ones begin in order."""
    asked = Asked()
    settled = asked.settle(A, B, A, C, D)
    assert asked.asked == [A, B]
    asked.answer(B)
    assert asked.asked == [A, B, C]
    asked.answer(A, C, D)
    assert result_now(settled) == []
    assert asked.questions.answers == {url: url.upper() for url in (A, B, C, D)}


def test_who_goes_first() -> None:
    """Requests for files of the page begin before requests for links of the same host, in order."""
    urls = [f"{A}{number}" for number in range(7)]
    asked = Asked(first={urls[2], urls[3], urls[5], urls[6]})
    asked.settle(*urls[:5])
    assert asked.asked == [urls[2], urls[3]]
    asked.settle(*urls[5:])
    for number in (2, 3, 5, 6, 0):
        asked.answer(urls[number])
    assert asked.asked == [urls[number] for number in (2, 3, 5, 6, 0, 1, 4)]


def test_requests_go_before_questions() -> None:
    """A request outside the queue goes before the queued requests that haven't begun."""
    urls = [f"{A}{number}" for number in range(4)]
    asked = Asked()
    asked.settle(*urls)
    request = asked.limiter.enter(host_of(A))
    assert nothing_yet(request)
    asked.answer(urls[0])
    result_now(request)
    assert asked.asked == urls[:2]
    asked.limiter.leave(host_of(A))
    assert asked.asked == urls[:3]


def test_questions_that_need_no_request_now() -> None:
    """A request that needs no connection for now makes room for another one, up to a limit."""
    urls = [f"{A}{number}" for number in range(9)]
    asked = Asked()
    settled = asked.settle(*urls)
    for _ in range(4):
        asked.limiter.leave(host_of(A))
    assert asked.asked == urls[:4]
    asked.questions.release(None, urls[0])
    assert asked.asked == urls[:5]
    settled.addErrback(lambda _: None).cancel()


@given(st.lists(st.sampled_from([f"{host}{path}" for host in (A, B, C) for path in range(6)])), st.randoms())
def test_in_any_order(urls: list[str], random: Random) -> None:
    """In any order of answers, no place is free while a request may take it, and all requests are answered."""
    asked = Asked(total=3, per_host=2)
    settled = asked.settle(*urls)
    for _ in urls:
        asked.clock.advance(0)
    while asked.open:
        busy = Counter(map(host_of, asked.open))
        assert busy.total() <= 3
        assert max(busy.values()) <= 2
        left = set(urls) - set(asked.asked)
        assert busy.total() == 3 or not any(busy[host_of(url)] < 2 for url in left)
        asked.answer(random.choice([*asked.open]))
    assert result_now(settled) == ([] if urls else ())
    assert sorted(asked.asked) == sorted(set(urls))


def test_many_that_are_over_at_once() -> None:
    """Requests that end as they begin don't block the reactor: after the first few, one begins per turn."""
    clock, limiter, asked = Clock(), ConnectionLimiter(1, 1), list[str]()
    one_a_turn = Cooperator(lambda: lambda: True, lambda turn: clock.callLater(1, turn))
    questions: RequestQueue[str] = RequestQueue(limiter, one_a_turn)

    def ask(url: str) -> Deferred[str]:
        asked.append(url)
        return questions.release(succeed(url), url)

    result_now(limiter.enter(host_of(A)))
    urls = [f"{A}{number}" for number in range(50)]
    settled = Deferred.fromCoroutine(questions.settle(urls, ask))
    for _ in urls:
        clock.advance(1)
    assert asked == []
    limiter.leave(host_of(A))
    assert asked == urls[:8]
    for begun in range(9, 51):
        clock.advance(1)
        assert asked == urls[:begun]
    assert result_now(settled) == []


def test_once_for_all() -> None:
    """Callers that want the same URL share its request, and cancelling one of them doesn't affect the rest."""
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
    """If its only caller is cancelled, a waiting request isn't sent, and an open one makes room."""
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
    """The failure of a request is passed to all its callers, and the next caller sends the request again."""
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
    """With ``anew``, an answered URL is requested again, and the old answer is kept until the new one arrives."""
    asked = Asked()
    asked.settle(A)
    asked.answer(A)
    again = asked.settle(A, anew=True)
    assert asked.questions.answers == {A: A.upper()}
    asked.open.pop(A).callback("pear")
    result_now(again)
    assert asked.questions.answers == {A: "pear"}


def test_what_waits_is_no_object() -> None:
    """Waiting requests don't add to the objects that the garbage collector tracks."""

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
