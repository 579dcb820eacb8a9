from sitescan.model.exchange import Hop
from sitescan.rules.authoring import LOAD_TIME, Bad, Exchange, Finding, Findings, Good, Headers, Rule, Severity


def check(exchange: Exchange) -> Findings:
    """Report more than one redirect; a single one (to HTTPS, to www) is normal."""
    if len(exchange.hops) > 1:
        chain = [*(hop.url for hop in exchange.hops), exchange.url]
        yield Finding(number=len(exchange.hops), final=exchange.url, detail=" → ".join(chain))


def _after(*urls: str) -> Exchange:
    hops = tuple(Hop(url=url, status=301, headers=Headers()) for url in urls)
    return Exchange(requested=urls[0], url="https://www.example.com/", status=200, hops=hops)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    charged_by=LOAD_TIME,
    title="Page is behind a redirect chain",
    passed="Page is at most one redirect away",
    description=(
        "There are {number} redirects between the requested address and the page. Each costs at least one round "
        "trip, on phones often more than 100 ms, before anything can be shown."
    ),
    recommendation="Redirect to the final address in one step.",
    how_to_fix=(
        "Let every old address redirect directly to the final one ({final}):\n"
        "nginx:\n"
        " server {{\n"
        " server_name example.com;\n"
        " return 301 https://www.example.com$request_uri;\n"
        " }}\n"
        "Apache:\n"
        " RewriteEngine On\n"
        " RewriteCond %{{HTTP_HOST}} !^www\\.\n"
        " RewriteRule ^ https://www.example.com%{{REQUEST_URI}} [R=301,L]\n"
        "Use the final address in your own links."
    ),
    sources=(
        "https://developer.chrome.com/docs/lighthouse/performance/redirects",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Redirections",
    ),
    covers=("lighthouse:redirects",),
    examples=(
        Bad(evidence=_after("http://example.com/", "http://www.example.com/")),
        Good(evidence=_after("https://example.com/")),
        Good(),
    ),
)
