"""Looking for the DNS records of a site that protect its name."""

from itertools import accumulate

from twisted.names import dns

from sitescan.concurrency.deadline import Deadline
from sitescan.concurrency.fanout import all_succeeded
from sitescan.egress.client import Session
from sitescan.model.exchange import Exchange
from sitescan.model.transport_answers import NameRecords
from sitescan.standards.public_suffixes import site_of
from sitescan.standards.urls import serialized_target

#: The numbers of types that twisted.names has no names for.
_DS, _CAA = 43, 257
#: The most labels of a host name that is looked at.
_MOST_LABELS = 8


async def find_name_records(session: Session, exchange: Exchange, deadline: Deadline) -> NameRecords | None:
    """
    Find out whether a site has CAA records, and whether its zone is signed.

    ``None`` if its registrable domain isn't a zone of its own (``name.github.io``): its owner can't add records.
    """
    resolver = session.context.resolver
    target = serialized_target(exchange.url)
    labels = target.host.rstrip(".").split(".")
    site = site_of(target.host)
    if target.is_address or len(labels) > _MOST_LABELS:
        return None
    if await resolver.has_record(site, dns.SOA, deadline) is not True:
        return None
    # https://www.rfc-editor.org/rfc/rfc8659#section-3
    names = accumulate(reversed(labels), lambda below, label: f"{label}.{below}")
    signed, *authorized = await all_succeeded(
        [resolver.has_record(site, _DS, deadline), *(resolver.has_record(name, _CAA, deadline) for name in names)]
    )
    certain = None if None in authorized else False
    return NameRecords(exchange=exchange, site=site, signed=signed, caa=True if True in authorized else certain)
