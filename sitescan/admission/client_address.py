"""Who is asking: the peer, or whom a trusted proxy says it speaks for."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

from sitescan.egress.addresses import subscriber
from sitescan.option_values import Network


def caller(peer: str, forwarded: Sequence[str], trusted: Iterable[Network]) -> str:
    """
    The name by which a client is counted.

    ``X-Forwarded-For`` is read only where the peer is a trusted proxy, and then from the right to
    the first hop that is not trusted: anybody can write whatever they like to the left of that.

    :param peer: the address of the other end of the socket; empty for a UNIX socket.
    :param forwarded: the values of ``X-Forwarded-For``, in their order.
    :return: an IPv4 address, the /64 network of an IPv6 address (one subscriber has all of it), or
        ``local``.
    """
    if not forwarded:
        return _peer_alone(peer)
    networks = tuple(trusted)
    address = _address(peer)
    hops = [hop.strip() for value in forwarded for hop in value.split(",")]
    while hops and (address is None or any(address in network for network in networks)):
        if address is None and peer:
            break
        named = _address(hops.pop())
        if named is None:
            break
        address = named
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


# Refusing a request takes a tenth longer where it is found anew for each.
@lru_cache(maxsize=4096)
def _peer_alone(peer: str) -> str:
    """The name of a client that nobody speaks for."""
    return _name(_address(peer))


def _name(address: IPv4Address | IPv6Address | None) -> str:
    return "local" if address is None else subscriber(address)
