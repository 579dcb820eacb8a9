"""So many scans for each client in a window, whatever the clock does."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from zope.interface.verify import verifyObject

from sitescan.admission.quota import Ticket
from sitescan.admission.token_table import TokenTable
from sitescan.interfaces import ITokenTable
from tests.results import result_now


class Watch:
    """A clock on the wall, that can be set."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.time


@pytest.fixture
def watch() -> Watch:
    """The clock."""
    return Watch()


@pytest.fixture
def table(watch: Watch) -> TokenTable:
    """Two tokens an hour, three clients."""
    return TokenTable(limit=2, window=3600, most=3, now=watch, clock=watch)


def take(table: TokenTable, client: str = "a") -> Ticket:
    """Ask once."""
    return result_now(table.take(client))


def test_it_is_a_quota(table: TokenTable) -> None:
    """It provides the interface."""
    verifyObject(ITokenTable, table)


def test_tokens_are_counted(table: TokenTable, watch: Watch) -> None:
    """Each request takes one until none is left; the answer says when there are more."""
    end = watch.time + 3600
    assert take(table) == Ticket(allowed=True, limit=2, remaining=1, reset=end)
    watch.time += 10
    assert take(table) == Ticket(allowed=True, limit=2, remaining=0, reset=end)
    assert take(table) == Ticket(allowed=False, limit=2, remaining=0, reset=end)
    assert take(table, "b").remaining == 1


@pytest.mark.parametrize(("after", "allowed"), [(3599, False), (3599.999, False), (3600, True)])
def test_the_edge_of_the_window(table: TokenTable, watch: Watch, after: float, allowed: bool) -> None:
    """The window is one hour long, to the second, from its first request on."""
    for _ in range(3):
        take(table)
    watch.time += after
    assert take(table).allowed is allowed


def test_a_full_table(table: TokenTable, watch: Watch) -> None:
    """Where too many clients come, the oldest window is forgotten, and the others are not."""
    for client in "abc":
        take(table, client)
        watch.time += 1
    take(table, "b")
    take(table, "d")
    assert len(table) == 3
    assert take(table, "c").remaining == 0
    assert take(table, "b").allowed is False
    assert take(table, "a").remaining == 1


def test_a_look_takes_nothing(table: TokenTable) -> None:
    """It says whether the next request would be allowed, whatever has been taken."""
    assert [result_now(table.look("a")), len(table)] == [Ticket(allowed=True, limit=2, remaining=2, reset=1_000_000), 0]
    for remaining in (1, 0, 0):
        take(table)
        looked = result_now(table.look("a"))
        assert (looked.allowed, looked.remaining) == (remaining > 0, remaining)


@pytest.mark.cpu
def test_a_million_clients(watch: Watch) -> None:
    """A flood of clients costs the same for each, and no more memory than the table has."""
    table = TokenTable(limit=5, window=3600, most=1000, now=watch, clock=watch)
    started = process_time()
    for number in range(1_000_000):
        table.take(f"10.{number}")
    assert len(table) == 1000
    assert process_time() - started < 20


def test_ended_windows_are_forgotten(table: TokenTable, watch: Watch) -> None:
    """They do not stay until the table is full."""
    for client in "abc":
        take(table, client)
    watch.time += 3600
    take(table, "d")
    assert len(table) == 1


def test_the_clock_is_set_back_far(table: TokenTable, watch: Watch) -> None:
    """Nobody is kept out for the time by which the clock was wrong."""
    for _ in range(3):
        take(table)
    watch.time -= 100_000
    assert take(table).allowed


def test_the_clock_is_set_back_a_little(table: TokenTable, watch: Watch) -> None:
    """Nor for longer than a window, whoever else came before or since."""
    take(table, "early")
    watch.time += 1800
    for _ in range(3):
        take(table, "a")
    watch.time -= 1800
    assert take(table, "a").reset <= watch.time + 3600
    for _ in range(3):
        take(table, "b")
    watch.time += 3600
    assert take(table, "b").allowed
    assert take(table, "a").allowed


@pytest.mark.parametrize("step", [-100_000, -3600, -1, 1, 3600, 100_000])
def test_the_wall_clock_is_set(watch: Watch, step: float) -> None:
    """No window ends sooner or later for it; clients are told the end by the clock as it is now."""
    wall = Watch()
    table = TokenTable(limit=2, window=3600, most=3, now=wall, clock=watch)
    for _ in range(2):
        take(table)
    wall.time += step
    watch.time += 1000
    refused = take(table)
    assert (refused.allowed, refused.reset) == (False, wall.time + 2600)
    watch.time += 2599
    assert not take(table).allowed
    watch.time += 1
    assert take(table).allowed


@pytest.mark.parametrize(
    ("abuser", "fill"),
    [
        ("2001:db8:1:1::/64", [f"2001:db8:1:{number:x}::/64" for number in range(2, 60)]),
        ("192.0.2.1", [f"192.0.2.{number}" for number in range(2, 60)]),
        ("192.0.2.1", [f"192.0.2.{number}" for number in range(128, 200)]),
    ],
)
def test_filling_the_table_from_one_network(watch: Watch, abuser: str, fill: list[str]) -> None:
    """Whoever does it makes room for themselves out of their own network; others keep their windows."""
    table = TokenTable(limit=2, window=3600, most=10, now=watch, clock=watch)
    others = ["198.51.100.1", "203.0.113.9", "2001:db8:2::/64"]
    for client in others:
        for _ in range(2):
            take(table, client)
    for client in (abuser, *fill):
        take(table, client)
    assert len(table) == 10
    assert not any(take(table, client).allowed for client in others)


def test_no_limit(watch: Watch) -> None:
    """Without a limit nobody is counted."""
    table = TokenTable(limit=0, window=3600, most=3, now=watch, clock=watch)
    assert take(table) == Ticket(allowed=True, limit=0, remaining=0, reset=watch.time)
    assert len(table) == 0


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.integers(-4000, 4000)), max_size=60))
def test_whatever_the_clock_does(steps: list[tuple[str, int]]) -> None:
    """A window lies within the next hour, and the table keeps its size."""
    watch = Watch()
    table = TokenTable(limit=2, window=3600, most=3, now=watch, clock=watch)
    for client, seconds in steps:
        watch.time += seconds
        ticket = take(table, client)
        assert watch.time < ticket.reset <= watch.time + 3600
        assert 0 <= ticket.remaining < 2
        assert len(table) <= 3
