"""The transport of a page: HTTPS and plain HTTP, HTTP versions, and access by scripts of other origins."""

from attrs import frozen

from sitescan.model.answers import Answer
from sitescan.model.evidence import PlacedEvidence
from sitescan.model.exchange import Exchange
from sitescan.standards.http_headers import Headers


@frozen(kw_only=True)
class Transport(PlacedEvidence):
    """
    The exchange of a page and the answer for the same address over plain HTTP.

    :ivar exchange: the exchange of the page itself.
    :ivar plain: the answer over plain HTTP; ``None`` if it was not requested.
    :ivar outdated_tls: the newest TLS version before 1.2 that the server accepts; empty if none is known.
    :ivar old_cipher: the cipher without forward secrecy that the server accepts; empty if none is known.
    :ivar short_group: whether the server uses a Diffie-Hellman group of fewer than 2,048 bits.
    :ivar now: the time at which the certificate was inspected, in seconds since the epoch.
    """

    exchange: Exchange
    plain: Answer | None = None
    outdated_tls: str = ""
    old_cipher: str = ""
    short_group: bool = False
    now: float = 0.0


@frozen(kw_only=True)
class NameRecords(PlacedEvidence):
    """
    The DNS records that protect the name of a site.

    :ivar exchange: the exchange of the page itself.
    :ivar site: the registrable domain.
    :ivar signed: whether its zone is signed; ``None`` if that is not known.
    :ivar caa: whether CAA records say who may issue certificates; ``None`` if that is not known.
    """

    exchange: Exchange
    site: str
    signed: bool | None = None
    caa: bool | None = None


@frozen(kw_only=True)
class Protocols(PlacedEvidence):
    """
    The HTTP versions that the server of a page supports.

    :ivar exchange: the exchange of the page itself, which used HTTP/1.
    :ivar alpn: the protocol that the server chose when offered HTTP/2 and HTTP/1.1, empty if it chose none; ``None``
        if that was not tried.
    :ivar files: the number of files that the page loads from its own origin.
    :ivar ipv6: whether the host has an IPv6 address; ``None`` if that is not known.
    """

    exchange: Exchange
    alpn: str | None = None
    files: int = 0
    ipv6: bool | None = None

    @property
    def only_http1(self) -> bool:
        """
        Whether browsers certainly use nothing newer than HTTP/1.1.

        They never do over plain HTTP. Over TLS, HTTP/2 is negotiated by ALPN (RFC 9113, 3.2), and HTTP/3 is announced
        by ``Alt-Svc`` (RFC 9114, 3.1.1).
        """
        if not self.exchange.secure:
            return True
        announced = self.exchange.headers.get("alt-svc").lower()
        return self.alpn in ("", "http/1.1") and "h3" not in announced


@frozen(kw_only=True)
class Sharing(PlacedEvidence):
    """
    The responses of a site to requests of a script of another origin.

    :ivar exchange: the exchange of the page itself.
    :ivar origin: the value of ``Origin`` in the requests.
    :ivar preflight: the header fields of the response to ``OPTIONS``; ``None`` if there was none.
    :ivar answer: the header fields of the response to ``GET``; ``None`` if there was none.
    :ivar to_null: the header fields of the response to ``GET`` with the origin ``null`` of a sandboxed frame; ``None``
        if that was not requested.
    """

    exchange: Exchange
    origin: str
    preflight: Headers | None = None
    answer: Headers | None = None
    to_null: Headers | None = None

    @property
    def complete(self) -> bool:
        """Whether the page responded."""
        return self.answer is not None
