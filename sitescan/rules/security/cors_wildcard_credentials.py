"""CORS headers that contradict each other."""

from collections.abc import Iterator

from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report credentials for everybody, which browsers refuse."""
    allowed = exchange.headers.get("access-control-allow-origin")
    if allowed == "*" and exchange.headers.get("access-control-allow-credentials").lower() == "true":
        yield Finding()


RULE = Rule(
    id="security/cors-wildcard-credentials",
    reads=Exchange,
    check=check,
    severity=Severity.INFO,
    title="CORS wildcard is combined with credentials",
    description=(
        "The page sends Access-Control-Allow-Origin: * together with Access-Control-Allow-Credentials: true. "
        "Browsers reject this combination for requests with cookies, so it has no effect. A common workaround, "
        "returning any origin, would open the site to everyone."
    ),
    recommendation="Remove Access-Control-Allow-Credentials, or allow only the origins that need access.",
    how_to_fix=(
        "For public data, send only Access-Control-Allow-Origin: *.\n"
        "For one site with cookies, send Access-Control-Allow-Origin: https://app.example.com, "
        "Access-Control-Allow-Credentials: true and Vary: Origin."
    ),
    sources=(
        "https://fetch.spec.whatwg.org/#cors-protocol-and-credentials",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Access-Control-Allow-Credentials",
    ),
    examples=(
        Bad(headers=("Access-Control-Allow-Origin: *", "Access-Control-Allow-Credentials: true")),
        Good(headers=("Access-Control-Allow-Origin: *",)),
        Good(headers=("Access-Control-Allow-Origin: https://a.example", "Access-Control-Allow-Credentials: true")),
        Good(),
    ),
)
