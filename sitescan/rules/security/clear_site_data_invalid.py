from sitescan.rules.authoring import Bad, Exchange, Finding, Findings, Good, Rule, Severity, response_header, shorten
from sitescan.standards.insecure_url import is_insecure

#: https://w3c.github.io/webappsec-clear-site-data/#grammardef-clear-site-data and the types of browsers.
_TYPES = frozenset(
    {
        *('"*"', '"cache"', '"cookies"', '"storage"', '"executionContexts"'),
        *('"clientHints"', '"prefetchCache"', '"prerenderCache"'),
    }
)


def check(exchange: Exchange) -> Findings:
    """Report types that browsers don't know, such as those without double quotes, and a field over plain HTTP."""
    value = exchange.headers.get("clear-site-data")
    if value and is_insecure(exchange.url):
        yield Finding(detail="browsers ignore it over plain HTTP")
        return
    for written in filter(None, map(str.strip, value.split(","))):
        if written not in _TYPES:
            quoted = f"without double quotes: {shorten(written)}" if f'"{written}"' in _TYPES else shorten(written)
            yield Finding(detail=quoted)


RULE = Rule(
    check=check,
    since="1.1.0",
    severity=Severity.INFO,
    title="Clear-Site-Data header is invalid",
    passed="Clear-Site-Data header is valid",
    applies=lambda exchange: exchange.headers.get("clear-site-data"),
    description=(
        "{count:# type of data|# types of data} in the Clear-Site-Data header {count:isn't|aren't} valid. Browsers "
        "ignore {count:it|them}, so that data stays on the visitor's device, for example after logging out."
    ),
    recommendation="Write each type of data in double quotes, and send the header over HTTPS.",
    how_to_fix=(
        'Clear-Site-Data: "cache", "cookies", "storage"\n'
        + response_header("Clear-Site-Data", '"cache", "cookies", "storage"').text
    ),
    sources=(
        "https://w3c.github.io/webappsec-clear-site-data/#header",
        "https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Clear-Site-Data",
    ),
    examples=(
        Bad(headers=("Clear-Site-Data: cookies",)),
        Bad(headers=('Clear-Site-Data: "cache", storage',)),
        Bad(headers=("Clear-Site-Data: *",)),
        Bad(headers=('Clear-Site-Data: "Cookies"',)),
        Bad(headers=('Clear-Site-Data: "cache"',), url="http://example.com/"),
        Good(headers=('Clear-Site-Data: "cache","cookies", "storage", "executionContexts"',)),
        Good(headers=('Clear-Site-Data: "*"',)),
        Good(),
    ),
)
