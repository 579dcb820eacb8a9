"""Checks whether a page can also be reached over plain HTTP, outdated TLS, old ciphers and short key exchanges."""

from typing import Any

from OpenSSL import SSL
from twisted.internet.defer import Deferred

from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.concurrency.fanout import all_succeeded
from sitescan.egress.client import Session
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.tls import SHORT_GROUP
from sitescan.fetch.check_url import check_url, steps
from sitescan.model.answers import Answer
from sitescan.model.exchange import Exchange, Tls
from sitescan.model.transport_answers import Transport
from sitescan.standards.urls import serialized_target

_HTTPS = 443


async def check_transport(session: Session, exchange: Exchange, deadline: Deadline) -> Transport:
    """
    Run all checks at the same time.

    https://www.rfc-editor.org/rfc/rfc8996 and https://www.rfc-editor.org/rfc/rfc9325#section-4.1
    """
    contexts = session.context.tls
    probes: list[Deferred[Any]] = [
        Deferred.fromCoroutine(check_plain_http(session, exchange, deadline)),
        Deferred.fromCoroutine(_accepted(session, exchange, deadline, contexts.outdated)),
        Deferred.fromCoroutine(_accepted(session, exchange, deadline, contexts.old_ciphers)),
        Deferred.fromCoroutine(_has_short_group(session, exchange, deadline, contexts.long_groups)),
    ]
    plain, outdated, old, short = await all_succeeded(probes)
    return Transport(
        exchange=exchange,
        plain=plain,
        outdated_tls=outdated.protocol if outdated else "",
        old_cipher=old.cipher if old else "",
        short_group=short,
        now=exchange.fetched_at,
    )


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


async def _accepted(session: Session, exchange: Exchange, deadline: Deadline, offer: SSL.Context) -> Tls | None:
    """Return the facts of a connection that offers only what browsers don't use; ``None`` if the server refuses it."""
    if not exchange.secure:
        return None
    try:
        return await session.handshake(serialized_target(exchange.url), deadline, probe=offer)
    except (Unreachable, Forbidden, TimedOut):
        return None


async def _has_short_group(session: Session, exchange: Exchange, deadline: Deadline, offer: SSL.Context) -> bool:
    """
    Return whether a connection fails because this side refuses the server's Diffie-Hellman group for its length.

    No server can cause that by refusing the connection itself, so one connection is enough to be sure.
    """
    if not exchange.secure:
        return False
    try:
        await session.handshake(serialized_target(exchange.url), deadline, probe=offer)
    except Unreachable as failure:
        return failure.cause == SHORT_GROUP
    except (Forbidden, TimedOut):
        pass
    return False
