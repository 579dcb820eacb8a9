"""Every token table passes the same tests: in memory, in a parent process, and in a real Redis."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_twisted
from attrs import define, evolve
from twisted.internet.defer import CancelledError, gatherResults
from twisted.internet.task import Clock
from twisted.protocols.amp import AMP
from twisted.python.failure import Failure
from zope.interface.verify import verifyObject

from sitescan.admission.quota import Ticket
from sitescan.admission.redis_token_table import RedisTokenTable
from sitescan.admission.token_table import TokenTable
from sitescan.admission.token_tables import TokenTables
from sitescan.interfaces import ITokenTable
from sitescan.serving.amp_token_table import AmpTokenTable, TokenTableLocator
from sitescan.standards.redis_urls import parse_redis_url
from sitescan.state.redis_connection import RedisConnection
from tests.amp_pair import connect
from tests.programs import needs
from tests.redis_server import redis_server

pytestmark = pytest.mark.integration

#: A timeout that is long enough for any machine.
PATIENT = 300.0


@define(eq=False)
class Subject:
    """
    A kind of token table under test.

    :ivar make: a function that makes a table with a number of tokens in a window of some seconds.
    :ivar pass_time: a function that lets some seconds pass for the tables.
    :ivar now: a function that returns the time of the tables, in seconds since the epoch.
    :ivar tolerance: the error of this time in seconds.
    """

    make: Callable[[int, float], Any]
    pass_time: Callable[[float], Awaitable[None]]
    now: Callable[[], float]
    tolerance: float


async def in_memory(reactor: Any) -> AsyncIterator[Subject]:
    """Yield the table of one process."""
    clock = Clock()
    clock.advance(1_000_000.0)

    async def pass_time(seconds: float) -> None:
        clock.advance(seconds)

    def make(limit: int, window: float) -> TokenTable:
        return TokenTable(limit=limit, window=window, most=1000, now=clock.seconds, clock=clock.seconds)

    yield Subject(make, pass_time, clock.seconds, 0.001)


async def of_the_parent(reactor: Any) -> AsyncIterator[Subject]:
    """Yield the table of a parent process, used by a server process."""
    clock = Clock()
    clock.advance(1_000_000.0)

    async def pass_time(seconds: float) -> None:
        clock.advance(seconds)

    def make(limit: int, window: float) -> AmpTokenTable:
        table = TokenTable(limit=limit, window=window, most=1000, now=clock.seconds, clock=clock.seconds)
        child, parent = AMP(), AMP(locator=TokenTableLocator(TokenTables(quota=table, courtesy=table)))
        connect(reactor, child, parent)
        return AmpTokenTable(parent=child, name="quota")

    yield Subject(make, pass_time, clock.seconds, 0.001)


async def in_redis(reactor: Any) -> AsyncIterator[Subject]:
    """Yield a table in Redis. Time passes by moving the ends of all windows, since the server has its own clock."""
    with redis_server() as server:
        connection = RedisConnection(reactor, parse_redis_url(server.url), PATIENT)
        connection.start()
        passed = 0.0

        async def pass_time(seconds: float) -> None:
            nonlocal passed
            passed += seconds
            await connection.evaluate(_PASS_TIME, (), (round(seconds * 1000),))

        def make(limit: int, window: float) -> RedisTokenTable:
            return RedisTokenTable(connection=connection, name="quota", limit=limit, window=window, now=time.time)

        # The ends of windows are those of the server's clock, and tests read their own clock a moment later.
        yield Subject(make, pass_time, time.time, PATIENT)
        await connection.stop()


_PASS_TIME = """
for _, key in ipairs(redis.call('KEYS', 'sitescan:quota:*')) do
    local ends = tonumber(redis.call('HGET', key, 'ends')) - ARGV[1]
    redis.call('HSET', key, 'ends', string.format('%.0f', ends))
    redis.call('PEXPIREAT', key, string.format('%.0f', ends))
