"""The host has no IPv6 address."""

from sitescan.model.transport_answers import Protocols
from sitescan.rules.authoring import HOME_PAGE, Bad, Finding, Findings, Good, Rule, Severity
from sitescan.standards.urls import serialized_target


def check(protocols: Protocols) -> Findings:
    """Report a host name for which DNS certainly has no AAAA record."""
    if protocols.ipv6 is False:
        yield Finding(host=serialized_target(protocols.exchange.url).host)


def _host(ipv6: bool | None) -> Protocols:
    return Protocols(exchange=HOME_PAGE, ipv6=ipv6)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Host has no IPv6 address",
    passed="Host has an IPv6 address",
    needs=lambda protocols: protocols.ipv6 is not None,
    description=(
        "The host {host} has IPv4 addresses but no IPv6 address. Visitors in mobile networks that use only IPv6 reach "
        "it through their operator's translator (NAT64), which is a detour. It costs no points."
    ),
    recommendation="Give the server an IPv6 address, and add an AAAA record.",
    how_to_fix=(
        "Most hosts and CDNs only need a switch. Let the server listen on IPv6 before you add the record:\n"
        "nginx: listen [::]:443 ssl;\n"
        "Apache (if Listen has an address, remove it) and Caddy listen on IPv6 without configuration.\n"
        "Then add the record in the DNS zone: {host}. AAAA 2001:db8::1, with the address of your server."
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc6540", "https://www.rfc-editor.org/rfc/rfc6877"),
    examples=(Bad(evidence=_host(ipv6=False)), Good(evidence=_host(ipv6=True)), Good(evidence=_host(ipv6=None))),
)
