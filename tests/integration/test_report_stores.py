"""Both report stores, in memory and in a real Redis, pass the same tests."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_twisted
from twisted.internet.task import Clock
from zope.interface.verify import verifyObject

from sitescan.caching.report_stores import MemoryReportStore, RedisReportStore
from sitescan.interfaces import IReportStore
from sitescan.standards.redis_urls import parse_redis_url
from sitescan.state.redis_connection import RedisConnection
from tests.programs import needs
from tests.redis_server import redis_server

pytestmark = pytest.mark.integration

PATIENT = 300.0


@pytest_twisted.async_yield_fixture(params=["memory", pytest.param("redis", marks=needs("redis-server"))])
async def store(request: pytest.FixtureRequest, reactor: Any) -> AsyncIterator[Any]:
    """Return each report store in turn."""
    if request.param == "memory":
        yield MemoryReportStore(seconds=3600, most=10_000_000, clock=Clock().seconds)
        return
    with redis_server() as server:
        connection = RedisConnection(reactor, parse_redis_url(server.url), PATIENT)
        connection.start()
        yield RedisReportStore(connection=connection, seconds=3600)
        await connection.stop()


@pytest_twisted.ensureDeferred
async def test_put_and_get(store: Any) -> None:
    """A report is kept byte for byte, and the last one for a key counts."""
    verifyObject(IReportStore, store)
    assert await store.get("a") is None
    report = bytes(range(256)) * 1000
    await store.put("a", b"1\r\n")
    await store.put("a", report)
    await store.put("b", b"")
    assert [await store.get("a"), await store.get("b"), await store.get("c")] == [report, b"", None]
    for length in (0xFFFF, 0x10000, 2 * 0xFFFF, 1_100_000):
        await store.put("a", (report * 5)[:length])
        assert await store.get("a") == (report * 5)[:length]


@pytest.mark.parametrize("store", [pytest.param("redis", marks=needs("redis-server"))], indirect=True)
@pytest_twisted.ensureDeferred
async def test_lease_is_exclusive(store: Any) -> None:
    """The holder of a lease may renew and release it, and no other holder can take or release it before."""
    assert [await store.lease("a", holder) for holder in ("first", "second", "first")] == [True, False, True]
    assert await store.lease("b", "second")
    await store.release("a", "second")
    assert not await store.lease("a", "second")
    await store.release("a", "first")
    await store.release("a", "first")
    assert await store.lease("a", "second")
    assert not await store.lease("a", "first")


@needs("redis-server")
@pytest_twisted.ensureDeferred
async def test_redis_expiry_and_outage(reactor: Any) -> None:
    """Reports and leases expire in Redis, and an unavailable server has no report and grants every lease."""
    with redis_server() as server:
        connection = RedisConnection(reactor, parse_redis_url(server.url), PATIENT)
        connection.start()
        store = RedisReportStore(connection=connection, seconds=60)
        await store.put("a", b"x")
        assert await store.lease("a", "first")
        assert 0 < await connection.evaluate("return redis.call('PTTL', 'sitescan:report:a')", (), ()) <= 60_000
        assert 0 < await connection.evaluate("return redis.call('PTTL', 'sitescan:lease:a')", (), ()) <= 10_000
        server.kill()
        assert await store.get("a") is None
        await store.put("a", b"x")
        assert await store.lease("a", "second")
        await store.release("a", "second")
        await connection.stop()


def test_memory_is_bounded() -> None:
    """Old reports make room for new ones or expire, and a report that is too large isn't kept."""
    clock = Clock()
    store = MemoryReportStore(seconds=60, most=100, clock=clock.seconds)
    found: list[Any] = []

    def known() -> list[str]:
        found.clear()
        for key in "abc":
            store.get(key).addCallback(found.append)
        return [key for key, report in zip("abc", found, strict=True) if report is not None]

    for key in "abc":
        store.put(key, b"x" * 40)
        clock.advance(10)
    assert known() == ["b", "c"]
    store.put("b", b"y" * 60)
    assert known() == ["b", "c"]
    store.put("a", b"z" * 101)
    assert known() == []
    store.put("a", b"x")
    clock.advance(59)
    store.put("b", b"x")
    assert known() == ["a", "b"]
    clock.advance(1)
    assert known() == ["b"]
