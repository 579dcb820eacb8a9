"""The way in which a page reaches its visitors: TLS, plain HTTP, HTTP versions and cross-origin access."""

from attrs import frozen

from sitescan.model.answers import Answer
from sitescan.model.evidence import PlacedEvidence
from sitescan.model.exchange import Exchange
from sitescan.standards.http_headers import Headers


@frozen(kw_only=True)
class Transport(PlacedEvidence):
    """
    How the site is reached: the page's exchange and the same address over plain HTTP.

    :ivar exchange: the page's own exchange.
    :ivar plain: what ``http://`` answered; ``None`` where it was not asked.
    :ivar outdated_tls: the newest version before TLS 1.2 that the server accepts; empty where none is known.
    :ivar now: when the certificate was looked at, seconds since the epoch.
    """

    exchange: Exchange
    plain: Answer | None = None
    outdated_tls: str = ""
    now: float = 0.0


@frozen(kw_only=True)
class Protocols(PlacedEvidence):
    """
    By which versions of HTTP browsers can get the page and its files.

    :ivar exchange: the page's own exchange, which was made in HTTP/1.
    :ivar alpn: what the server chose where HTTP/2 and HTTP/1.1 were offered, empty where it chose
        nothing; ``None`` where that was not asked.
    :ivar files: how many files the page loads from its own origin.
    """

    exchange: Exchange
    alpn: str | None = None
    files: int = 0

    @property
    def only_http1(self) -> bool:
        """
        Whether it is certain that browsers get nothing newer than HTTP/1.1.

        Over plain HTTP they never do. Over TLS HTTP/2 is agreed on by ALPN (RFC 9113, 3.2), and
        HTTP/3 is announced by ``Alt-Svc`` (RFC 9114, 3.1.1).
        """
        if not self.exchange.secure:
            return True
        announced = self.exchange.headers.get("alt-svc").lower()
        return self.alpn in ("", "http/1.1") and "h3" not in announced


@frozen(kw_only=True)
class Sharing(PlacedEvidence):
    """
    What the site answers to a script of another site.

    :ivar exchange: the page's own exchange.
    :ivar origin: the origin that was named in ``Origin``.
    :ivar preflight: header fields of the answer to ``OPTIONS``; ``None`` where there was none.
    :ivar answer: header fields of the page as another site's script would get it; likewise.
    :ivar to_null: the same for the origin ``null`` of a sandboxed frame; ``None`` where that was not asked.
    """

    exchange: Exchange
    origin: str
    preflight: Headers | None = None
    answer: Headers | None = None
    to_null: Headers | None = None
