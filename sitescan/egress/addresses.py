"""Which IP addresses are public, by the IANA special-purpose address registries."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address

#: Blocks of https://www.iana.org/assignments/iana-ipv4-special-registry (2025-10-09), and multicast
#: and the reserved class E: nothing in them is a public web site, whatever the registry's
#: "globally reachable" column says of single anycast addresses.
SPECIAL_IPV4: tuple[tuple[IPv4Network, str], ...] = tuple(
    (IPv4Network(block), name)
    for block, name in (
        ("0.0.0.0/8", "this network"),
        ("10.0.0.0/8", "private use"),
        ("100.64.0.0/10", "shared address space"),
        ("127.0.0.0/8", "loopback"),
        # Public by the registry, but inside of Azure it is the host of the virtual machine:
        # https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
        ("168.63.129.16/32", "Azure's platform"),
        ("169.254.0.0/16", "link local"),
        ("172.16.0.0/12", "private use"),
        ("192.0.0.0/24", "IETF protocol assignments"),
        ("192.0.2.0/24", "documentation"),
        ("192.31.196.0/24", "AS112"),
        ("192.52.193.0/24", "AMT"),
        ("192.88.99.0/24", "6to4 relay anycast"),
        ("192.168.0.0/16", "private use"),
        ("192.175.48.0/24", "AS112"),
        ("198.18.0.0/15", "benchmarking"),
        ("198.51.100.0/24", "documentation"),
        ("203.0.113.0/24", "documentation"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
    )
)

#: The only IPv6 block from which global unicast addresses are assigned (RFC 4291, IANA).
GLOBAL_IPV6 = IPv6Network("2000::/3")

#: Blocks of https://www.iana.org/assignments/iana-ipv6-special-registry (2025-10-09) inside 2000::/3.
#: Blocks outside it (loopback, IPv4-mapped, NAT64, unique local, link local, multicast, SRv6)
#: need no row, because no address outside 2000::/3 is public.
SPECIAL_IPV6: tuple[tuple[IPv6Network, str], ...] = tuple(
    (IPv6Network(block), name)
    for block, name in (
        ("2001::/23", "IETF protocol assignments, Teredo, ORCHID and benchmarking among them"),
        ("2001:db8::/32", "documentation"),
        ("2002::/16", "6to4"),
        ("2620:4f:8000::/48", "AS112"),
        ("3fff::/20", "documentation"),
    )
)

_ISATAP = (0x00005EFE, 0x02005EFE)

_SUBSCRIBER_PREFIX = 64


def refusal(address: Address) -> str | None:
    """
    Return why an address is not public, in a word or two; ``None`` if it is public.

    IPv6 addresses that contain an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) are never public: all of them
    are outside 2000::/3 or special. An ISATAP address is public only if the IPv4 address in it is (RFC 5214).
    """
    if isinstance(address, IPv4Address):
        return next((name for block, name in SPECIAL_IPV4 if address in block), None)
    if address.scope_id is not None:
        return "scoped"
    if address not in GLOBAL_IPV6:
        return "not global unicast"
    special = next((name for block, name in SPECIAL_IPV6 if address in block), None)
    if special is None and (int(address) >> 32) & 0xFFFFFFFF in _ISATAP:
        return refusal(IPv4Address(int(address) & 0xFFFFFFFF))
    return special


@lru_cache(maxsize=1024)
def parse_address(text: str) -> Address | None:
    """
    Parse an IP address; return ``None`` if the text is not one.

    An IPv4-mapped IPv6 address is returned as the IPv4 address that the kernel would connect to.
    """
    try:
        address = ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def subscriber(address: Address) -> str:
    """Return the key that counts the requests to an address: an IPv4 address, or the /64 that one subscriber has."""
    if isinstance(address, IPv6Address):
        return str(ip_network((address, _SUBSCRIBER_PREFIX), strict=False))
    return str(address)
