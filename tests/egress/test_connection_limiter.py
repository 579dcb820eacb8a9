"""A scan has a limited number of requests under way, in all and per host, and every waiting request gets its turn."""

from collections import Counter
from functools import partial

from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.defer import Deferred

from sitescan.egress.connection_limiter import ConnectionLimiter
from tests.results import nothing_yet, result_now


def test_per_host() -> None:
    """Each host has a limit of its own."""
    limiter = ConnectionLimiter(10, 2)
    first, second, third = (limiter.enter("a") for _ in range(3))
    assert (first.called, second.called, nothing_yet(third)) == (True, True, True)
    result_now(limiter.enter("b"))
    limiter.leave("a")
    result_now(third)


def test_total() -> None:
    """All hosts together share a limit."""
    limiter = ConnectionLimiter(2, 2)
    result_now(limiter.enter("a"))
    result_now(limiter.enter("b"))
    waiting = limiter.enter("c")
    assert nothing_yet(waiting)
    limiter.leave("a")
    result_now(waiting)


def test_hosts_take_turns() -> None:
    """A host with many waiting requests doesn't delay a host with few."""
    limiter = ConnectionLimiter(1, 1)
    result_now(limiter.enter("x"))
    order: list[str] = []
    for host in ("a", "a", "a", "b", "c"):
        limiter.enter(host).addCallback(partial(_note, order, host))
    for host in ("x", "a", "b", "c", "a", "a"):
        limiter.leave(host)
    assert order == ["a", "b", "c", "a", "a"]


def _note(order: list[str], host: str, _: None) -> None:
    order.append(host)


def test_cancelled() -> None:
    """Cancelling a waiting request gives up its place and starts no other request."""
    limiter = ConnectionLimiter(1, 1)
    result_now(limiter.enter("a"))
    second, third = limiter.enter("a"), limiter.enter("a")
    second.addErrback(lambda _: None)
    second.cancel()
    assert nothing_yet(third)
    limiter.leave("a")
    result_now(third)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["enter", "leave", "cancel"])), max_size=60))
def test_arbitrary_sequence(steps: list[tuple[str, str]]) -> None:
    """Neither limit is ever exceeded, and no request waits while there is room for it."""
    limiter = ConnectionLimiter(4, 2)
    inside: list[str] = []
    waiting: list[tuple[str, Deferred[None]]] = []
    for host, step in steps:
        if step == "enter":
            turn = limiter.enter(host)
            waiting.append((host, turn))
            turn.addCallbacks(lambda _, host=host: inside.append(host), lambda _: None)
        elif step == "leave" and host in inside:
            inside.remove(host)
            limiter.leave(host)
        elif step == "cancel" and waiting:
            waiting.pop(0)[1].cancel()
        waiting = [(host, turn) for host, turn in waiting if not turn.called]
        busy = Counter(inside)
        assert len(inside) <= 4
        assert all(number <= 2 for number in busy.values())
        assert not any(len(inside) < 4 and busy[host] < 2 for host, _ in waiting)


def test_request_of_same_host_goes_first() -> None:
    """When every host has a request under way, the next request of the same host goes first."""
    limiter = ConnectionLimiter(3, 2)
    for host in ("a", "a", "b"):
        result_now(limiter.enter(host))
    order: list[str] = []
    for host in ("b", "a", "a"):
        limiter.enter(host).addCallback(partial(_note, order, host))
    limiter.leave("a")
    limiter.leave("a")
    assert order == ["a", "a"]


def test_first() -> None:
    """A request that enters with ``first`` goes before the waiting requests of its host."""
    limiter = ConnectionLimiter(1, 1)
    result_now(limiter.enter("a"))
    order: list[str] = []
    limiter.enter("a").addCallback(partial(_note, order, "new"))
    limiter.enter("a", first=True).addCallback(partial(_note, order, "again"))
    limiter.leave("a")
    assert order == ["again"]


def test_held() -> None:
    """Requests to a held host wait, and requests to other hosts don't."""
    limiter = ConnectionLimiter(2, 2)
    limiter.hold("a")
    waiting = limiter.enter("a")
    result_now(limiter.enter("b"))
    assert nothing_yet(waiting)
    limiter.release("a")
    result_now(waiting)
