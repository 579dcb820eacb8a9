"""The HTTP exchange of a page (status, headers, redirects, times, TLS) and the files that the page is judged with."""

from datetime import UTC
from email.utils import parsedate_to_datetime
from functools import cached_property
from hashlib import blake2b

from attrs import frozen

from sitescan.model.outline import Place
from sitescan.model.rendered import RenderedDocument
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import split_url


@frozen(kw_only=True)
class Timings:
    """
    The duration of each phase of one request, in seconds; 0 for a phase that did not happen.

    ``dns``, ``connect`` and ``tls`` are 0 on a reused connection. ``first_byte`` lasts from the request to the first
    byte of the response, ``download`` from there to the last byte.
    """

    dns: float = 0.0
    connect: float = 0.0
    tls: float = 0.0
    first_byte: float = 0.0
    download: float = 0.0


@frozen(kw_only=True)
class SentCertificate:
    """
    A certificate that a server sends together with its own.

    :ivar subject: its common name (or organization).
    :ivar not_after: the end of its validity, in seconds since the epoch.
    :ivar needed: whether it is the only link between the server's certificate and the certificate authorities: it
        issued the former, is not a certificate authority that clients know, and no other replaces it later.
    """

    subject: str
    not_after: int
    needed: bool = False


@frozen(kw_only=True)
class Tls:
    """
    The facts of a TLS connection whose certificate was valid.

    :ivar protocol: ``TLSv1.2``, ``TLSv1.3``.
    :ivar cipher: the cipher suite, by its OpenSSL name.
    :ivar alpn: the protocol negotiated by ALPN; empty if there is none.
    :ivar subject: the common name of the certificate; empty if it has none.
    :ivar issuer: the common name (or organization) of its issuer.
    :ivar names: the DNS names and addresses that it is valid for.
    :ivar not_before: the start of its validity, in seconds since the epoch; 0 if unknown.
    :ivar not_after: the end of its validity, in seconds since the epoch.
    :ivar key: the type and size of its key, such as ``RSA 2048`` or ``EC 256``.
    :ivar chain_fault: which of the sent certificates is not the issuer of the one before; empty if they are in order.
    :ivar chain: the certificates that were sent after the server's own.
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
    chain_fault: str = ""
    chain: tuple[SentCertificate, ...] = ()

    @property
    def forward_secret(self) -> bool:
        """Whether recorded traffic stays secret from those who get the server's key later."""
        return self.protocol == "TLSv1.3" or self.cipher.startswith(("ECDHE-", "DHE-", "TLS_"))


@frozen(kw_only=True)
class Hop:
    """A redirect of the page: the requested URL and the response."""

    url: str
    status: int
    headers: Headers
    timings: Timings = Timings()


@frozen(kw_only=True)
class Exchange:
    """
    The fetch of one page, redirects included.

    :ivar requested: the URL that was requested first.
    :ivar url: the URL of the final response, after redirects.
    :ivar hops: the redirects, in order.
    :ivar status: the status of the final response; 0 for a file, which has none.
    :ivar headers: the header fields of the final response.
    :ivar malformed_lines: the lines of its head that are not header fields, shortened.
    :ivar http_version: ``1.0`` or ``1.1``.
    :ivar coding: the content coding of the body (``gzip``, ``br``); empty if there is none, ``None`` if it isn't known
        whether one was asked for.
    :ivar wire_size: the size of the encoded body in bytes.
    :ivar size: the size of the body in bytes after content decoding.
    :ivar truncated: the reason why the body is incomplete; empty if it is complete.
    :ivar seconds: the time from the first connection attempt to the last byte.
    :ivar fetched_at: the start of the fetch, in seconds since the epoch.
    """

    requested: str
    url: str
    hops: tuple[Hop, ...] = ()
    status: int
    headers: Headers = Headers()
    malformed_lines: tuple[str, ...] = ()
    http_version: str = "1.1"
    coding: str | None = ""
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
        """The host of the final URL in lower case, IPv6 addresses without brackets; empty if there is none."""
        return split_url(self.url).hostname or ""

    @property
    def server_time(self) -> float:
        """The time of the response by the server's ``Date``, or else by our clock, in seconds since the epoch."""
        try:
            date = parsedate_to_datetime(self.headers.get("date")[:64])
            return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()
        except (ValueError, OverflowError):
            return self.fetched_at

    @property
    def complete(self) -> bool:
        """Whether all of it is known: the head of a response always is."""
        return True

    def place(self, at: object) -> Place | None:
        """Return ``None``: nothing in an exchange has a place in the page."""
        return None


