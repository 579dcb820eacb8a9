"""How a page is reached beside the way it was fetched: over plain HTTP, and over outdated versions of TLS."""

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
    """Both, side by side."""
    probes: list[Deferred[Any]] = [
        Deferred.fromCoroutine(check_plain_http(session, exchange, deadline)),
        Deferred.fromCoroutine(find_outdated_tls(session, exchange, deadline)),
    ]
    plain, outdated = await all_succeeded(probes)
    return Transport(exchange=exchange, plain=plain, outdated_tls=outdated, now=exchange.fetched_at)


async def check_plain_http(session: Session, exchange: Exchange, deadline: Deadline) -> Answer | None:
    """
    What ``http://`` answers for the address that was asked for; ``None`` where there is no such address.

    Where that was itself ``http://``, the answer is known. On another port than the usual one of
    HTTPS there is no twin that visitors would come to.
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
    The newest version before TLS 1.2 that the page's server accepts; empty where none is known, or the page has no TLS.

    https://www.rfc-editor.org/rfc/rfc8996
    """
    if not exchange.secure:
        return ""
    try:
        return (await session.handshake(serialized_target(exchange.url), deadline, outdated=True)).protocol
    except (Unreachable, Forbidden, TimedOut):
        return ""
