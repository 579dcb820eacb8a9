"""The name by which a client is counted: its address, which a trusted proxy may forward."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

from sitescan.configuration.option_values import Network
from sitescan.egress.addresses import subscriber


def caller(peer: str, forwarded: Sequence[str], trusted: Iterable[Network]) -> str:
    """
    Return the name by which a client is counted.

    ``X-Forwarded-For`` is only read if the peer is a trusted proxy, and then from the right to the first hop that isn't
    trusted, because clients can forge everything to the left of that hop.

    :param peer: the address of the peer; empty for a UNIX socket.
    :param forwarded: the values of the ``X-Forwarded-For`` fields, in their order.
    :param trusted: the networks of trusted proxies.
    :return: an IPv4 address, the /64 network of an IPv6 address (one subscriber has the whole network), or ``local``.
    """
    if not forwarded:
        return _name_of_peer(peer)
    networks = tuple(trusted)
    address = _address(peer)
    hops = [hop.strip() for value in forwarded for hop in value.split(",")]
    while hops and (address is None or any(address in network for network in networks)):
        if address is None and peer:
            break
        hop = _address(hops.pop())
        if hop is None:
            break
        address = hop
    return _name(address)


def _address(text: str) -> IPv4Address | IPv6Address | None:
    host = text.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


# Without the cache, refusing a request takes a tenth longer.
@lru_cache(maxsize=4096)
def _name_of_peer(peer: str) -> str:
    """Return the name of a client without a proxy."""
    return _name(_address(peer))


def _name(address: IPv4Address | IPv6Address | None) -> str:
    return "local" if address is None else subscriber(address)