end
"""


@pytest_twisted.async_yield_fixture(
    params=[in_memory, of_the_parent, pytest.param(in_redis, marks=needs("redis-server"))],
    ids=lambda made: made.__name__,
)
async def subject(request: pytest.FixtureRequest, reactor: Any) -> AsyncIterator[Subject]:
    """Return each kind of token table in turn."""
    async for variant in request.param(reactor):
        yield variant


@pytest_twisted.ensureDeferred
async def test_provides_interface(subject: Subject) -> None:
    """The token table provides its interface."""
    verifyObject(ITokenTable, subject.make(1, 60))


@pytest_twisted.ensureDeferred
async def test_tokens_are_counted(subject: Subject) -> None:
    """Each request takes a token until none is left; a refused request and a look take none."""
    table = subject.make(2, 3600)
    tickets: list[Ticket] = [await table.take("a")]
    assert await table.look("a") == tickets[0]
    tickets += [await table.take("a") for _ in range(3)]
    assert [ticket.allowed for ticket in tickets] == [True, True, False, False]
    assert [ticket.remaining for ticket in tickets] == [1, 0, 0, 0]
    assert {ticket.limit for ticket in tickets} == {2}
    assert len({ticket.reset for ticket in tickets}) == 1
    assert tickets[0].reset == pytest.approx(subject.now() + 3600, abs=subject.tolerance)
    assert await table.look("a") == tickets[-1]
    assert (await table.take("b")).remaining == 1


@pytest_twisted.ensureDeferred
async def test_look_takes_no_token(subject: Subject) -> None:
    """Looking up a client without requests reports all of its tokens, and the present time."""
    table = subject.make(2, 3600)
    looks = [await table.look("a") for _ in range(3)]
    assert {(ticket.allowed, ticket.remaining) for ticket in looks} == {(True, 2)}
    assert looks[0].reset == pytest.approx(subject.now(), abs=subject.tolerance)
    assert (await table.take("a")).remaining == 1


@pytest_twisted.ensureDeferred
async def test_window_starts_with_first_request(subject: Subject) -> None:
    """A window ends its length after its first request, regardless of later requests."""
    table = subject.make(2, 3600)
    for _ in range(3):
        await table.take("a")
    await subject.pass_time(1800)
    assert not (await table.take("a")).allowed
    await table.take("b")
    await subject.pass_time(1800)
    assert (await table.take("a")).remaining == 1
    assert (await table.take("b")).remaining == 0


@pytest_twisted.ensureDeferred
async def test_unused_tokens_expire(subject: Subject) -> None:
    """Tokens that are left at the end of a window are lost."""
    table = subject.make(3, 60)
    await table.take("a")
    await subject.pass_time(60)
    assert (await table.take("a")).remaining == 2


@pytest_twisted.ensureDeferred
async def test_concurrent_requests(subject: Subject) -> None:
    """A hundred simultaneous requests get as many tokens as sequential requests."""
    table = subject.make(5, 3600)
    tickets = await gatherResults([table.take("a") for _ in range(100)])
    assert sum(ticket.allowed for ticket in tickets) == 5
    assert sorted(ticket.remaining for ticket in tickets if ticket.allowed) == [0, 1, 2, 3, 4]


@pytest_twisted.ensureDeferred
async def test_reserved_tokens(subject: Subject) -> None:
    """A request that spares tokens is refused and not counted if only these are left; other requests get them."""
    table = subject.make(3, 3600)
    tickets = [await table.take("a", spare=2) for _ in range(3)]
    assert [(ticket.allowed, ticket.remaining) for ticket in tickets] == [(True, 2), (False, 2), (False, 2)]
    assert [(await table.take("a")).allowed for _ in range(3)] == [True, True, False]
    assert not (await table.take("b", spare=3)).allowed


@pytest_twisted.ensureDeferred
async def test_reply_to_cancelled_request_is_discarded(subject: Subject) -> None:
    """The answer to a cancelled request isn't taken for the answer to the next one."""
    table = subject.make(5, 3600)
    request = table.take("a")
    request.cancel()
    given_up = not request.called or isinstance(request.result, Failure)
    if given_up:
        with pytest.raises(CancelledError):
            await request
    assert (await table.take("b")).remaining == 4
    assert (await table.take("b")).remaining == 3


@pytest_twisted.ensureDeferred
async def test_no_limit(subject: Subject) -> None:
    """Without a limit, every request is allowed."""
    table = subject.make(0, 3600)
    tickets = [*[await table.take("a") for _ in range(10)], await table.look("a")]
    assert {(ticket.allowed, ticket.limit, ticket.remaining) for ticket in tickets} == {(True, 0, 0)}


@pytest.mark.parametrize("client", ["", "2001:db8::/64", "\udcff", "a b\r\nFLUSHALL\r\n", "x" * 10_000, "{a}:*"])
@pytest_twisted.ensureDeferred
async def test_arbitrary_client_names(subject: Subject, client: str) -> None:
    """A client with any name is counted by itself."""
    table = subject.make(1, 3600)
    assert [(await table.take(client)).allowed for _ in range(2)] == [True, False]
    assert (await table.take("another")).allowed


@needs("redis-server")
@pytest_twisted.ensureDeferred
async def test_redis_keys(reactor: Any) -> None:
    """Redis keeps no client's address and nothing longer than its window; a malformed window is started anew."""
    with redis_server("--requirepass", "pears") as server:
        url = evolve(parse_redis_url(server.url), password="pears")
        connection = RedisConnection(reactor, url, PATIENT)
        connection.start()
        table = RedisTokenTable(connection=connection, name="quota", limit=2, window=3600, now=time.time)
        begun = time.time()
        # Redis counts in milliseconds.
        assert (await table.take("192.0.2.7")).reset >= begun + 3600 - 0.001
        dump = await connection.evaluate(
            "return {redis.call('KEYS', '*'), redis.call('PTTL', KEYS[1])}", (key(table),), ()
        )
        assert not any(b"192.0.2.7" in name for name in dump[0])
        assert 0 < dump[1] <= 3600 * 1000
        await connection.evaluate("redis.call('HSET', KEYS[1], 'used', 'pear', 'ends', '')", (key(table),), ())
        assert (await table.take("192.0.2.7")).remaining == 1
        # The clock of the server was set back by a day.
        await connection.evaluate("redis.call('HINCRBY', KEYS[1], 'ends', 86400000)", (key(table),), ())
        assert (await table.take("192.0.2.7")).remaining == 1
        other = RedisTokenTable(connection=connection, name="courtesy", limit=2, window=3600, now=time.time)
        assert key(other) != key(table)
        await connection.stop()


def key(table: RedisTokenTable) -> str:
    """Return the Redis key of a client's window."""
    return table.key("192.0.2.7")
