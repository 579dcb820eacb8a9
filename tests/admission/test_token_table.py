"""Each client has a limited number of scans in a window, even if the clock is set."""

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
    """A wall clock that can be set."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        """Return the time."""
        return self.time


@pytest.fixture
def watch() -> Watch:
    """Return the clock."""
    return Watch()


@pytest.fixture
def table(watch: Watch) -> TokenTable:
    """Return a table for three clients, with two tokens an hour each."""
    return TokenTable(limit=2, window=3600, most=3, now=watch, clock=watch)


def take(table: TokenTable, client: str = "a") -> Ticket:
    """Take a token."""
    return result_now(table.take(client))


def test_provides_interface(table: TokenTable) -> None:
    """The token table provides its interface."""
    verifyObject(ITokenTable, table)


def test_tokens_are_counted(table: TokenTable, watch: Watch) -> None:
    """Each request takes a token until none is left, and the ticket has the end of the window."""
    end = watch.time + 3600
    assert take(table) == Ticket(allowed=True, limit=2, remaining=1, reset=end)
    watch.time += 10
    assert take(table) == Ticket(allowed=True, limit=2, remaining=0, reset=end)
    assert take(table) == Ticket(allowed=False, limit=2, remaining=0, reset=end)
    assert take(table, "b").remaining == 1


@pytest.mark.parametrize(("after", "allowed"), [(3599, False), (3599.999, False), (3600, True)])
def test_window_boundary(table: TokenTable, watch: Watch, after: float, allowed: bool) -> None:
    """A window ends exactly one hour after its first request."""
    for _ in range(3):
        take(table)
    watch.time += after
    assert take(table).allowed is allowed


def test_full_table(table: TokenTable, watch: Watch) -> None:
    """When the table is full, the oldest window is forgotten, and all newer windows are kept."""
    for client in "abc":
        take(table, client)
        watch.time += 1
    take(table, "b")
    take(table, "d")
    assert len(table) == 3
    assert take(table, "c").remaining == 0
    assert take(table, "b").allowed is False
    assert take(table, "a").remaining == 1


def test_lookup_takes_no_token(table: TokenTable) -> None:
    """Looking up a client reports whether its next request would be allowed, and takes no token."""
    assert [result_now(table.look("a")), len(table)] == [Ticket(allowed=True, limit=2, remaining=2, reset=1_000_000), 0]
    for remaining in (1, 0, 0):
        take(table)
        looked = result_now(table.look("a"))
        assert (looked.allowed, looked.remaining) == (remaining > 0, remaining)


@pytest.mark.cpu
def test_million_clients(watch: Watch) -> None:
    """Neither the cost per client nor the size of the table grows when a million clients arrive."""
    table = TokenTable(limit=5, window=3600, most=1000, now=watch, clock=watch)
    started = process_time()
    for number in range(1_000_000):
        table.take(f"10.{number}")
    assert len(table) == 1000
    assert process_time() - started < 20


def test_ended_windows_are_forgotten(table: TokenTable, watch: Watch) -> None:
    """Windows that have ended are forgotten before the table is full."""
    for client in "abc":
        take(table, client)
    watch.time += 3600
    take(table, "d")
    assert len(table) == 1


def test_clock_set_back_far(table: TokenTable, watch: Watch) -> None:
    """A client that was refused is allowed again at once after the clock is set back far."""
    for _ in range(3):
        take(table)
    watch.time -= 100_000
    assert take(table).allowed


def test_clock_set_back_slightly(table: TokenTable, watch: Watch) -> None:
    """A client that was refused is allowed again within an hour after the clock is set back by half an hour."""
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
def test_wall_clock_change(watch: Watch, step: float) -> None:
    """Setting the wall clock changes no window, and the reset time of a ticket follows the new wall clock."""
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
def test_table_filled_from_one_network(watch: Watch, abuser: str, fill: list[str]) -> None:
    """A client that fills the table displaces only the windows of its own network."""
    table = TokenTable(limit=2, window=3600, most=10, now=watch, clock=watch)
    clients = ["198.51.100.1", "203.0.113.9", "2001:db8:2::/64"]
    for client in clients:
        for _ in range(2):
            take(table, client)
    for client in (abuser, *fill):
        take(table, client)
    assert len(table) == 10
    assert not any(take(table, client).allowed for client in clients)


def test_no_limit(watch: Watch) -> None:
    """Without a limit, every request is allowed and no client is counted."""
    table = TokenTable(limit=0, window=3600, most=3, now=watch, clock=watch)
    assert take(table) == Ticket(allowed=True, limit=0, remaining=0, reset=watch.time)
    assert len(table) == 0


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.integers(-4000, 4000)), max_size=60))
def test_arbitrary_clock_changes(steps: list[tuple[str, int]]) -> None:
    """However the clock is set, a window ends within the next hour, and the table keeps to its maximum size."""
    watch = Watch()
    table = TokenTable(limit=2, window=3600, most=3, now=watch, clock=watch)
    for client, seconds in steps:
        watch.time += seconds
        ticket = take(table, client)
        assert watch.time < ticket.reset <= watch.time + 3600
        assert 0 <= ticket.remaining < 2
        assert len(table) <= 3
