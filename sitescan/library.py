"""The functions ``sitescan.scan`` and ``sitescan.scanning``, for programs of asyncio and of Twisted."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from types import MappingProxyType

from attrs import evolve
from twisted.internet.defer import CancelledError, Deferred

from sitescan.assembly import Assembly, assemble
from sitescan.concurrency.reactor import IReactor, global_reactor
from sitescan.concurrency.reactor_access import run_on
from sitescan.configuration.settings import Settings
from sitescan.egress.shared_responses import SharedResponses
from sitescan.errors import ScanFailed
from sitescan.examine.command_fork_server import ForkedServer
from sitescan.model.report import Report
from sitescan.own_reasons import is_own_reason
from sitescan.standards.urls import parse_target
from sitescan.web.error_responses import INTERNAL, api_error


async def scan(url: str, settings: Settings | None = None, *, render: bool = False) -> Report:
    """
    Scan a page and return its report.

    With asyncio::

        import asyncio
        import sitescan

        report = asyncio.run(sitescan.scan("https://example.com/"))
        print(report.overall_score)

    With Twisted, whose reactor the program runs::

        from twisted.internet.defer import Deferred
        from twisted.internet.task import react
        import sitescan

        async def main(reactor):
            print((await sitescan.scan("https://example.com/")).overall_score)

        react(lambda reactor: Deferred.fromCoroutine(main(reactor)))

    Each call starts child processes that parse the page; :func:`scanning` keeps them for many pages.

    :param settings: the limits and options of ``twist sitescan``.
    :param render: whether to run the scripts of a page whose content they seem to write, in Chromium.
    :raises sitescan.errors.ScanFailed: if the page can't be scanned.
    :raises sitescan.errors.RendererUnavailable: if the system can't run the browser.
    """
    async with scanning(settings, render=render) as scan_page:
        return await scan_page(url)


@asynccontextmanager
async def scanning(
    settings: Settings | None = None,
    *,
    reactor: IReactor | None = None,
    headers: Mapping[str, Sequence[tuple[str, str]]] = MappingProxyType({}),
    insecure: bool = False,
    render: bool = False,
    shared: SharedResponses | None = None,
    fork_server: ForkedServer | None = None,
) -> AsyncIterator[Callable[[str], Deferred[Report] | asyncio.Future[Report]]]:
    """
    Provide a function that scans pages for the length of a block.

    It returns a Deferred, or in a task of asyncio a future. It scans as many pages at the same time as the settings
    allow. Cancelling a scan stops it. The child processes end with the block.

    :param reactor: the reactor that runs, if it isn't the global one.
    :param headers: header fields for every request to an origin, such as
        ``{"https://example.com": [("Authorization", "Bearer abc")]}``. They are sent to no other origin.
    :param insecure: whether to accept certificates that browsers don't trust.
    :param render: whether to run the scripts of pages whose content they seem to write, in Chromium.
    :param shared: the responses that all scans share; by default, each scan sends its own requests.
    :param fork_server: the process that children are forked from, if this process has already forked it.
    :raises sitescan.errors.RendererUnavailable: if the system can't run the browser.
    """
    reactor = reactor or global_reactor()
    settings = evolve(settings or Settings(), renderer="chromium") if render else settings or Settings()
    run = run_on(reactor)

    async def started() -> Assembly:
        assembly = assemble(
            reactor,
            settings,
            now=time.time,
            headers=headers,
            insecure=insecure,
            patient=True,
            shared=shared,
            fork_server=fork_server,
        )
        try:
            await assembly.start()
        except BaseException:
            await assembly.stop()
            raise
        return assembly

    assembly = await run(started)
    try:
        yield lambda url: run(partial(_report, assembly, url))
    finally:
        await run(assembly.stop)


async def _report(assembly: Assembly, url: str) -> Report:
    try:
        return await assembly.scanner.scan(parse_target(url), url)
    except CancelledError:
        raise
    except Exception as problem:
        raise scan_failed(problem) from problem


def scan_failed(problem: Exception) -> ScanFailed:
    """
    Return the failure of a scan as it is described to people.

    :raises Exception: the problem itself, if it is an error of this program.
    """
    described = api_error(problem)
    if described is INTERNAL:
        raise problem
    return ScanFailed(described.error, described.details, is_own=is_own_reason(problem))
