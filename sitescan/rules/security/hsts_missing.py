from sitescan.model.exchange import Hop
from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Headers, Rule, Severity
from sitescan.rules.server_configuration import HSTS
from sitescan.standards.hsts_preload import is_preloaded
from sitescan.standards.public_suffixes import same_site
from sitescan.standards.urls import InvalidTarget, host_of, serialized_target


def check(exchange: Exchange) -> Findings:
    """
    Report a page on HTTPS without the header field, and redirects from other hosts of the site to it.

    Each host needs it: what the last one sends does not hold for the one that visitors type. Browsers ignore it on IP
    addresses.
    """
    if not exchange.secure:
        return
    if "strict-transport-security" not in exchange.headers and _is_unprotected(exchange.url):
        yield Finding()
    hosts = {host_of(exchange.url)}
    for hop in exchange.hops:
        if hop.url.startswith("https:") and host_of(hop.url) not in hosts and same_site(hop.url, exchange.url):
            hosts.add(host_of(hop.url))
            if "strict-transport-security" not in hop.headers and _is_unprotected(hop.url):
                yield Finding(detail=f"the redirect from {host_of(hop.url)}")


def _is_unprotected(url: str) -> bool:
    try:
        target = serialized_target(url)
    except InvalidTarget:
        return False
    return not target.is_address and not is_preloaded(target.host)


_WWW = "https://www.example.com/"


def _redirected(*fields: tuple[str, str], to: str = _WWW) -> Exchange:
    protected = Headers((("Strict-Transport-Security", "max-age=31536000"),))
    hop = Hop(url="https://example.com/", status=301, headers=Headers(fields))
    return Exchange(requested="https://example.com/", url=to, status=200, headers=protected, hops=(hop,))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="HSTS header is missing",
    passed="HSTS is set wherever it works",
    applies=lambda exchange: exchange.secure,
    description=(
        "{count:A response has|# responses have} no Strict-Transport-Security (HSTS) header. Visitors who type the "
        "address without https:// or follow an old link start with an unprotected request. An attacker on the same "
        "network can intercept it and keep the visitor on plain HTTP."
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
        Bad(evidence=_redirected()),
        Good(evidence=_redirected(("Strict-Transport-Security", "max-age=31536000"))),
        Good(evidence=_redirected(to="https://plums.example/")),
    ),
)
