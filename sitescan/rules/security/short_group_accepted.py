"""Server uses a short Diffie-Hellman group."""

from collections.abc import Iterator

from sitescan.model.report import Severity
from sitescan.model.transport_answers import Transport
from sitescan.rules.example_pages import HOME_PAGE
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.rules.server_configuration import STRONG_CIPHERS


def check(transport: Transport) -> Iterator[Finding]:
    """Report a server that offers a short group to programs that use Diffie-Hellman without elliptic curves."""
    if transport.short_group:
        yield Finding()


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Server uses a short Diffie-Hellman group",
    passed="Diffie-Hellman groups are long enough",
    applies=lambda transport: transport.exchange.secure,
    description=(
        "For the DHE ciphers of TLS 1.2, the server uses a Diffie-Hellman group of fewer than 2,048 bits. Groups of "
        "1,024 bits can be broken with a large effort, which then opens all recorded connections that used them. "
        "Current browsers don't use DHE, but older programs do."
    ),
    recommendation="Turn off the DHE ciphers, or use a group of 2,048 bits for them.",
    how_to_fix=STRONG_CIPHERS
    + (
        "\nIf old programs need DHE, create a group with openssl dhparam -out dhparam.pem 2048. nginx names the file "
        "in ssl_dhparam, Apache in SSLOpenSSLConfCmd DHParameters."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9325#section-4.1",
        "https://weakdh.org/",
    ),
    examples=(
        Bad(evidence=Transport(exchange=HOME_PAGE, short_group=True)),
        Good(evidence=Transport(exchange=HOME_PAGE)),
    ),
)
