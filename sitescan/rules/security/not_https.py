"""The page is not served over HTTPS."""

from collections.abc import Iterator

from sitescan.document.security.insecure_url import is_insecure
from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report a page that travels in the clear; one on the machine itself does not travel."""
    if is_insecure(exchange.url):
        asked = exchange.requested.startswith("https:")
        yield Finding(detail="the HTTPS address redirects back to plain HTTP" if asked else "")


RULE = Rule(
    id="security/not-https",
    reads=Exchange,
    check=check,
    severity=Severity.ERROR,
    share=40,
    title="Page not served over HTTPS",
    description=(
        "The page was delivered over plain HTTP. Anybody between your server and the visitor can read it, change it "
        "and steal what is typed into it; browsers mark it as “Not secure”. Until this is solved, the other "
        "protections "
        "for secure connections (HSTS, secure cookies) cannot work and are not asked for here."
    ),
    recommendation="Serve the page over HTTPS and redirect the plain HTTP address to it.",
    how_to_fix=(
        "Get a free certificate (Let's Encrypt) and redirect everything else. Caddy does both "
        "automatically: name the site without http://.\n"
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
        "https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/TLS",
        "https://developers.google.com/search/docs/crawling-indexing/https",
    ),
    covers=(
        "lighthouse:is-on-https",
        "observatory:hsts-not-implemented-no-https",
        "observatory:redirection-missing",
        "webhint:https-only",
    ),
    examples=(
        Bad(url="http://example.com/"),
        Good(url="https://example.com/"),
        Good(url="http://localhost:8080/"),
        Good(url="http://127.0.0.1/"),
    ),
)
