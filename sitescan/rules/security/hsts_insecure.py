"""HSTS is sent over plain HTTP, where browsers ignore it."""

from collections.abc import Iterator

from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report the header of a page over plain HTTP, whatever it says."""
    if not exchange.secure and "strict-transport-security" in exchange.headers:
        yield Finding()


RULE = Rule(
    id="security/hsts-insecure",
    reads=Exchange,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="HSTS header over plain HTTP",
    description=(
        "The page is sent over plain HTTP with a Strict-Transport-Security header. Browsers ignore the header there, "
        "because anybody on the way could have written it; the standard forbids sending it. It protects nobody until "
        "the page comes over HTTPS."
    ),
    recommendation="Redirect plain HTTP to HTTPS, and send the header there only.",
    how_to_fix=(
        "Redirect plain HTTP, and send the header only in the server block or virtual host of port 443. "
        "Caddy redirects automatically.\n"
        "nginx:\n"
        " server {{\n"
        " listen 80;\n"
        " server_name example.com;\n"
        " return 301 https://$host$request_uri;\n"
        " }}\n"
        "Apache:\n"
        " <VirtualHost *:80>\n"
        " ServerName example.com\n"
        ' Redirect permanent "/" "https://example.com/"\n'
        " </VirtualHost>"
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
