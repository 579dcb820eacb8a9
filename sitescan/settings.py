"""Every limit and option: one frozen value, read once, that says what each of its parts means."""

import re
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any

from attrs import field, fields, frozen

from sitescan import __version__
from sitescan.standards.redis_urls import RedisUrl, parse_redis_url
from sitescan.standards.urls import InvalidTarget, parse_target

Network = IPv4Network | IPv6Network

#: Bits before the IPv4 address in an IPv6 address that stands for one: ::ffff:0:0/96.
_MAPPED = 96

_UNITS = {"": 1, "KiB": 1024, "MiB": 1024**2, "GiB": 1024**3}
_SIZE = re.compile(r"(\d{1,15}) ?(|KiB|MiB|GiB)")


def count(text: str) -> int:
    """
    A whole number, 0 or more.

    :raises ValueError: with a sentence fit for the person who typed the option.
    """
    if not (text.isascii() and text.isdigit()) or len(text) > 15:
        raise ValueError(f"{text!r} is not a whole number")
    return int(text)


def positive(text: str) -> int:
    """A whole number above 0."""
    number = count(text)
    if number == 0:
        raise ValueError("must be more than 0")
    return number


def seconds(text: str) -> float:
    """A time in seconds, above 0, at most a day."""
    if not re.fullmatch(r"\d{1,5}(\.\d{1,3})?", text) or not 0 < float(text) <= 86400:
        raise ValueError(f"{text!r} is not a time in seconds between 0 and 86400")
    return float(text)


def size(text: str) -> int:
    """A size in bytes: ``2048``, ``64KiB``, ``2MiB``, ``1GiB``; above 0."""
    match = _SIZE.fullmatch(text)
    if match is None or int(match[1]) == 0:
        raise ValueError(f"{text!r} is not a size such as 65536, 64KiB or 2MiB")
    return int(match[1]) * _UNITS[match[2]]


