"""Whose turn it is."""

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from sitescan.examine.fair_queue import Account, ClientUsage, FairQueue


@frozen(eq=False)
class Waiting:
    """A job that waits."""

    account: Account
    background: bool = False


class Waits:
    """A line, and what stands in it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.usage = ClientUsage(lambda: self.now)
        self.queue: FairQueue[Waiting] = FairQueue(self.usage)

    def add(self, account: Account, *, background: bool = False) -> Waiting:
        """A job that waits from now on."""
        waiting = Waiting(account, background)
        self.queue.add(waiting)
        return waiting

    def turns(self, *, background: bool = True) -> list[Waiting]:
        """All that have a turn, in their order."""
        served = []
        while (work := self.queue.next(lambda _: True, background=background)) is not None:
            self.queue.remove(work)
            served.append(work)
        return served


@pytest.fixture
def waits() -> Waits:
    """A line in which nobody stands."""
    return Waits()


def test_whoever_came_first(waits: Waits) -> None:
    """Among those who have had next to nothing: a scan comes to its end before others begin."""
    begun, other = Account("a"), Account("b")
    waits.usage.add(begun, 0.9, background=False)
    new = waits.add(other)
    judge = waits.add(begun)
    assert waits.turns() == [judge, new]


def test_clients_that_have_had_more_come_later(waits: Waits) -> None:
    """By magnitude, and only for a while."""
    heavy, light, new = (Account(client) for client in ("heavy", "light", "new"))
    waits.usage.add(Account("heavy"), 9, background=False)
    waits.usage.add(Account("light"), 2.5, background=False)
    assert waits.turns() == []
    first, second, third = (waits.add(account) for account in (heavy, light, new))
    assert waits.turns() == [third, second, first]
    waits.now = 100
    first, second, third = (waits.add(account) for account in (heavy, light, new))
    assert waits.turns() == [first, second, third]


def test_scans_of_a_client_that_have_had_more_come_later(waits: Waits) -> None:
    """One heavy page of theirs does not keep the others waiting."""
    heavy, light = Account("a"), Account("a")
    waits.usage.add(heavy, 3, background=False)
    late, early = waits.add(heavy), waits.add(light)
    assert waits.turns() == [early, late]


def test_the_background_comes_last(waits: Waits) -> None:
    """Or not at all."""
    read = waits.add(Account("a"), background=True)
    page = waits.add(Account("b"))
    assert waits.turns(background=False) == [page]
    assert waits.turns() == [read]


@given(
    st.lists(
        st.tuples(st.sampled_from("abc"), st.floats(0, 20), st.integers(1, 3), st.booleans()), min_size=1, max_size=12
    )
)
def test_everybody_has_a_turn(scans: list[tuple[str, float, int, bool]]) -> None:
    """Each job once, and those of one scan and kind in the order in which they came."""
    waits = Waits()
    expected: list[Waiting] = []
    for client, seconds, jobs, background in scans:
        scan = Account(client)
        waits.usage.add(scan, seconds, background=background)
        expected += [waits.add(scan, background=background) for _ in range(jobs)]
    turns = waits.turns()
    assert set(turns) == set(expected)
    assert len(turns) == len(expected)
    for scan in {one.account for one in expected}:
        own = [one for one in turns if one.account is scan]
        assert own == [one for one in expected if one.account is scan]
    assert not waits.queue
