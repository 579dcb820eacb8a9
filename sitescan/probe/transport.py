"""The same address over plain HTTP."""

from attrs import evolve

from sitescan.deadline import Deadline
from sitescan.egress.client import Session
from sitescan.model.answers import Answer, Transport
from sitescan.model.exchange import Exchange
from sitescan.model.target import parse_target
from sitescan.probe.ask import ask, steps

_HTTP, _HTTPS = 80, 443


async def ask_plain(session: Session, exchange: Exchange, deadline: Deadline) -> Transport:
    """
    What ``http://`` answers for the address that was asked for.

    Where that was itself ``http://``, the answer is known. On another port than the usual one of
    HTTPS there is no twin that visitors would come to.
    """
    target = parse_target(exchange.requested)
    plain: Answer | None = None
    if not target.secure:
        plain = Answer(
            url=exchange.requested,
            method="GET",
            steps=steps(exchange.hops),
            status=exchange.status,
            headers=exchange.headers,
        )
    elif target.port == _HTTPS:
        twin = evolve(target, scheme="http", port=_HTTP)
        plain = await ask(session, twin.origin + twin.path, deadline)
    return Transport(exchange=exchange, plain=plain, now=exchange.fetched_at)