def network(text: str) -> Network:
    """A network in CIDR notation; a single address is a network of one. IPv4 in IPv6 is the IPv4 that it stands for."""
    try:
        found = ip_network(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a network such as 10.0.0.0/8 or fd00::/8") from None
    if isinstance(found, IPv6Network) and found.prefixlen >= _MAPPED and found.network_address.ipv4_mapped is not None:
        return IPv4Network((int(found.network_address.ipv4_mapped), found.prefixlen - _MAPPED))
    return found


def port(text: str) -> int:
    """A TCP port."""
    number = count(text)
    if not 0 < number < 65536:
        raise ValueError(f"{text!r} is not a port between 1 and 65535")
    return number


def host(text: str) -> str:
    """
    A host: a name in ASCII and lower case, without a dot at its end, or an address in its usual form.

    It is read as the hosts of URLs are: ``0x5db8d877`` is an address.
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
    """An origin such as ``https://scan.example``, without a path; empty for none."""
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
    """An address for security.txt; empty for none."""
    if text and not re.fullmatch(r"(mailto:[^\s@<>]+@[^\s@<>]+|https://[^\s<>]+)", text):
        raise ValueError(f"{text!r} is not an address such as mailto:security@example.com")
    return text


@frozen(kw_only=True)
class DenyList:
    """
    What is never dialled, whoever asks.

    :ivar hosts: names; what is below them is meant as well.
    :ivar networks: addresses.
    """

    hosts: frozenset[str] = frozenset()
    networks: tuple[Network, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.hosts or self.networks)


def deny_list(path: str) -> DenyList:
    """
    A file of host names and networks, one a line; ``#`` begins a comment. No file denies nothing.

    A name stands for what is below it as well, with or without ``*.`` before it.

    :raises ValueError: where it cannot be read, or a line is neither.
    """
    if not path:
        return DenyList()
    try:
        lines = Path(path).read_text("utf-8").splitlines()
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
    """Printable ASCII, not empty: fit for a header field."""
    if not text.strip() or not all(" " <= character <= "~" for character in text):
        raise ValueError("must be printable ASCII and not empty")
    return text.strip()


def one_of(*choices: str) -> Callable[[str], str]:
    """One of some words."""

    def choose(text: str) -> str:
        if text not in choices:
            raise ValueError(f"{text!r} is not one of {', '.join(choices)}")
        return text

    return choose


def name_server(text: str) -> tuple[str, int]:
    """The address of a DNS server, ``ADDRESS`` or ``ADDRESS:PORT``."""
    address, _, number = text.partition(":") if text.count(":") < 2 else (text, "", "")
    network(address)
    return address, port(number or "53")


def shared_state(text: str) -> RedisUrl | None:
    """The server that machines share what they count in; empty for none."""
    return parse_redis_url(text) if text else None


def _option(default: Any, parse: Callable[[str], Any], text: str, *, repeat: bool = False) -> Any:
    return field(default=default, metadata={"parse": parse, "help": text, "repeat": repeat})


@frozen(kw_only=True)
class Settings:
    """
    How the service runs. Times are in seconds, sizes in bytes.

    Each field is an option of ``twist sitescan``: ``page_bytes`` is ``--page-bytes``. Its metadata
    holds the parser of its value, its help text and whether the option can be repeated.
    """

    listen: tuple[str, ...] = _option(("tcp:8080",), one_line, "Endpoint string to listen on.", repeat=True)
    rate_limit: int = _option(5, count, "Scans that one client may request in a window; 0 = no limit.")
    rate_window: int = _option(3600, positive, "Length of that window, seconds.")
    clients: int = _option(
        100_000, positive, "Maximum number of clients remembered; the oldest window is dropped first."
    )
    state: RedisUrl | None = _option(
        None,
        shared_state,
        "Redis or Valkey server in which several machines share the quota: redis://HOST, rediss://HOST or unix:PATH.",
    )
    state_away: str = _option(
        "local",
        one_of("local", "closed"),
        "While that server is unavailable: count on each machine separately (local), or refuse scans (closed).",
    )
    state_seconds: float = _option(0.5, seconds, "Waiting for that server's response.")
    cache: int = _option(
        0, count, "Seconds for which a report is reused for requests for the same page; 0 = scan on each request."
    )
    cache_bytes: int = _option(64 * 1024**2, size, "Total size of the reports kept in memory.")
    trusted_proxy: tuple[Network, ...] = _option(
        (), network, "Network of a reverse proxy whose X-Forwarded-For is trusted.", repeat=True
    )
    allow_private: tuple[Network, ...] = _option(
        (), network, "Private network that may be scanned, on any port.", repeat=True
    )
    allow_port: tuple[int, ...] = _option(
        (), port, "Port that may be scanned in addition to 80, 443, 8080 and 8443.", repeat=True
    )
    deny: DenyList = _option(DenyList(), deny_list, "File of host names and networks that are never scanned.")
    public_host: tuple[str, ...] = _option(
        (), host, "Name or address of this service itself; it is not scanned.", repeat=True
    )
    public_url: str = _option(
        "", public_origin, "Public address of this service, such as https://scan.example; for its pages."
    )
    contact: str = _option(
        "", contact, "Security contact of this service, for security.txt: mailto: or https: address."
    )
    host_requests: int = _option(600, count, "Requests to one public host in a window, from all scans; 0 = no limit.")
    host_window: int = _option(60, positive, "Length of that window, seconds.")
    dns: tuple[tuple[str, int], ...] = _option(
        (), name_server, "DNS server to ask, ADDRESS or ADDRESS:PORT (default: /etc/resolv.conf).", repeat=True
    )
    ca_file: str = _option("", str, "PEM file of certificate authorities trusted in addition to the system's.")
    user_agent: str = _option(
        f"Mozilla/5.0 (compatible; sitescan/{__version__.partition('.dev')[0]})",
        one_line,
        "User-Agent of every request; include your name and a contact.",
    )
    admin: str = _option(
        "", str, "Endpoint string on which /metrics is served, for Prometheus; with /healthz and /readyz."
    )
    access_log: str = _option("", str, "File that gets a line of JSON for each request; - is standard output.")
    log_format: str = _option("text", one_of("text", "json"), "Format of the log lines: text or json.")
    parser: str = _option("turbohtml", one_of("turbohtml", "html5lib"), "Tree builder: turbohtml or html5lib.")
    processes: int = _option(
        1, positive, "Processes that serve requests on the same sockets; other limits are for each of them."
    )
    workers: int = _option(
        0, count, "Child processes that examine pages; one client holds at most half. 0 = two for each processor."
    )

    scan_seconds: float = _option(25.0, seconds, "One complete scan.")
    scans: int = _option(32, positive, "Scans at the same time.")
    waiting: int = _option(64, count, "Requests that may wait for another scan to finish.")
    request_bytes: int = _option(16 * 1024, size, "Size of a request body.")
    request_seconds: float = _option(10.0, seconds, "Time within which a request must arrive completely.")
    idle_seconds: float = _option(60.0, seconds, "Time for which an idle connection stays open.")
    connections: int = _option(1000, positive, "Client connections at the same time.")
    drain_seconds: float = _option(30.0, seconds, "Time for running scans to finish on SIGTERM.")

    dns_seconds: float = _option(3.0, seconds, "Looking up one name.")
    addresses: int = _option(4, positive, "Addresses tried for one name.")
    connect_seconds: float = _option(5.0, seconds, "Making a connection.")
    tls_seconds: float = _option(5.0, seconds, "TLS handshake.")
    head_seconds: float = _option(10.0, seconds, "Waiting for the headers of a response.")
    head_bytes: int = _option(64 * 1024, size, "Size of the headers of a response.")
    head_lines: int = _option(200, positive, "Number of header lines in a response.")
    page_seconds: float = _option(15.0, seconds, "Fetching the page, redirects included.")
    page_wire_bytes: int = _option(2 * 1024**2, size, "Size of the page as sent.")
    page_bytes: int = _option(5 * 1024**2, size, "Size of the page after content decoding.")
    ratio: int = _option(100, positive, "Compression ratio above 1 MiB.")
    redirects: int = _option(10, count, "Redirects that are followed.")

    examine_seconds: float = _option(10.0, seconds, "CPU time for examining one page.")
    examine_bytes: int = _option(1024**3, size, "Memory of a child process.")
    examine_pages: int = _option(500, positive, "Pages that a child examines before it is replaced.")
    stylesheets: int = _option(20, count, "Stylesheets that are fetched.")
    stylesheet_bytes: int = _option(2 * 1024**2, size, "Total size of all stylesheets.")
    scripts: int = _option(20, count, "Scripts that are fetched.")
    script_bytes: int = _option(512 * 1024, size, "Size up to which a script is read.")
    scripts_bytes: int = _option(4 * 1024**2, size, "Total size of all scripts.")
    source_seconds: float = _option(3.0, seconds, "Fetching the stylesheets and scripts.")
    links: int = _option(200, count, "Links that are checked.")
    link_seconds: float = _option(10.0, seconds, "Checking the links.")
    link_pages: int = _option(50, count, "Linked pages that are read to find the targets of fragments.")
    link_page_bytes: int = _option(1024**2, size, "Size up to which a linked page is read.")
    resources: int = _option(100, count, "Resources that are checked.")
    pictures: int = _option(50, count, "Images whose first bytes are read.")
    media: int = _option(10, count, "Audio and video elements whose files' headers are read.")
    per_host: int = _option(6, positive, "Connections of one scan to one host.")
    per_scan: int = _option(32, positive, "Connections of one scan in total.")

    @property
    def ports(self) -> frozenset[int]:
        """The ports that may be dialled at public addresses."""
        return frozenset({80, 443, 8080, 8443, *self.allow_port})


def options() -> tuple[tuple[str, Callable[[str], Any], str, bool, Any], ...]:
    """Each option: its field's name, the parser of its value, its help, whether it repeats, its default."""
    return tuple(
        (one.name, one.metadata["parse"], one.metadata["help"], one.metadata["repeat"], one.default)
        for one in fields(Settings)
    )
