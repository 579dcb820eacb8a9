"""Parsers for the values of options; each raises ValueError with a sentence for users if it rejects a text."""

import re
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path

from attrs import frozen

from sitescan.configuration.regular_file import read_regular
from sitescan.standards.lazy_pattern import lazy_pattern
from sitescan.standards.redis_urls import RedisUrl, parse_redis_url
from sitescan.standards.urls import InvalidTarget, parse_target

Network = IPv4Network | IPv6Network

#: The number of bits before the IPv4 address in an IPv4-mapped IPv6 address (::ffff:0:0/96).
_MAPPED = 96

_UNITS = {"": 1, "KiB": 1024, "MiB": 1024**2, "GiB": 1024**3}
_SIZE = lazy_pattern(r"(\d{1,15}) ?(|KiB|MiB|GiB)")


def count(text: str) -> int:
    """Return a whole number, 0 or more."""
    if not (text.isascii() and text.isdigit()) or len(text) > 15:
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)


def positive(text: str) -> int:
    """Return a whole number, 1 or more."""
    number = count(text)
    if number == 0:
        raise ValueError("must be more than 0")
    return number


def seconds(text: str) -> float:
    """Return a time in seconds, more than 0 and at most one day."""
    if not re.fullmatch(r"\d{1,5}(\.\d{1,3})?", text) or not 0 < float(text) <= 86400:
        raise ValueError(f"{text!r} is not a time in seconds between 0 and 86400")
    return float(text)


def size(text: str) -> int:
    """Return a size in bytes, written as ``2048``, ``64KiB``, ``2MiB`` or ``1GiB``; more than 0."""
    match = _SIZE.fullmatch(text)
    if match is None or int(match[1]) == 0:
        raise ValueError(f"{text!r} is not a size such as 65536, 64KiB or 2MiB")
    return int(match[1]) * _UNITS[match[2]]


def shown_size(number: int) -> str:
    """Return a size in the largest unit that expresses it exactly."""
    for unit, factor in reversed(_UNITS.items()):
        if number % factor == 0:
            return f"{number // factor}{unit}"
    raise AssertionError("every size is a multiple of one byte")


def network(text: str) -> Network:
    """Return a network written in CIDR notation or as a single address; IPv4-mapped IPv6 networks become IPv4."""
    try:
        found = ip_network(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a network such as 10.0.0.0/8 or fd00::/8") from None
    if isinstance(found, IPv6Network) and found.prefixlen >= _MAPPED and found.network_address.ipv4_mapped is not None:
        return IPv4Network((int(found.network_address.ipv4_mapped), found.prefixlen - _MAPPED))
    return found


def port(text: str) -> int:
    """Return a TCP port."""
    number = count(text)
    if not 0 < number < 65536:
        raise ValueError(f"{text!r} is not a port between 1 and 65535")
    return number


def host(text: str) -> str:
    """
    Return a host: a lowercase ASCII name without a final dot, or an address in its canonical form.

    The text is parsed like the host of a URL: ``0x5db8d877`` is an address.
    """
    try:
        target = parse_target(f"http://{text}/")
    except InvalidTarget:
        target = None
    has_port = ":" in text.rpartition("]")[2] or not text.isprintable()
    if target is None or target.path != "/" or has_port or "*" in target.host or "?" in text or "#" in text:
        raise ValueError(f"{text!r} is not a host name")
    name = target.host.rstrip(".")
    if not name:
        raise ValueError(f"{text!r} is not a host name")
    return name


def public_origin(text: str) -> str:
    """Return an origin such as ``https://scan.example``, written without a path; an empty text stays empty."""
    if not text:
        return ""
    try:
        target = parse_target(text)
    except InvalidTarget:
        target = None
    if target is None or target.path != "/":
        raise ValueError(f"{text!r} is not an address such as https://scan.example")
    return target.origin


def contact(text: str) -> str:
    """Return a contact for security.txt, a ``mailto:`` or ``https:`` URL; an empty text stays empty."""
    if text and not re.fullmatch(r"(mailto:[^\s@<>]+@[^\s@<>]+|https://[^\s<>]+)", text):
        raise ValueError(f"{text!r} is not an address such as mailto:security@example.com")
    return text


@frozen(kw_only=True)
class DenyList:
    """
    Hosts that the service never connects to, whoever requests a scan.

    :ivar hosts: host names; their subdomains are denied as well.
    :ivar networks: networks of addresses.
    """

    hosts: frozenset[str] = frozenset()
    networks: tuple[Network, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.hosts or self.networks)


def built_docs(path: str) -> str:
    """Return the path of a folder with the documentation; an empty path is none."""
    if path and not Path(path, "index.html").is_file():
        raise ValueError(f"it has no index.html; build it with: sphinx-build -b html docs {path}")
    return path


def deny_list(path: str) -> DenyList:
    """
    Read a file of host names and networks, one on each line; ``#`` starts a comment.

    A name denies its subdomains as well, with or without ``*.`` before it. An empty path gives an empty list.
    """
    if not path:
        return DenyList()
    try:
        lines = read_regular(Path(path)).decode().splitlines()
    except (OSError, UnicodeDecodeError):
        raise ValueError("not a readable file") from None
    hosts: set[str] = set()
    networks: list[Network] = []
    for number, line in enumerate(lines, 1):
        entry = line.partition("#")[0].strip()
        if not entry:
            continue
        try:
            networks.append(network(entry))
        except ValueError:
            try:
                named = host(entry.removeprefix("*."))
            except ValueError:
                raise ValueError(f"line {number}: {entry!r} is neither a host name nor a network") from None
            if parse_target(f"http://{_bracketed(named)}/").is_address:
                networks.append(network(named))
            else:
                hosts.add(named)
    return DenyList(hosts=frozenset(hosts), networks=tuple(networks))


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def one_line(text: str) -> str:
    """Return a text of printable ASCII that is not empty and fits into a header field."""
    if not text.strip() or not all(" " <= character <= "~" for character in text):
        raise ValueError("must be printable ASCII and not empty")
    return text.strip()


def one_of(*choices: str) -> Callable[[str], str]:
    """Return a parser that accepts only these words."""

    def choose(text: str) -> str:
        if text not in choices:
            raise ValueError(f"{text!r} is not one of {', '.join(choices)}")
        return text

    return choose


def name_server(text: str) -> tuple[str, int]:
    """Return the address and port of a DNS server, written as ``ADDRESS`` or ``ADDRESS:PORT``."""
    address, _, number = text.partition(":") if text.count(":") < 2 else (text, "", "")
    network(address)
    return address, port(number or "53")


def shared_state(text: str) -> RedisUrl | None:
    """Return the URL of the Redis server in which several machines share their counts; ``None`` for an empty text."""
    return parse_redis_url(text) if text else None
