from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity
from sitescan.rules.server_configuration import HTTPS_REDIRECT
from sitescan.standards.insecure_url import is_insecure
from sitescan.standards.urls import http_host


def check(exchange: Exchange) -> Findings:
    """Report a page that is sent unencrypted to another machine."""
    if is_insecure(exchange.url):
        back = "the HTTPS address redirects to plain HTTP" if exchange.requested.startswith("https:") else ""
        yield Finding(host=http_host(exchange.url), detail=back)


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    share=40,
    title="Page is not served over HTTPS",
    passed="Page is served over HTTPS",
    applies=lambda exchange: exchange.secure,
    description=(
        "The page was delivered over plain HTTP. Anyone between your server and the visitor can read it, change it and "
        "steal what is typed into it. Browsers mark it as “Not secure”. HSTS and secure cookies need HTTPS, so they "
        "aren't checked here."
    ),
    recommendation="Serve the page over HTTPS and redirect the plain HTTP address to it.",
    how_to_fix=(
        "Get a free certificate (for example from Let's Encrypt) and redirect all plain HTTP requests. Caddy does both "
        f"automatically if the site's address in the Caddyfile doesn't start with http://.\n{HTTPS_REDIRECT}"
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
