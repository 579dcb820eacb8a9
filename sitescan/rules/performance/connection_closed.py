from sitescan.model.transport_answers import Protocols
from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Headers, Rule, Severity


def check(protocols: Protocols) -> Findings:
    """Report ``Connection: close`` from servers that browsers can use only over HTTP/1.1."""
    exchange = protocols.exchange
    tokens = {token.strip().lower() for token in exchange.headers.get("connection").split(",")}
    if exchange.http_version == "1.1" and "close" in tokens and protocols.only_http1 and exchange.status < 400:
        yield Finding()


def _answer(url: str, *connection: str, version: str = "1.1", alpn: str | None = None) -> Protocols:
    fields = tuple(("Connection", value) for value in connection)
    exchange = Exchange(requested=url, url=url, status=200, headers=Headers(fields), http_version=version)
    return Protocols(exchange=exchange, alpn=alpn)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Server closes the connection after each response",
    passed="Server keeps connections open",
    applies=lambda protocols: protocols.exchange.http_version == "1.1",
    description=(
        "The server responds with Connection: close. Browsers have to open a new connection for every file of "
        "the page, each with its own round trips."
    ),
    recommendation="Let the server keep connections open.",
    how_to_fix=("nginx: keepalive_timeout 65s;\nApache: KeepAlive On\nCaddy does this automatically."),
    sources=("https://www.rfc-editor.org/rfc/rfc9112#section-9.3",),
    examples=(
        Bad(evidence=_answer("http://example.com/", "close")),
        Bad(evidence=_answer("http://example.com/", "Upgrade, Close")),
        Bad(evidence=_answer("https://example.com/", "close", alpn="http/1.1")),
        Good(evidence=_answer("http://example.com/")),
        Good(evidence=_answer("http://example.com/", "keep-alive")),
        Good(evidence=_answer("https://example.com/", "close")),
        Good(evidence=_answer("https://example.com/", "close", alpn="h2")),
        Good(evidence=_answer("http://example.com/", "close", version="1.0")),
    ),
)
