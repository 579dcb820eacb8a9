from sitescan.model.transport_answers import Transport
from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_pages import redirecting
from sitescan.standards.hsts_preload import is_preloaded
from sitescan.standards.urls import http_host, same_host


def check(transport: Transport) -> Findings:
    """Report redirects to HTTPS whose first step is plain HTTP, or leaves the host before HSTS could be set."""
    plain = transport.plain
    if plain is None or not plain.steps or not plain.final_url.startswith("https:"):
        return
    first = plain.steps[0]
    if is_preloaded(http_host(first.url)):
        return  # browsers never request the plain address
    if not first.location.startswith("https:") or not same_host(first.url, first.location):
        yield Finding(url=plain.url, location=first.location)


_SECURE = Exchange(requested="https://www.example.com/", url="https://www.example.com/", status=200)
_PLAIN = "http://example.com/"


def _by_way_of(*locations: str, start: str = _PLAIN) -> Transport:
    return Transport(exchange=_SECURE, plain=redirecting(start, *locations))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="HTTP isn't redirected to HTTPS on the same host",
    passed="HTTP is redirected to HTTPS on the same host",
    applies=lambda transport: transport.plain is not None and transport.plain.final_url.startswith("https:"),
    description=(
        "{url} redirects first to {location}, not to its own HTTPS address. The browser never learns that this host "
        "uses HTTPS, so HSTS can't protect the next visit that starts there."
    ),
    recommendation="Redirect to HTTPS on the same host first, then to another host.",
    how_to_fix=(
        "Redirect each plain HTTP host to its own HTTPS address first, and send Strict-Transport-Security on both "
        "HTTPS hosts.\n"
        "nginx:\n"
        " server {{\n"
        " listen 80;\n"
        " server_name example.com www.example.com;\n"
        " return 301 https://$host$request_uri;\n"
        " }}\n"
        "Then, only in the HTTPS server of the host name that you don't use:\n"
        "nginx: return 301 https://www.example.com$request_uri;"
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc6797#section-7.2",
        "https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/TLS",
    ),
    covers=(
        "observatory:redirection-not-to-https-on-initial-redirection",
        "observatory:redirection-off-host-from-http",
    ),
    examples=(
        Bad(evidence=_by_way_of("http://www.example.com/", "https://www.example.com/")),
        Bad(evidence=_by_way_of("https://www.example.com/")),
        Good(evidence=_by_way_of("https://example.com/", "https://www.example.com/")),
        Good(evidence=_by_way_of("http://www.example.com/")),
        Good(evidence=_by_way_of("http://www.pears.dev/", "https://www.pears.dev/", start="http://pears.dev/")),
        Good(evidence=Transport(exchange=_SECURE)),
    ),
)
