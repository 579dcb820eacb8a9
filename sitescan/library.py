"""``sitescan.scan`` and ``sitescan.scanning``: scans of pages for programs that run Twisted's reactor."""

import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import Any

from twisted.internet.defer import Deferred

from sitescan.assembly import assemble
from sitescan.model.report import Report
from sitescan.settings import Settings
from sitescan.standards.urls import parse_target


async def scan(url: str, settings: Settings | None = None) -> Report:
    """
    Fetch a page, examine it, and return its report.

    It runs on Twisted's reactor, which has to run::

        from twisted.internet.defer import Deferred
        from twisted.internet.task import react
        import sitescan

        async def main(reactor):
            print((await sitescan.scan("https://example.com/")).overall_score)

        react(lambda reactor: Deferred.fromCoroutine(main(reactor)))

    Each call starts a child process that parses the page; :func:`scanning` keeps them for many pages.

    :param settings: limits and options, those of ``twist sitescan``.
    :raises sitescan.standards.urls.InvalidTarget: where the URL is not one that is scanned.
    :raises Exception: where the page could not be had; :func:`sitescan.web.error_responses.api_error`
        says why in words.
    """
    async with scanning(settings) as one:
        return await one(url)


@asynccontextmanager
async def scanning(
    settings: Settings | None = None,
    *,
    reactor: Any = None,
    headers: Mapping[str, Sequence[tuple[str, str]]] = MappingProxyType({}),
    insecure: bool = False,
) -> AsyncIterator[Callable[[str], Deferred[Report]]]:
    """
    A function that scans pages, as many at once as the settings allow, for the length of a block.

    When the block ends, so do the child processes; a scan that is cancelled stops where it is.

    :param reactor: the reactor that runs, where that is not the global one.
    :param headers: header fields that are sent with every request to an origin, such as
        ``{"https://example.com": [("Authorization", "Bearer abc")]}``; no other site gets them.
    :param insecure: whether certificates that browsers would not trust are taken.
    """
    if reactor is None:
        from twisted.internet import reactor as running

        reactor = running
    settings = settings or Settings()
    assembly = assemble(reactor, settings, now=time.time, headers=headers, insecure=insecure)

    def scan_one(url: str) -> Deferred[Report]:
        return assembly.scanner.scan(parse_target(url), url)

    assembly.start()
    try:
        yield scan_one
    finally:
        await assembly.stop()
