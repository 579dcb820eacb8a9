"""sitescan as a library, on the running reactor."""

import doctest
from ipaddress import ip_network

import pytest
import pytest_twisted
from twisted.internet.defer import CancelledError
from twisted.internet.threads import deferToThread

import sitescan
from sitescan.configuration.settings import Settings
from sitescan.errors import ScanFailed
from sitescan.local import offline
from tests.integration.source_programs import run_program
from tests.running import free_port
from tests.site import page, serving

#: Settings with which scans end even on a slow machine.
LOCAL = Settings(allow_private=(ip_network("127.0.0.0/8"),), workers=1, scan_seconds=300, examine_seconds=100)


def test_documentation_examples() -> None:
    """The examples in the documentation work."""
    outcome = doctest.testmod(offline)
    assert outcome.attempted
    assert not outcome.failed


@pytest_twisted.ensureDeferred
async def test_scan() -> None:
    """A scan of a page returns its report."""
    with serving({"/": page("<!doctype html><title>Pears</title><h1>Pears</h1>")}) as site:
        report = await sitescan.scan(site.origin + "/", LOCAL)
    assert report.status_code == 200
    assert len(report.categories) == 5


@pytest_twisted.ensureDeferred
async def test_scans_share_child_processes() -> None:
    """A page that can't be scanned doesn't end other scans, which share the same child processes."""
    with serving({"/": page("<title>Pears</title>")}) as site:
        async with sitescan.scanning(LOCAL) as scan:
            first = await scan(site.origin + "/")
            with pytest.raises(ScanFailed, match="The connection was refused"):
                await scan(f"http://127.0.0.1:{free_port()}/")
            with pytest.raises(ScanFailed) as failed:
                await scan("nonsense")
            assert failed.value.error == "Invalid URL"
            second = await scan(site.origin + "/")
    assert [result.score for result in first.categories] == [result.score for result in second.categories]


@pytest_twisted.ensureDeferred
async def test_scan_is_cancelled() -> None:
    """A scan that is under way can be cancelled."""
    with serving({"/": page("<title>Pears</title>")}) as site:
        site.seconds["/"] = 5
        async with sitescan.scanning(LOCAL) as scan:
            under_way = scan(site.origin + "/")
            while not site.requests:
                await deferToThread(lambda: None)
            under_way.cancel()
            with pytest.raises(CancelledError):
                await under_way


_ASYNCIO = """
import asyncio, sys
from ipaddress import ip_network
import sitescan
from sitescan.errors import ScanFailed
from sitescan.configuration.settings import Settings

LOCAL = Settings(
    allow_private=(ip_network("127.0.0.0/8"),), workers=1, scan_seconds=300, examine_seconds=100
)
good, slow, closed = sys.argv[1:]

async def one():
    return (await sitescan.scan(good, LOCAL)).status_code

async def many():
    async with sitescan.scanning(LOCAL) as scan:
        first, second = await asyncio.gather(scan(good), scan(good))
        assert first.overall_score == second.overall_score
        try:
            await scan(closed)
        except ScanFailed as failed:
            assert failed.error == "Scan failed", failed
        try:
            await asyncio.wait_for(scan(slow), 1)
        except TimeoutError:
            return first.status_code

print(asyncio.run(one()), asyncio.run(many()))
"""


def test_asyncio() -> None:
    """In asyncio, scans can be awaited and cancelled, by one event loop after another."""
    with serving({"/": page("<!doctype html><title>Pears</title>"), "/slow": page("<title>Pears</title>")}) as site:
        site.seconds["/slow"] = 5
        urls = f"{site.origin}/", f"{site.origin}/slow", f"http://127.0.0.1:{free_port()}/"
        ran = run_program("-c", _ASYNCIO, *urls)
    assert (ran.stdout.strip(), ran.stderr, ran.returncode) == ("200 200", "", 0)


_ASYNCIO_REACTOR = """
import asyncio, sys
from twisted.internet import asyncioreactor
loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
asyncioreactor.install(loop)
from twisted.internet import reactor
from twisted.internet.defer import Deferred
from ipaddress import ip_network
import sitescan
from sitescan.configuration.settings import Settings

LOCAL = Settings(
    allow_private=(ip_network("127.0.0.0/8"),), workers=1, scan_seconds=300, examine_seconds=100
)

async def main():
    in_twisted = await sitescan.scan(sys.argv[1], LOCAL)
    task = loop.create_task(sitescan.scan(sys.argv[1], LOCAL))
    in_asyncio = await Deferred.fromFuture(task)
    print(in_twisted.status_code, in_asyncio.status_code)

def start():
    Deferred.fromCoroutine(main()).addErrback(print).addBoth(lambda _: reactor.stop())

reactor.callWhenRunning(start)
reactor.run()
"""


def test_asyncio_reactor() -> None:
    """If Twisted's reactor is asyncio's event loop, scans can be awaited in the coroutines of both."""
    with serving({"/": page("<!doctype html><title>Pears</title>")}) as site:
        ran = run_program("-c", _ASYNCIO_REACTOR, f"{site.origin}/")
    assert (ran.stdout.strip(), ran.stderr, ran.returncode) == ("200 200", "", 0)


def test_unknown_attribute() -> None:
    """A misspelled name fails as it does in any module."""
    with pytest.raises(AttributeError, match="no attribute 'scann'"):
        sitescan.scann  # type: ignore[attr-defined]  # noqa: B018
