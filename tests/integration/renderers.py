"""Renderers with a real browser, outside of a service."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from sitescan.admission.token_tables import tables_in_memory
from sitescan.concurrency.deadline import Deadline
from sitescan.configuration.settings import Settings
from sitescan.egress.client import Session
from sitescan.egress.connect import EgressContext
from sitescan.egress.host_budget import HostBudget
from sitescan.egress.policy import EgressPolicy
from sitescan.egress.resolver import Resolver
from sitescan.egress.tls import TlsContexts
from sitescan.fetch.page import fetch_page
from sitescan.model.exchange import Exchange, Page
from sitescan.model.rendered import Rendered
from sitescan.rendering.chromium_renderer import ChromiumRenderer
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import parse_target

#: One loopback address may be scanned; the other ones are private.
SETTINGS = Settings(allow_private=(ip_network("127.0.0.1"),), host_requests=0)


def context_of(reactor: Any) -> EgressContext:
    """Return the egress context of a scan's session."""
    policy = EgressPolicy.of(SETTINGS)
    tables = tables_in_memory(SETTINGS, time.time, reactor.seconds)
    return EgressContext(
        reactor=reactor,
        settings=SETTINGS,
        policy=policy,
        host_budget=HostBudget(requests=tables.courtesy, limit=0, policy=policy),
        resolver=Resolver(reactor, SETTINGS),
        tls=TlsContexts.load(""),
    )


async def fetch_and_render(
    reactor: Any, renderer: ChromiumRenderer, url: str, seconds: float = 300
) -> tuple[Page, Rendered]:
    """Return a page and what the renderer makes of it."""
    session = Session(context_of(reactor))
    try:
        deadline = Deadline.after(reactor, seconds)
        fetched = await fetch_page(session, parse_target(url), deadline, 0.0)
        return fetched, await renderer.render(session, fetched, "pears", deadline)
    finally:
        session.close()


async def render(reactor: Any, renderer: ChromiumRenderer, url: str, seconds: float = 300) -> Rendered:
    """Fetch and render a page."""
    return (await fetch_and_render(reactor, renderer, url, seconds))[1]


async def render_secure(reactor: Any, renderer: ChromiumRenderer, html: str) -> Rendered:
    """Render a page as if it was fetched over HTTPS."""
    url, fields = "https://pears.example/", Headers((("Content-Type", "text/html"),))
    session = Session(context_of(reactor))
    try:
        page = Page(exchange=Exchange(requested=url, url=url, status=200, headers=fields), body=html.encode())
        return await renderer.render(session, page, "pears", Deadline.after(reactor, 300))
    finally:
        session.close()


def is_alive(pid: int) -> bool:
    """Return whether a process exists."""
    return Path(f"/proc/{pid}").exists()


@asynccontextmanager
async def rendering(reactor: Any, seconds: float = 300) -> AsyncIterator[ChromiumRenderer]:
    """
    Run a renderer for the length of a block, and check that no process remains.

    :param seconds: the processor time for each page.
    """
    renderer = ChromiumRenderer(reactor, 1, always=False, longest=10_000_000, seconds=seconds)
    await renderer.start()
    try:
        yield renderer
    finally:
        pids = renderer.pids
        await renderer.stop()
        assert not any(map(is_alive, pids))
