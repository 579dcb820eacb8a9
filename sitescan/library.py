"""The functions ``sitescan.scan`` and ``sitescan.scanning``, for programs that run Twisted's reactor."""

import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import Any

from attrs import evolve
from twisted.internet.defer import Deferred

from sitescan.assembly import assemble
from sitescan.model.report import Report
from sitescan.settings import Settings
from sitescan.standards.urls import parse_target


async def scan(url: str, settings: Settings | None = None, *, render: bool = False) -> Report:
    """
    Scan a page and return its report.

    Twisted's reactor has to run::

        from twisted.internet.defer import Deferred
        from twisted.internet.task import react
        import sitescan

        async def main(reactor):
            print((await sitescan.scan("https://example.com/")).overall_score)

        react(lambda reactor: Deferred.fromCoroutine(main(reactor)))

    Each call starts child processes that parse the page; :func:`scanning` keeps them for many pages.

    :param settings: the limits and options of ``twist sitescan``.
    :param render: whether to run the scripts of a page whose content they seem to write, in Chromium.
    :raises sitescan.standards.urls.InvalidTarget: if the URL can't be scanned.
    :raises sitescan.rendering.rendering_errors.RendererUnavailable: if the system can't run the browser.
    :raises Exception: if the scan failed. :func:`sitescan.web.error_responses.api_error` describes the reason.
    """
    async with scanning(settings, render=render) as scan_page:
        return await scan_page(url)


@asynccontextmanager
async def scanning(
    settings: Settings | None = None,
    *,
    reactor: Any = None,
    headers: Mapping[str, Sequence[tuple[str, str]]] = MappingProxyType({}),
    insecure: bool = False,
    render: bool = False,
) -> AsyncIterator[Callable[[str], Deferred[Report]]]:
    """
    Provide a function that scans pages for the length of a block.

    It scans as many pages at the same time as the settings allow. Cancelling a scan stops it. The child processes end
    with the block.

    :param reactor: the reactor that runs, if it isn't the global one.
    :param headers: header fields for every request to an origin, such as
        ``{"https://example.com": [("Authorization", "Bearer abc")]}``. They are sent to no other origin.
    :param insecure: whether to accept certificates that browsers don't trust.
    :param render: whether to run the scripts of pages whose content they seem to write, in Chromium.
    :raises sitescan.rendering.rendering_errors.RendererUnavailable: if the system can't run the browser.
    """
    if reactor is None:
        from twisted.internet import reactor as running

        reactor = running
    settings = settings or Settings()
    if render:
        settings = evolve(settings, renderer="chromium")
    assembly = assemble(reactor, settings, now=time.time, headers=headers, insecure=insecure)

    def scan_page(url: str) -> Deferred[Report]:
        return assembly.scanner.scan(parse_target(url), url)

    try:
        await assembly.start()
        yield scan_page
    finally:
        await assembly.stop()
