"""The server speaks no current version of TLS."""

from collections.abc import Iterator

from sitescan.model.answers import Transport
from sitescan.model.exchange import Exchange, Tls
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_OUTDATED = {"SSLv2", "SSLv3", "TLSv1", "TLSv1.0", "TLSv1.1"}


def check(transport: Transport) -> Iterator[Finding]:
    """Report an old version; the newest that both sides know is the one that was spoken."""
    tls = transport.exchange.tls
    if tls is not None and tls.protocol in _OUTDATED:
        yield Finding(protocol=tls.protocol)


def _speaking(protocol: str) -> Transport:
    tls = Tls(protocol=protocol, cipher="ECDHE-RSA-AES128-SHA")
    return Transport(
        exchange=Exchange(requested="https://example.com/", url="https://example.com/", status=200, tls=tls)
    )


RULE = Rule(
    id="security/outdated-tls",
    reads=Transport,
    check=check,
    severity=Severity.ERROR,
    title="Outdated TLS version",
    description=(
        "The best that the server speaks is {protocol}. Versions before TLS 1.2 have known weaknesses, and current "
        "browsers refuse to connect with them: their users cannot open the page at all."
    ),
    recommendation="Switch on TLS 1.2 and TLS 1.3 and switch off everything older.",
    how_to_fix=(
        "nginx: ssl_protocols TLSv1.2 TLSv1.3;\n"
        "Apache: SSLProtocol -all +TLSv1.2 +TLSv1.3\n"
        "Caddy: nothing to do. If the server does not know these versions, update it and its OpenSSL."
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc8996", "https://ssl-config.mozilla.org/"),
    examples=(
        Bad(evidence=_speaking("TLSv1.1")),
        Good(evidence=_speaking("TLSv1.2")),
        Good(evidence=_speaking("TLSv1.3")),
    ),
)
