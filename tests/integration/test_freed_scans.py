"""Objects that a scan leaves to the garbage collector, which blocks the reactor while it runs."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest_twisted
from twisted.internet.threads import deferToThread

import sitescan
from tests.integration.test_library import LOCAL
from tests.running import free_port
from tests.site import Answered, page, serving

#: Classes whose objects must be freed without the garbage collector, because they refer to many other objects. A
#: transport that never connected isn't among them, because it refers only to itself.
HELD = frozenset(
    {
        "ConnectionPool",
        "Connector",
        "HeadReceiver",
        "HttpConnection",
        "HttpResponse",
        "Outline",
        "Report",
        "ResponseReader",
        "Session",
        "Unreachable",
        "UrlChecker",
        "Work",
    }
)


@contextmanager
def garbage() -> Iterator[Callable[[], set[str]]]:
    """Turn garbage collection off; yield a function that returns the names of the classes that only it would free."""

    def found() -> set[str]:
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        gc.set_debug(0)
        names = {type(leaked).__name__ for leaked in gc.garbage}
        gc.garbage.clear()
        return names

    gc.collect()
    gc.disable()
    try:
        yield found
    finally:
        gc.set_debug(0)
        gc.enable()


LINKS = "".join(f"<a href='/{number}'>Pear {number}</a>" for number in range(20))
SHEETS = "<link rel=stylesheet href=/a.css><link rel=stylesheet href=/broken.css>"
FILES = "<script src=/a.js></script><img src=/a.png alt=Pear>"


@pytest_twisted.ensureDeferred
async def test_scan_is_freed_without_garbage_collector() -> None:
    """The connections, session, report and expected failures of a scan are freed without the garbage collector."""
    broken = Answered(b"pears", 200, (("Content-Type", "text/css"), ("Content-Encoding", "gzip")))
    linked = {f"/{number}": page("<title>Pear</title>") for number in range(20)}
    closed = f"<a href='http://127.0.0.1:{free_port()}/'>Nobody</a>"
    html = f"<!doctype html><title>Pears</title>{SHEETS}{FILES}{closed}{LINKS}"
    with serving({"/": page(html), "/broken.css": broken, **linked}) as site:
        async with sitescan.scanning(LOCAL) as scan:
            await scan(site.origin + "/")
            with garbage() as found:
                await scan(site.origin + "/")
                # The last connections report in the next turns that they are closed.
                for _ in range(5):
                    await deferToThread(lambda: None)
                assert not found() & HELD