def phases(exchange: Exchange) -> str:
    """Return a text about the time that each phase of the fetch of a page took, redirects included."""
    hops = (*(hop.timings for hop in exchange.hops), exchange.timings)
    sums = {
        "DNS lookup": sum(hop.dns for hop in hops),
        "connection": sum(hop.connect for hop in hops),
        "TLS": sum(hop.tls for hop in hops),
        "redirects": sum(hop.timings.first_byte for hop in exchange.hops),
        "download": exchange.timings.download,
    }
    shown = [f"{name} {round(seconds * 1000)} ms" for name, seconds in sums.items() if seconds >= 0.0005]
    return "plus " + ", ".join(shown) if shown else "nothing else took time"


_NOT_RENDERED = RenderedDocument(html="")


@frozen(kw_only=True)
class Page:
    """
    A fetched page.

    :ivar body: the body after content decoding.
    :ivar rendered: the document after the page's scripts have run; ``None`` if they were not run.
    :ivar unrendered: a sentence that says why the page was to be rendered and was not; otherwise empty.
    :ivar is_fragment: whether it is a part of a page, such as a template.
    """

    exchange: Exchange
    body: bytes
    rendered: RenderedDocument | None = None
    unrendered: str = ""
    is_fragment: bool = False

    @property
    def measured(self) -> RenderedDocument:
        """What a browser has measured; nothing if the page's scripts were not run."""
        return self.rendered or _NOT_RENDERED


# No slots: attrs implements cached properties of classes with slots by __getattr__, which slows every attribute access.
@frozen(kw_only=True, slots=False)
class Source:
    """
    A stylesheet, a script or a file with speculation rules that was requested.

    :ivar url: the URL in the page, without fragment.
    :ivar body: the complete body after content decoding; empty if it could not be fetched completely.
    :ivar content_type: its ``Content-Type``; empty if there is none.
    :ivar problem: the reason why it could not be fetched; empty if it was.
    :ivar interrupted: whether its response ended before it was complete.
    :ivar gone: whether the status was 404 or 410: browsers then load nothing, so the effect on the page is known.
        Other errors (403, 429, 503) may concern only scanners.
        https://html.spec.whatwg.org/multipage/links.html#link-type-stylesheet
    :ivar wire_size: the size of the encoded body in bytes; of a body that is too large, the known part.
    :ivar cut: whether the body has more than ``wire_size`` bytes.
    :ivar coding: the content coding of the body; empty if there is none.
    :ivar shared: whether pages of every origin may read it and so check its integrity
        (``Access-Control-Allow-Origin: *``).
    :ivar nosniff: whether ``X-Content-Type-Options`` forbids browsers to guess another type.
    :ivar source_map: the source map that its ``SourceMap`` header field names; empty if it has none.
    """

    url: str
    body: bytes = b""
    content_type: str = ""
    problem: str = ""
    interrupted: bool = False
    gone: bool = False
    wire_size: int = 0
    cut: bool = False
    coding: str = ""
    shared: bool = False
    nosniff: bool = False
    source_map: str = ""

    @property
    def known(self) -> bool:
        """Whether the effect of the file in browsers is known."""
        return self.gone or not self.problem

    @cached_property
    def digest(self) -> bytes:
        """A hash of the body."""
        return blake2b(self.body, digest_size=16).digest()


@frozen(kw_only=True)
class Sources:
    """
    The files that a page is judged with, in document order, including those that could not be fetched.

    :ivar sheets: the stylesheets of the page, followed by the stylesheets that they import.
    :ivar scripts: the scripts of the page.
    :ivar speculation_rules: the files with speculation rules that its header names.
    """

    sheets: tuple[Source, ...] = ()
    scripts: tuple[Source, ...] = ()
    speculation_rules: tuple[Source, ...] = ()
