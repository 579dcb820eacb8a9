from attrs import evolve

from sitescan.model.exchange import Tls
from sitescan.model.transport_answers import Transport
from sitescan.rules.authoring import HOME_PAGE, Bad, Finding, Findings, Good, Rule, Severity
from sitescan.rules.server_configuration import STRONG_CIPHERS


def check(transport: Transport) -> Findings:
    """
    Report weak encryption that the server accepts, though it chose a better one for the page.

    That is a cipher without forward secrecy, or a short group for Diffie-Hellman without elliptic curves.
    """
    tls = transport.exchange.tls
    if transport.old_cipher and tls is not None and tls.forward_secret:
        yield Finding(detail=f"{transport.old_cipher} has no forward secrecy")
    if transport.short_group:
        yield Finding(detail="the DHE ciphers of TLS 1.2 use a Diffie-Hellman group of fewer than 2,048 bits")


def _accepting(old: str, preferred: str = "ECDHE-RSA-AES128-GCM-SHA256") -> Transport:
    return Transport(exchange=evolve(HOME_PAGE, tls=Tls(protocol="TLSv1.2", cipher=preferred)), old_cipher=old)


RULE = Rule(
    check=check,
    former_ids=("security/short-group-accepted",),
    severity=Severity.INFO,
    share=0,
    title="Server accepts weak encryption for old programs",
    passed="Server refuses weak encryption",
    applies=lambda transport: transport.exchange.secure,
    description=(
        "Besides better encryption, the server accepts some that is weak. Current browsers don't use it. Anyone who "
        "records an old program's connection and gets the server's key later, or breaks a group of 1,024 bits, can "
        "read it."
    ),
    recommendation="Turn off ciphers without forward secrecy and DHE ciphers, unless very old programs need them.",
    how_to_fix=STRONG_CIPHERS
    + (
        "\nIf old programs need DHE, create a group with openssl dhparam -out dhparam.pem 2048. nginx names the file "
        "in ssl_dhparam, Apache in SSLOpenSSLConfCmd DHParameters."
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9325#section-4.1", "https://robotattack.org/", "https://weakdh.org/"),
    examples=(
        Bad(evidence=_accepting("AES128-SHA")),
        Bad(evidence=Transport(exchange=HOME_PAGE, short_group=True)),
        Good(evidence=_accepting("")),
        Good(evidence=Transport(exchange=HOME_PAGE)),
        Good(evidence=_accepting("AES128-SHA", preferred="AES128-GCM-SHA256")),
    ),
)
