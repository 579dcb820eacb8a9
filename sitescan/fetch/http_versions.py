"""Finding out which version of HTTP a site's server chooses, and whether it has an IPv6 address."""

from contextlib import suppress

from twisted.names import dns

from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.egress.client import Session
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import Unreachable
from sitescan.model.exchange import Exchange
from sitescan.model.outline import Outline
from sitescan.model.transport_answers import Protocols
from sitescan.standards.urls import origin_of, serialized_target

_OFFERS = (b"h2", b"http/1.1")


async def check_http_versions(session: Session, exchange: Exchange, outline: Outline, deadline: Deadline) -> Protocols:
    """
    Find out which protocol the server of a site chooses from those that browsers offer.

    Requests of this service use HTTP/1.1 and offer no other protocol, so this takes a separate handshake.

    https://www.rfc-editor.org/rfc/rfc7301
    """
    target = serialized_target(exchange.url)
    files = {
        resource.url for resource in outline.resources if resource.certain and origin_of(resource.url) == target.origin
    }
    chosen: str | None = None
    if target.secure and files:
        with suppress(Unreachable, Forbidden, TimedOut):
            chosen = (await session.handshake(target, deadline, offers=_OFFERS)).alpn
    resolver = session.context.resolver
    ipv6 = None if target.is_address else await resolver.has_record(target.host, dns.AAAA, deadline)
    return Protocols(exchange=exchange, alpn=chosen, files=len(files), ipv6=ipv6)
