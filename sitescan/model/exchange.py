"""What one HTTP exchange showed: status, headers, redirects, times and the TLS connection."""

from datetime import UTC
from email.utils import parsedate_to_datetime
from functools import cached_property
from hashlib import blake2b

from attrs import frozen

from sitescan.model.outline import Place
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import split_url


@frozen(kw_only=True)
class Timings:
    """
    Seconds that the phases of one request took; a phase that did not happen took 0.

    ``dns``, ``connect`` and ``tls`` are 0 on a connection that was used again. ``first_byte`` runs
    from the request to the first byte of the answer, ``download`` from there to the last byte.
    """

    dns: float = 0.0
    connect: float = 0.0
    tls: float = 0.0
    first_byte: float = 0.0
    download: float = 0.0


@frozen(kw_only=True)
class Tls:
    """
    The facts of a TLS connection whose certificate was valid.

    :ivar protocol: ``TLSv1.2``, ``TLSv1.3``.
    :ivar cipher: the cipher suite, by its OpenSSL name.
    :ivar alpn: the protocol chosen by ALPN; empty where none was.
    :ivar subject: the common name of the certificate; empty where it has none.
    :ivar issuer: the common name (or organization) of its issuer.
    :ivar names: the DNS names and addresses that it is valid for.
    :ivar not_before: start of its validity, seconds since the epoch; 0 where it is not known.
    :ivar not_after: end of its validity, seconds since the epoch.
    :ivar key: kind and size of its key, such as ``RSA 2048`` or ``EC 256``.
    """

    protocol: str
    cipher: str
    alpn: str = ""
    subject: str = ""
    issuer: str = ""
    names: tuple[str, ...] = ()
    not_before: int = 0
    not_after: int = 0
    key: str = ""


@frozen(kw_only=True)
class Hop:
    """One redirect on the way: the URL that was asked, and its answer."""

    url: str
    status: int
    headers: Headers
    timings: Timings = Timings()


@frozen(kw_only=True)
class Exchange:
    """
    The fetch of one page, redirects included.

    :ivar requested: the URL that was asked for.
    :ivar url: the URL that answered, after redirects.
    :ivar hops: the redirects, first to last.
    :ivar status: status of the final answer.
    :ivar headers: header fields of the final answer.
    :ivar malformed_lines: lines of its head that are no header fields, shortened.
    :ivar http_version: ``1.0`` or ``1.1``.
    :ivar coding: the content coding that the body came in (``gzip``, ``br``), or empty.
    :ivar wire_size: bytes of the body as sent.
    :ivar size: bytes of the body after content decoding.
    :ivar truncated: why the body is known not to be whole, or empty.
    :ivar seconds: from the start of the first connection attempt to the last byte.
    :ivar fetched_at: when the fetch started, seconds since the epoch.
    """

    requested: str
    url: str
    hops: tuple[Hop, ...] = ()
    status: int
    headers: Headers = Headers()
    malformed_lines: tuple[str, ...] = ()
    http_version: str = "1.1"
    coding: str = ""
    wire_size: int = 0
    size: int = 0
    truncated: str = ""
    timings: Timings = Timings()
    tls: Tls | None = None
    seconds: float = 0.0
    fetched_at: float = 0.0

    @property
    def secure(self) -> bool:
        """Whether the page was served over HTTPS."""
        return self.url.startswith("https:")

    @property
    def host(self) -> str:
        """The host that answered, lower case, an IPv6 address without brackets; empty where there is none."""
        return split_url(self.url).hostname or ""

    @property
    def server_time(self) -> float:
        """The server's clock as it answered, seconds since the epoch: its ``Date``, or when it was fetched."""
        try:
            date = parsedate_to_datetime(self.headers.get("date")[:64])
            return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()
        except (ValueError, OverflowError):
            return self.fetched_at

    def place(self, at: object) -> Place | None:
        """Nothing in an exchange has a place in the page."""
        return None


def phases(exchange: Exchange) -> str:
    """What the fetch of a page spent its time on, for people, redirects included."""
    hops = (*(hop.timings for hop in exchange.hops), exchange.timings)
    sums = {
        "DNS lookup": sum(one.dns for one in hops),
        "connection": sum(one.connect for one in hops),
        "TLS": sum(one.tls for one in hops),
        "redirects": sum(hop.timings.first_byte for hop in exchange.hops),
        "download": exchange.timings.download,
    }
    shown = [f"{name} {round(seconds * 1000)} ms" for name, seconds in sums.items() if seconds >= 0.0005]
    return "plus " + ", ".join(shown) if shown else "nothing else took time"


@frozen(kw_only=True)
class Page:
    """A fetched page: its exchange and its decoded body."""

    exchange: Exchange
    body: bytes


# It has a cached property, which attrs would find by __getattr__ if it had slots.
@frozen(kw_only=True, slots=False)
class Source:
    """
    A stylesheet or script that was asked for.

    :ivar url: the URL by which the page names it, without fragment.
    :ivar body: all of its bytes after content decoding; empty where it could not be had whole.
    :ivar content_type: its ``Content-Type``; empty where there was none.
    :ivar problem: why it could not be had, or empty.
    :ivar gone: whether the server said that there is none (404, 410): browsers then apply nothing, so it is
        known what it brings. Other refusals (403, 429, 503) may be meant for a scanner alone.
        https://html.spec.whatwg.org/multipage/links.html#link-type-stylesheet
    :ivar wire_size: bytes of the body as sent; of one that is too large as far as they are known.
    :ivar cut: whether there are more of them.
    :ivar coding: the content coding that it came in, or empty.
    :ivar shared: whether its server lets the pages of every site read it, so that they can check its
        integrity (``Access-Control-Allow-Origin: *``).
    :ivar nosniff: whether browsers are to take it for nothing but its ``Content-Type`` says
        (``X-Content-Type-Options``).
    """

    url: str
    body: bytes = b""
    content_type: str = ""
    problem: str = ""
    gone: bool = False
    wire_size: int = 0
    cut: bool = False
    coding: str = ""
    shared: bool = False
    nosniff: bool = False

    @property
    def known(self) -> bool:
        """Whether it is known what browsers get from it."""
        return self.gone or not self.problem

    @cached_property
    def digest(self) -> bytes:
        """Tells its body from others."""
        return blake2b(self.body, digest_size=16).digest()


@frozen(kw_only=True)
class Sources:
    """
    The files that a page is judged with, in document order; those that could not be had are among them.

    :ivar sheets: its stylesheets, then what they import.
    :ivar scripts: its scripts.
    """

    sheets: tuple[Source, ...] = ()
    scripts: tuple[Source, ...] = ()
