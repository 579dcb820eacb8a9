from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity
from sitescan.rules.server_configuration import HTTPS_REDIRECT
from sitescan.standards.urls import http_host


def check(exchange: Exchange) -> Findings:
    """Report the header field of a page over plain HTTP, whatever its value."""
    if not exchange.secure and "strict-transport-security" in exchange.headers:
        yield Finding(host=http_host(exchange.url))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="HSTS header sent over plain HTTP",
    passed="HSTS header is kept off plain HTTP",
    applies=lambda exchange: not exchange.secure,
    description=(
        "The page is sent over plain HTTP with a Strict-Transport-Security header. Browsers ignore the header there "
        "because anyone on the network could have added it, and the standard forbids it. It has no effect until the "
        "page is served over HTTPS."
    ),
    recommendation="Redirect plain HTTP to HTTPS, and send the header only over HTTPS.",
    how_to_fix=(
        "Redirect plain HTTP to HTTPS, and send the header only in the server block or virtual host of port 443. "
        f"Caddy redirects automatically.\n{HTTPS_REDIRECT}"
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc6797#section-7.2",
        "https://www.rfc-editor.org/rfc/rfc6797#section-8.1",
    ),
    covers=("webhint:strict-transport-security",),
    examples=(
        Bad(headers=("Strict-Transport-Security: max-age=31536000",), url="http://example.com/"),
        Bad(headers=("Strict-Transport-Security: nonsense",), url="http://example.com/"),
        Good(headers=("Strict-Transport-Security: max-age=31536000",)),
        Good(url="http://example.com/"),
    ),
)
