"""Checks whether a page can also be reached over plain HTTP and outdated versions of TLS."""

from typing import Any

from twisted.internet.defer import Deferred

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.client import Session
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import Unreachable
from sitescan.fanout import all_succeeded
from sitescan.fetch.check_url import check_url, steps
from sitescan.model.answers import Answer
from sitescan.model.exchange import Exchange
from sitescan.model.transport_answers import Transport
from sitescan.standards.urls import serialized_target

_HTTPS = 443


async def check_transport(session: Session, exchange: Exchange, deadline: Deadline) -> Transport:
    """Run both checks at the same time."""
    probes: list[Deferred[Any]] = [
        Deferred.fromCoroutine(check_plain_http(session, exchange, deadline)),
        Deferred.fromCoroutine(find_outdated_tls(session, exchange, deadline)),
    ]
    plain, outdated = await all_succeeded(probes)
    return Transport(exchange=exchange, plain=plain, outdated_tls=outdated, now=exchange.fetched_at)


async def check_plain_http(session: Session, exchange: Exchange, deadline: Deadline) -> Answer | None:
    """
    Request the ``http://`` counterpart of the requested URL, and return the answer.

    The answer is known if the requested URL was ``http://`` itself. ``None`` if the URL has a port other than 443,
    because it has no counterpart that visitors would use.
    """
    target = serialized_target(exchange.requested)
    if not target.secure:
        return Answer(
            url=exchange.requested,
            method="GET",
            steps=steps(exchange.hops),
            status=exchange.status,
            headers=exchange.headers,
        )
    if target.port != _HTTPS:
        return None
    return await check_url(session, f"http://{target.authority}{target.path}", deadline)


async def find_outdated_tls(session: Session, exchange: Exchange, deadline: Deadline) -> str:
    """
    Return the newest version before TLS 1.2 that the page's server accepts; empty if it accepts none, or uses no TLS.

    https://www.rfc-editor.org/rfc/rfc8996
    """
    if not exchange.secure:
        return ""
    try:
        return (await session.handshake(serialized_target(exchange.url), deadline, outdated=True)).protocol
    except (Unreachable, Forbidden, TimedOut):
        return ""
