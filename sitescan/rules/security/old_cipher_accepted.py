"""Server accepts old ciphers."""

from collections.abc import Iterator

from attrs import evolve

from sitescan.model.exchange import Tls
from sitescan.model.report import Severity
from sitescan.model.transport_answers import Transport
from sitescan.rules.example_pages import HOME_PAGE
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.rules.server_configuration import STRONG_CIPHERS


def check(transport: Transport) -> Iterator[Finding]:
    """Report a cipher without forward secrecy that the server accepts, though it chose a better one for the page."""
    tls = transport.exchange.tls
    if transport.old_cipher and tls is not None and tls.forward_secret:
        yield Finding(cipher=transport.old_cipher)


def _accepting(old: str, preferred: str = "ECDHE-RSA-AES128-GCM-SHA256") -> Transport:
    return Transport(exchange=evolve(HOME_PAGE, tls=Tls(protocol="TLSv1.2", cipher=preferred)), old_cipher=old)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Server accepts old ciphers",
    passed="Server refuses old ciphers",
    applies=lambda transport: transport.exchange.secure,
    description=(
        "Besides better ciphers, the server accepts {cipher}, which has no forward secrecy. Current browsers prefer "
        "the better ones. Anyone who records an old program's connection and gets the server's key later can read it."
    ),
    recommendation="Turn off ciphers without forward secrecy, unless very old programs need them.",
    how_to_fix=STRONG_CIPHERS,
    sources=("https://www.rfc-editor.org/rfc/rfc9325#section-4.1", "https://robotattack.org/"),
    examples=(
        Bad(evidence=_accepting("AES128-SHA")),
        Good(evidence=_accepting("")),
        Good(evidence=_accepting("AES128-SHA", preferred="AES128-GCM-SHA256")),
    ),
)
