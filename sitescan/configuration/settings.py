"""The settings of the service: every option with its default, the parser of its value and its help text."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from attrs import field, fields, frozen

from sitescan import __version__
from sitescan.configuration.option_values import (
    DenyList,
    Network,
    built_docs,
    contact,
    count,
    deny_list,
    host,
    name_server,
    network,
    one_line,
    one_of,
    port,
    positive,
    public_origin,
    seconds,
    shared_state,
    shown_size,
    size,
)
from sitescan.standards.redis_urls import RedisUrl

#: The headings of the flags in ``twist sitescan --help``.
_LISTENING = "Listening"
_ACCESS = "Who may scan what"
_LIMITS = "Limits"
_PROCESSES = "Processes"
_REQUESTS = "Requests to the scanned sites"
_LOGGING = "Logging"
_SHARING = "Several machines, caching and metrics"


def _option(default: Any, parse: Callable[[str], Any], text: str, *, repeat: bool = False) -> Any:
    return field(default=default, metadata={"parse": parse, "help": text, "repeat": repeat, "group": "", "value": ""})


def _flag(group: str, value: str, default: Any, parse: Callable[[str], Any], text: str, *, repeat: bool = False) -> Any:
    metadata = {"parse": parse, "help": text, "repeat": repeat, "group": group, "value": value}
    return field(default=default, metadata=metadata)


@frozen(kw_only=True)
class Settings:
    """
    The settings of one service. Times are in seconds, sizes in bytes.

    Each field is an option. A field made by ``_flag`` has a flag of ``twist sitescan``: ``rate_limit`` is
    ``--rate-limit``. All options, those of ``_option`` included, can be set by ``--set``, by the environment and by
    the configuration file (:mod:`sitescan.configuration.settings_sources`).
    """

    listen: tuple[str, ...] = _flag(
        _LISTENING,
        "ENDPOINT",
        ("tcp:8080",),
        one_line,
        "Endpoint string to listen on, such as tcp:8080:interface=127.0.0.1, unix:/run/sitescan.sock, "
        "systemd:domain=INET:index=0 or haproxy:tcp:8080.",
        repeat=True,
    )
    trusted_proxy: tuple[Network, ...] = _flag(
        _LISTENING,
        "NETWORK",
        (),
        network,
        "Network of a reverse proxy whose X-Forwarded-For is trusted.",
        repeat=True,
    )
    public_url: str = _flag(
        _LISTENING,
        "URL",
        "",
        public_origin,
        "Public address of this service, such as https://scan.example; used in canonical links, the sitemap and "
        "previews of its pages.",
    )

    rate_limit: int = _flag(
        _ACCESS, "N", 5, count, "Scans that one client may request in a window of rate-window seconds; 0 for no limit."
    )
    allow_private: tuple[Network, ...] = _flag(
        _ACCESS,
        "NETWORK",
        (),
        network,
        "Private network that may be scanned, on any port; for a service inside your own network.",
        repeat=True,
    )
    allow_port: tuple[int, ...] = _flag(
        _ACCESS, "PORT", (), port, "Port that may be scanned in addition to 80, 443, 8080 and 8443.", repeat=True
    )
    deny: DenyList = _flag(
        _ACCESS,
        "FILE",
        DenyList(),
        deny_list,
        "File of host names and networks that are never scanned, one on each line, subdomains included; "
        "# starts a comment.",
    )
    host_requests: int = _flag(
        _ACCESS,
        "N",
        600,
        count,
        "Requests per minute to one public host, from all scans, so that no one can use the service to attack a site; "
        "counted by name and by address. A fifth of them is reserved for the scanned pages. 0 for no limit.",
    )

    scans: int = _flag(_LIMITS, "N", 32, positive, "Scans at the same time.")
    scan_seconds: float = _flag(_LIMITS, "SECONDS", 25.0, seconds, "Time of one complete scan.")
    page_bytes: int = _flag(
        _LIMITS,
        "SIZE",
        5 * 1024**2,
        size,
        "Size of the page after content decoding; up to three codings are decoded.",
    )
    links: int = _flag(_LIMITS, "N", 200, count, "Different links of a page that are checked.")

    processes: int = _flag(
        _PROCESSES,
        "N",
        1,
        positive,
        "Processes that accept requests on the same sockets. Limits of scans and connections are for each of them; "
        "quotas are for all.",
    )
    workers: int = _flag(
        _PROCESSES,
        "N",
        0,
        count,
        "Child processes that examine pages, one page each at a time; 0 for two for each processor. One client holds "
        "at most half of them.",
    )

    renderer: str = _flag(
        _PROCESSES,
        "NAME",
        "none",
        one_of("none", "chromium"),
        "Browser that runs the scripts of pages, without network of its own: none, or chromium, which needs bubblewrap "
        "and chromium-headless-shell.",
    )
    renders: int = _flag(
        _PROCESSES,
        "N",
        0,
        count,
        "Pages that are rendered at the same time; 0 for one for two processors, but at least two.",
    )

    user_agent: str = _flag(
        _REQUESTS,
        "TEXT",
        f"Mozilla/5.0 (compatible; sitescan/{__version__.partition('.dev')[0]})",
        one_line,
        "User-Agent of every request of a scan. Include your name and a contact.",
    )
    ca_file: str = _flag(
        _REQUESTS, "FILE", "", str, "PEM file of certificate authorities trusted in addition to the system's."
    )

    log_format: str = _flag(_LOGGING, "FORMAT", "text", one_of("text", "json"), "Format of the log: text or json.")
    access_log: str = _flag(
        _LOGGING, "FILE", "", str, "File that gets a line of JSON for each request; - is standard output."
    )

    state: RedisUrl | None = _flag(
        _SHARING,
        "URL",
        None,
        shared_state,
        "Redis or Valkey server in which several machines share the quotas: redis://HOST, rediss://HOST or unix:PATH.",
    )
    cache: int = _flag(
        _SHARING,
        "SECONDS",
        0,
        count,
        "Time for which a report is reused for requests for the same page; 0 to scan on each request.",
    )
    admin: str = _flag(
        _SHARING,
        "ENDPOINT",
        "",
        str,
        "Endpoint string on which /metrics is served for Prometheus, with /healthz and /readyz.",
    )

    contact: str = _option(
        "", contact, "Security contact of this service, a mailto: or https: address, for /.well-known/security.txt."
    )
    docs: str = _option(
        "",
        built_docs,
        "Folder of the documentation that sphinx-build has written; it is served at /docs/ with its search.",
    )
    public_host: tuple[str, ...] = _option(
        (), host, "Name or address of this service itself; it is not scanned.", repeat=True
    )
    rate_window: int = _option(3600, positive, "Length of the window of rate-limit, in seconds.")
    clients: int = _option(
        100_000, positive, "Maximum number of clients remembered; the oldest window is dropped first."
    )
    state_away: str = _option(
        "local",
        one_of("local", "closed"),
        "While the server of --state is unavailable: local, each machine counts separately, or closed, scans are "
        "refused.",
    )
    state_seconds: float = _option(0.5, seconds, "Time to wait for a response of the server of --state.")
    cache_bytes: int = _option(
        64 * 1024**2, size, "Total size of the reports that each process keeps in memory, compressed."
    )
    dns: tuple[tuple[str, int], ...] = _option(
        (),
        name_server,
        "DNS server to ask, ADDRESS or ADDRESS:PORT, instead of those of /etc/resolv.conf.",
        repeat=True,
    )
    parser: str = _option(
        "turbohtml",
        one_of("turbohtml", "html5lib"),
        "HTML parser: turbohtml (fast) or html5lib (the slower reference parser).",
    )

    exposed_files: str = _option(
        "off",
        one_of("off", "on"),
        "Whether scans request six files that should never be public, such as /.git/HEAD and /.env: off or on. Switch "
        "it on only if all scanned sites are yours or their owners agree.",
    )

    render: str = _option(
        "auto",
        one_of("auto", "always"),
        "Pages that the renderer renders: auto, those whose content scripts seem to write, or always, every page.",
    )
    render_seconds: float = _option(
        10.0,
        seconds,
        "CPU time to load one page and run its scripts, which may take 3 tenths of it without a pause; then they are "
        "stopped.",
    )
    waiting: int = _option(
        64,
        count,
        "Requests that may wait for another scan to finish; others get the error that the server is busy.",
    )
    connections: int = _option(
        1000,
        positive,
        "Client connections at the same time; if all are in use, the connection that has been idle longest is closed.",
    )
    request_seconds: float = _option(10.0, seconds, "Time within which a request must arrive completely.")
    drain_seconds: float = _option(30.0, seconds, "Time for running scans to finish after SIGTERM.")

    dns_seconds: float = _option(3.0, seconds, "Time to look up one name.")
    addresses: int = _option(4, positive, "Addresses tried for one name.")
    connect_seconds: float = _option(5.0, seconds, "Time to make a connection.")
    tls_seconds: float = _option(5.0, seconds, "Time of the TLS handshake.")
    head_seconds: float = _option(10.0, seconds, "Time to wait for the headers of a response.")
    head_bytes: int = _option(64 * 1024, size, "Size of the headers of a response.")
    head_lines: int = _option(200, positive, "Header lines in a response.")
    page_seconds: float = _option(15.0, seconds, "Time to fetch the page, redirects included.")
    page_wire_bytes: int = _option(5 * 1024**2, size, "Size of the page as it is sent.")
    ratio: int = _option(100, positive, "How many times larger the decoded page may be, above 1 MiB.")
    redirects: int = _option(10, count, "Redirects that are followed.")

    examine_seconds: float = _option(10.0, seconds, "CPU time to examine one page.")
    examine_bytes: int = _option(1024**3, size, "Memory of a child process.")
    examine_pages: int = _option(500, positive, "Pages that a child process examines before it is replaced.")
    stylesheets: int = _option(20, count, "Stylesheets that are fetched.")
    stylesheet_bytes: int = _option(2 * 1024**2, size, "Size of all stylesheets together.")
    scripts: int = _option(20, count, "Scripts that are fetched.")
    script_bytes: int = _option(512 * 1024, size, "Size up to which a script is read.")
    scripts_bytes: int = _option(4 * 1024**2, size, "Size of all scripts together.")
    source_seconds: float = _option(3.0, seconds, "Time to fetch the stylesheets and scripts.")
    link_seconds: float = _option(10.0, seconds, "Time to check the links.")
    resources: int = _option(100, count, "Images, scripts and other resources that are asked for their size.")
    pictures: int = _option(50, count, "Images whose first bytes are read.")
    per_host: int = _option(6, positive, "Connections of one scan to one host.")
    per_scan: int = _option(32, positive, "Connections of one scan in total.")

    @property
    def ports(self) -> frozenset[int]:
        """The ports that may be scanned at public addresses."""
        return frozenset({80, 443, 8080, 8443, *self.allow_port})


@frozen(kw_only=True)
class Option:
    """
    An option of the service.

    :ivar name: the name of its field in :class:`Settings`.
    :ivar parse: the parser of its text, which raises :exc:`ValueError` with a sentence.
    :ivar help: its meaning, in plain text.
    :ivar repeat: whether it takes several values.
    :ivar group: the heading of its flag in ``--help``; empty if it has no flag.
    :ivar value: the placeholder of its value in ``--help``.
    """

    name: str
    default: Any
    parse: Callable[[str], Any]
    help: str
    repeat: bool
    group: str
    value: str

    @property
    def spelling(self) -> str:
        """The name with hyphens, as users write it."""
        return self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """The name of the environment variable."""
        return f"SITESCAN_{self.name.upper()}"

    @property
    def shown_default(self) -> str:
        """The default as users write it; empty if there is none."""
        if self.repeat:
            return ", ".join(self.default)
        if self.parse is size:
            return shown_size(self.default)
        if isinstance(self.default, float):
            return f"{self.default:g}"
        return str(self.default) if isinstance(self.default, int | str) else ""


OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        attribute.name: Option(name=attribute.name, default=attribute.default, **attribute.metadata)
        for attribute in fields(Settings)
    }
)
"""Every option by the name of its field, in the order of the documentation."""
