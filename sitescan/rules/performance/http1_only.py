from sitescan.model.transport_answers import Protocols
from sitescan.rules.authoring import LOAD_TIME, Bad, Exchange, Finding, Findings, Good, Headers, Rule, Severity

#: The maximum number of connections of browsers to one host: fewer files do not wait for each other.
_AT_ONCE = 6


def check(protocols: Protocols) -> Findings:
    """
    Report a site over TLS that supports neither HTTP/2 nor HTTP/3 and has enough files to queue.

    Browsers support HTTP/2 only over TLS; security/not-https reports its absence.
    """
    if protocols.exchange.secure and protocols.only_http1 and protocols.files > _AT_ONCE:
        yield Finding(files=protocols.files)


def _site(*alt_svc: str, alpn: str | None, files: int = 20, url: str = "https://example.com/") -> Protocols:
    fields = tuple(("Alt-Svc", value) for value in alt_svc)
    return Protocols(
        exchange=Exchange(requested=url, url=url, status=200, headers=Headers(fields)), alpn=alpn, files=files
    )


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    charged_by=LOAD_TIME,
    title="Server doesn't use HTTP/2",
    passed="Server supports HTTP/2 or HTTP/3",
    applies=lambda protocols: protocols.exchange.secure and not protocols.only_http1,
    needs=lambda protocols: protocols.alpn is not None,
    description=(
        "The server was offered HTTP/2 but chose HTTP/1.1, where one connection carries one file at a time. "
        "Browsers open six connections, and the page loads {files} files from this site."
    ),
    recommendation="Turn on HTTP/2.",
    how_to_fix=(
        "nginx: listen 443 ssl http2;\n"
        "Apache: Protocols h2 http/1.1\n"
        "In nginx 1.25.1 and later, write listen 443 ssl; and http2 on; instead. Caddy and all large CDNs need "
        "no change."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9113#section-3.2",
        "https://www.rfc-editor.org/rfc/rfc9114#section-3.1.1",
    ),
    covers=("lighthouse:uses-http2",),
    examples=(
        Bad(evidence=_site(alpn="http/1.1")),
        Bad(evidence=_site(alpn="")),
        Bad(evidence=_site("clear", alpn="")),
        Good(evidence=_site(alpn="h2")),
        Good(evidence=_site(alpn=None)),
        Good(evidence=_site(alpn="http/1.1", files=6)),
        Good(evidence=_site('h3=":443"; ma=86400', alpn="http/1.1")),
        Good(evidence=_site(alpn=None, url="http://example.com/")),
    ),
)
