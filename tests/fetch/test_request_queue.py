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

from sitescan.concurrency.fanout import step_cooperator
from sitescan.egress.connection_limiter import ConnectionLimiter
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
        self.requests: list[str] = []

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
        self.requests.append(url)
        work: Deferred[str] = Deferred()
        self.open[url] = work
        result_now(self.limiter.enter(host_of(url)))
        return work.addBoth(self._left, url)

    def _left(self, result: Result, url: str) -> Result:
        self.limiter.leave(host_of(url))
        return self.questions.release(result, url)


def test_concurrency_limit() -> None:
    """A limited number of requests is open at a time, and the waiting ones begin in order."""
    queue = Asked()
    settled = queue.settle(A, B, A, C, D)
    assert queue.requests == [A, B]
    queue.answer(B)
    assert queue.requests == [A, B, C]
    queue.answer(A, C, D)
    assert result_now(settled) == []
    assert queue.questions.answers == {url: url.upper() for url in (A, B, C, D)}


def test_files_go_before_links() -> None:
    """Requests for files of the page begin before requests for links of the same host, in order."""
    urls = [f"{A}{number}" for number in range(7)]
    queue = Asked(first={urls[2], urls[3], urls[5], urls[6]})
    queue.settle(*urls[:5])
    assert queue.requests == [urls[2], urls[3]]
    queue.settle(*urls[5:])
    for number in (2, 3, 5, 6, 0):
        queue.answer(urls[number])
    assert queue.requests == [urls[number] for number in (2, 3, 5, 6, 0, 1, 4)]


def test_outside_requests_go_first() -> None:
    """A request outside the queue goes before the queued requests that haven't begun."""
    urls = [f"{A}{number}" for number in range(4)]
    queue = Asked()
    queue.settle(*urls)
    request = queue.limiter.enter(host_of(A))
    assert nothing_yet(request)
    queue.answer(urls[0])
    result_now(request)
    assert queue.requests == urls[:2]
    queue.limiter.leave(host_of(A))
    assert queue.requests == urls[:3]


def test_request_without_connection() -> None:
    """A request that needs no connection for now makes room for another one, up to a limit."""
    urls = [f"{A}{number}" for number in range(9)]
    queue = Asked()
    settled = queue.settle(*urls)
    for _ in range(4):
        queue.limiter.leave(host_of(A))
    assert queue.requests == urls[:4]
    queue.questions.release(None, urls[0])
    assert queue.requests == urls[:5]
    settled.addErrback(lambda _: None).cancel()


@given(st.lists(st.sampled_from([f"{host}{path}" for host in (A, B, C) for path in range(6)])), st.randoms())
def test_arbitrary_order_of_answers(urls: list[str], random: Random) -> None:
    """In any order of answers, no place is free while a request may take it, and all requests are answered."""
    queue = Asked(total=3, per_host=2)
    settled = queue.settle(*urls)
    for _ in urls:
        queue.clock.advance(0)
    while queue.open:
        busy = Counter(map(host_of, queue.open))
        assert busy.total() <= 3
        assert max(busy.values()) <= 2
        left = set(urls) - set(queue.requests)
        assert busy.total() == 3 or not any(busy[host_of(url)] < 2 for url in left)
        queue.answer(random.choice([*queue.open]))
    assert result_now(settled) == ([] if urls else ())
    assert sorted(queue.requests) == sorted(set(urls))


def test_many_immediate_answers() -> None:
    """Requests that end as they begin don't block the reactor: after the first few, one begins per turn."""
    clock, limiter, requested = Clock(), ConnectionLimiter(1, 1), list[str]()
    one_a_turn = Cooperator(lambda: lambda: True, lambda turn: clock.callLater(1, turn))
    questions: RequestQueue[str] = RequestQueue(limiter, one_a_turn)

    def ask(url: str) -> Deferred[str]:
        requested.append(url)
        return questions.release(succeed(url), url)

    result_now(limiter.enter(host_of(A)))
    urls = [f"{A}{number}" for number in range(50)]
    settled = Deferred.fromCoroutine(questions.settle(urls, ask))
    for _ in urls:
        clock.advance(1)
    assert requested == []
    limiter.leave(host_of(A))
    assert requested == urls[:8]
    for begun in range(9, 51):
        clock.advance(1)
        assert requested == urls[:begun]
    assert result_now(settled) == []


def test_callers_share_request() -> None:
    """Callers that want the same URL share its request, and cancelling one of them doesn't affect the rest."""
    queue = Asked()
    first, second, third = queue.settle(A, B), queue.settle(B, C), queue.settle(C)
    first.cancel()
    failure_now(first, CancelledError)
    assert queue.requests == [A, B, C]
    queue.answer(B, C)
    assert result_now(second) == []
    assert result_now(third) == []
    assert result_now(queue.settle(B, C)) == ()
    assert queue.requests == [A, B, C]


def test_all_callers_are_cancelled() -> None:
    """If its only caller is cancelled, a waiting request isn't sent, and an open one makes room."""
    queue = Asked(total=1)
    given_up = queue.settle(A, B, C)
    given_up.cancel()
    failure_now(given_up, CancelledError)
    assert queue.requests == [A]
    later = queue.settle(D, B)
    queue.answer(D, B)
    assert result_now(later) == []
    assert queue.requests == [A, D, B]


def test_failures() -> None:
    """The failure of a request is passed to all its callers, and the next caller sends the request again."""
    queue = Asked()
    first, second = queue.settle(A, B), queue.settle(A)
    queue.open.pop(A).errback(ValueError("pear"))
    assert [failure.type for failure in result_now(second)] == [ValueError]
    assert nothing_yet(first)
    queue.answer(B)
    assert [failure.type for failure in result_now(first)] == [ValueError]
    again = queue.settle(A)
    queue.answer(A)
    assert result_now(again) == []


def test_anew() -> None:
    """With ``anew``, an answered URL is requested again, and the old answer is kept until the new one arrives."""
    queue = Asked()
    queue.settle(A)
    queue.answer(A)
    again = queue.settle(A, anew=True)
    assert queue.questions.answers == {A: A.upper()}
    queue.open.pop(A).callback("pear")
    result_now(again)
    assert queue.questions.answers == {A: "pear"}


def test_waiting_requests_are_not_tracked() -> None:
    """Waiting requests don't add to the objects that the garbage collector tracks."""

    def seen(number: int) -> int:
        queue = Asked()
        gc.collect()
        before = len(gc.get_objects())
        settled = queue.settle(*(f"{A}{index}" for index in range(number)))
        for _ in range(number):
            queue.clock.advance(0)
        assert len(queue.requests) == 2
        gc.collect()
        after = len(gc.get_objects())
        settled.addErrback(lambda _: None).cancel()
        return after - before

    seen(10)
    assert seen(500) - seen(50) < 50
