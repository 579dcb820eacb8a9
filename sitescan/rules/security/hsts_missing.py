"""HSTS header is missing."""

from collections.abc import Iterator

from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.rules.server_configuration import HSTS
from sitescan.standards.hsts_preload import is_preloaded
from sitescan.standards.urls import InvalidTarget, serialized_target


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report a page on HTTPS without the header field, except on IP addresses, where browsers ignore it."""
    if not exchange.secure or "strict-transport-security" in exchange.headers:
        return
    try:
        target = serialized_target(exchange.url)
    except InvalidTarget:
        return
    if not target.is_address and not is_preloaded(target.host):
        yield Finding()


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="HSTS header is missing",
    description=(
        "The response has no Strict-Transport-Security (HSTS) header. Visitors who type the address without https:// "
        "or follow an old link start with an unprotected request. An attacker on the same network can intercept it "
        "and keep the visitor on plain HTTP."
    ),
    recommendation="Send Strict-Transport-Security with every HTTPS response.",
    how_to_fix=(
        "Strict-Transport-Security: max-age=31536000\n"
        + HSTS.text
        + "\nAdd includeSubDomains only if every subdomain works over HTTPS: browsers then refuse plain HTTP there "
        "for a year, and you can't undo that."
    ),
    setting=HSTS,
    sources=(
        "https://www.rfc-editor.org/rfc/rfc6797",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Strict-Transport-Security",
    ),
    covers=("lighthouse:has-hsts", "observatory:hsts-not-implemented", "webhint:strict-transport-security"),
    examples=(
        Bad(),
        Good(headers=("Strict-Transport-Security: max-age=31536000",)),
        Good(headers=("Strict-Transport-Security: max-age=0",)),
        Good(url="http://example.com/"),
        Good(url="https://192.0.2.7/"),
        Good(url="https://pears.dev/"),
    ),
)
