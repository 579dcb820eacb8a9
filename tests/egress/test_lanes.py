"""So many at once and no more, and nobody waits for ever."""

from collections import Counter
from functools import partial

from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.defer import Deferred

from sitescan.egress.lanes import Lanes
from tests.results import nothing_yet, result_now


def enter(lanes: Lanes, host: str) -> Deferred[None]:
    """Wait for a lane."""
    return Deferred.fromCoroutine(lanes.enter(host))


def test_per_host() -> None:
    """One host has so many lanes; another one has its own."""
    lanes = Lanes(10, 2)
    first, second, third = (enter(lanes, "a") for _ in range(3))
    assert (first.called, second.called, nothing_yet(third)) == (True, True, True)
    result_now(enter(lanes, "b"))
    lanes.leave("a")
    result_now(third)


def test_total() -> None:
    """All hosts together have so many."""
    lanes = Lanes(2, 2)
    result_now(enter(lanes, "a"))
    result_now(enter(lanes, "b"))
    waiting = enter(lanes, "c")
    assert nothing_yet(waiting)
    lanes.leave("a")
    result_now(waiting)


def test_hosts_take_turns() -> None:
    """A host with a long line does not hold up one with a short line."""
    lanes = Lanes(1, 1)
    result_now(enter(lanes, "x"))
    order: list[str] = []
    for host in ("a", "a", "a", "b", "c"):
        enter(lanes, host).addCallback(partial(_note, order, host))
    for host in ("x", "a", "b", "c", "a", "a"):
        lanes.leave(host)
    assert order == ["a", "b", "c", "a", "a"]


def _note(order: list[str], host: str, _: None) -> None:
    order.append(host)


def test_cancelled() -> None:
    """Whoever gives up gives up the place, and starts nobody."""
    lanes = Lanes(1, 1)
    result_now(enter(lanes, "a"))
    second, third = enter(lanes, "a"), enter(lanes, "a")
    second.addErrback(lambda _: None)
    second.cancel()
    assert nothing_yet(third)
    lanes.leave("a")
    result_now(third)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["enter", "leave", "cancel"])), max_size=60))
def test_whatever_happens(steps: list[tuple[str, str]]) -> None:
    """The ceilings hold, and a lane is never idle while somebody may have it."""
    lanes = Lanes(4, 2)
    inside: list[str] = []
    waiting: list[tuple[str, Deferred[None]]] = []
    for host, step in steps:
        if step == "enter":
            turn = enter(lanes, host)
            waiting.append((host, turn))
            turn.addCallbacks(lambda _, host=host: inside.append(host), lambda _: None)
        elif step == "leave" and host in inside:
            inside.remove(host)
            lanes.leave(host)
        elif step == "cancel" and waiting:
            waiting.pop(0)[1].cancel()
        waiting = [(host, turn) for host, turn in waiting if not turn.called]
        busy = Counter(inside)
        assert len(inside) <= 4
        assert all(number <= 2 for number in busy.values())
        assert not any(len(inside) < 4 and busy[host] < 2 for host, _ in waiting)


def test_a_lane_stays_with_its_host() -> None:
    """Where no host is without a lane, the connection that is open is used again."""
    lanes = Lanes(3, 2)
    for host in ("a", "a", "b"):
        result_now(enter(lanes, host))
    order: list[str] = []
    for host in ("b", "a", "a"):
        enter(lanes, host).addCallback(partial(_note, order, host))
    lanes.leave("a")
    lanes.leave("a")
    assert order == ["a", "a"]


def test_first() -> None:
    """Whoever was told to come again goes before the others."""
    lanes = Lanes(1, 1)
    result_now(enter(lanes, "a"))
    order: list[str] = []
    enter(lanes, "a").addCallback(partial(_note, order, "new"))
    Deferred.fromCoroutine(lanes.enter("a", first=True)).addCallback(partial(_note, order, "again"))
    lanes.leave("a")
    assert order == ["again"]


def test_held() -> None:
    """Nobody gets in to a host that is held; the others do."""
    lanes = Lanes(2, 2)
    lanes.hold("a")
    waiting = enter(lanes, "a")
    result_now(enter(lanes, "b"))
    assert nothing_yet(waiting)
    lanes.release("a")
    result_now(waiting)
