"""URLs that lead to addresses that aren't public, by every known route, and similar URLs of public addresses."""

from collections.abc import Iterator, Mapping, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any

from attrs import frozen

from tests.egress.test_addresses import BLOCKS, OUTSIDE, embedded
from tests.egress.wire import PUBLIC

#: Addresses that attackers try first: this machine, private networks, and the metadata services of clouds.
_SERVICES = ("127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.1.1", "100.100.100.200", "168.63.129.16")


@frozen(kw_only=True)
class HostileUrl:
    """
    A URL, and the name server and web servers that the request for it meets.

    :ivar id: a description of the case.
    :ivar known: the successive answers of the name server, by host name.
    :ivar responses: the responses of the web servers, by URL.
    :ivar dialled: the only addresses that may be connected to.
    """

    id: str
    url: str
    known: Mapping[str, Sequence[Sequence[str]]] = {}
    responses: Mapping[str, Mapping[str, Any]] = {}
    dialled: tuple[tuple[str, int], ...] = ()


def hostile_urls() -> Iterator[HostileUrl]:
    """Return every URL that must be refused."""
    inner = [address for block in BLOCKS for address in _edges(block)]
    for address in dict.fromkeys((*_SERVICES, *inner)):
        yield from _by_every_route(address)
    for address in _SERVICES:
        for carrier in dict.fromkeys(embedded(address)):
            yield HostileUrl(id=f"{address} in {carrier}", url=f"http://[{carrier}]/")
        for written in dict.fromkeys(_notations(IPv4Address(address))):
            yield HostileUrl(id=f"{address} as {written}", url=f"http://{written}/")
            yield _redirect(f"{address} as {written}, by a redirect", f"http://{written}/")
    for url in _PARSER_DIFFERENTIALS:
        yield HostileUrl(id=url, url=url)
        yield _redirect(f"{url}, by a redirect", url)


def public_urls() -> Iterator[HostileUrl]:
    """Return URLs of the public addresses next to each block, which are scanned."""
    for address in OUTSIDE:
        yield HostileUrl(id=f"{address}, public", url=_literal(address), dialled=((str(ip_address(address)), 80),))


def _by_every_route(address: str) -> Iterator[HostileUrl]:
    first = ((PUBLIC, 80),)
    yield HostileUrl(id=address, url=_literal(address))
    yield HostileUrl(id=f"{address} by name", url="http://a.example/", known={"a.example": [[address]]})
    yield HostileUrl(id=f"{address} second", url="http://a.example/", known={"a.example": [[PUBLIC, address]]})
    yield _redirect(f"{address} by a redirect", _literal(address))
    yield HostileUrl(
        id=f"{address} by a redirect to a name",
        url="http://a.example/",
        known={"a.example": [[PUBLIC]], "b.example": [[address]]},
        responses={"http://a.example/": {"status": 302, "location": "http://b.example/"}},
        dialled=first,
    )
    # The host name is looked up once per scan, so its second answer is never requested.
    yield HostileUrl(
        id=f"{address} by rebinding",
        url="http://a.example/",
        known={"a.example": [[PUBLIC], [address]]},
        responses={"http://a.example/": {"status": 302, "location": "/2"}},
        dialled=first,
    )


def _redirect(name: str, location: str) -> HostileUrl:
    return HostileUrl(
        id=name,
        url="http://a.example/",
        known={"a.example": [[PUBLIC]]},
        responses={"http://a.example/": {"status": 302, "location": location}},
        dialled=((PUBLIC, 80),),
    )


def _edges(block: str) -> tuple[str, str]:
    network = ip_network(block)
    return str(network[0]), str(network[-1])


def _literal(address: str) -> str:
    return f"http://[{address}]/" if ":" in address else f"http://{address}/"


def _notations(address: IPv4Address) -> Iterator[str]:
    """Return the notations of an IPv4 address that at least one URL parser accepts."""
    number, parts = int(address), address.packed
    a, b, c, d = parts
    yield from (str(number), f"{number:#x}", f"0{number:o}", f"{number:#X}")
    yield from (f"{a}.{number & 0xFFFFFF}", f"{a}.{b}.{number & 0xFFFF}")
    yield from (".".join(f"{part:#x}" for part in parts), ".".join(f"0{part:o}" for part in parts))
    yield from (f"{a:#x}.{b}.{c}.{d}", f"0{a:o}.{b}.{c}.{d}", f"{a}.{b}.{c}.{d}.", f"00{a:o}.0{b:o}.{c}.{d:#x}")
    yield "".join(chr(0xFF10 + int(character)) if character.isdigit() else "\u3002" for character in str(address))
    yield "".join(f"%{ord(character):02x}" for character in str(address))
    mapped = IPv6Address((0xFFFF << 32) + number)
    yield from (f"[{mapped}]", f"[{mapped.exploded.upper()}]", f"[::ffff:{address}]", f"[::ffff:{address}%251]")


#: URLs whose host is parsed differently by different parsers, and URLs with other schemes or ports.
_PARSER_DIFFERENTIALS = (
    *("http://user@127.0.0.1/", "http://a.example@127.0.0.1/", "http://127.0.0.1:80@127.0.0.1/", "http:127.0.0.1/"),
    *("http:///127.0.0.1/", "http:\\\\127.0.0.1\\", "http://127.0.0.1\\@127.0.0.1/", "http://127.0.0.1%00.a.example/"),
    *(
        "http://[::1]/",
        "http://[0:0:0:0:0:0:0:1]/",
        "http://[::]/",
        "http://[fe80::1%25eth0]/",
        "http://[::127.0.0.1]/",
    ),
    *("http://127.0.0.1:22/", "http://127.0.0.1:6379/", "http://127.0.0.1:0/", "http://127.0.0.1:65536/"),
    *("file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:6379/_INFO", "dict://127.0.0.1:11211/"),
    *("javascript:alert(1)", "data:text/html,pears", "jar:http://127.0.0.1!/", "http://", "http://./"),
    *("http://localhost/", "http://LOCALHOST/", "http://localhost./", "http://127.0.0.1.nip.example/"),
)
