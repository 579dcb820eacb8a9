from sitescan.model.transport_answers import Transport
from sitescan.rules.authoring import Answer, Bad, Exchange, Finding, Findings, Good, Rule, Severity, Verdict
from sitescan.rules.example_pages import redirecting
from sitescan.rules.server_configuration import HTTPS_REDIRECT
from sitescan.standards.hsts_preload import is_preloaded
from sitescan.standards.urls import http_host


def check(transport: Transport) -> Findings:
    """Report a page on HTTPS that is also served over plain HTTP."""
    plain = transport.plain
    if not transport.exchange.secure or plain is None or plain.status is None or plain.verdict is not Verdict.OK:
        return
    if is_preloaded(http_host(plain.url)):
        return  # browsers never request the plain address
    if plain.status < 300 and not plain.final_url.startswith("https:"):
        yield Finding(url=plain.url, host=http_host(plain.url))


_SECURE = Exchange(requested="https://example.com/", url="https://example.com/", status=200)
_PLAIN = "http://example.com/"

RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="HTTP isn't redirected to HTTPS",
    passed="HTTP is redirected to HTTPS",
    applies=lambda transport: transport.exchange.secure,
    needs=lambda transport: transport.plain is not None and transport.plain.final_url.startswith("https:"),
    description=(
        "{url} responds with a page instead of a redirect to HTTPS. Visitors who type the address or follow an old "
        "link stay on the unprotected version, which anyone on their network can read and change."
    ),
    recommendation="Permanently redirect every plain HTTP address to its HTTPS address.",
    how_to_fix=(
        f"{HTTPS_REDIRECT}\n"
        "Caddy redirects automatically if the site's address in the Caddyfile doesn't start with http://.\n"
        'Behind a proxy or CDN, turn on "Always use HTTPS" there.'
    ),
    sources=(
        "https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/TLS",
        "https://www.rfc-editor.org/rfc/rfc6797#section-7.2",
    ),
    covers=(
        "lighthouse:redirects-http",
        "observatory:redirection-missing",
        "observatory:redirection-not-to-https",
    ),
    examples=(
        Bad(evidence=Transport(exchange=_SECURE, plain=Answer(url=_PLAIN, status=200))),
        Bad(
            evidence=Transport(
                exchange=_SECURE,
                plain=redirecting(_PLAIN, "http://www.example.com/"),
            )
        ),
        Good(
            evidence=Transport(
                exchange=_SECURE,
                plain=redirecting(_PLAIN, "https://example.com/"),
            )
        ),
        Good(evidence=Transport(exchange=_SECURE, plain=Answer(url=_PLAIN, status=403))),
        Good(evidence=Transport(exchange=_SECURE, plain=Answer(url="http://pears.dev/", status=200))),
        Good(evidence=Transport(exchange=_SECURE)),
    ),
)
