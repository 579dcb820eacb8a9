from attrs import evolve

from sitescan.rules.authoring import HOME_PAGE, Bad, Exchange, Finding, Findings, Good, Rule, Severity


def check(exchange: Exchange) -> Findings:
    """Report HTTP/1.0, which needs a connection for each file."""
    if exchange.http_version == "1.0":
        yield Finding()


def _speaking(version: str) -> Exchange:
    return evolve(HOME_PAGE, http_version=version)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Server uses HTTP/1.0",
    passed="Server uses HTTP/1.1 or later",
    description=(
        "The server responds with HTTP/1.0, which dates from 1996. Browsers have to open a new connection for "
        "every file, each with its own round trips."
    ),
    recommendation="Serve the site over HTTP/2, or at least HTTP/1.1.",
    how_to_fix=(
        "nginx: listen 443 ssl http2;\n"
        "Apache: Protocols h2 http/1.1\n"
        "In nginx 1.25.1 and later, write listen 443 ssl; and http2 on; instead. Caddy needs no change. "
        "Development servers, such as python -m http.server, aren't made for the public: put one of these "
        "servers in front."
    ),
    sources=("https://www.rfc-editor.org/rfc/rfc9112", "https://www.rfc-editor.org/rfc/rfc9113"),
    covers=("lighthouse:uses-http2",),
    examples=(Bad(evidence=_speaking("1.0")), Good(evidence=_speaking("1.1")), Good()),
)
