"""The server takes long to answer."""

from collections.abc import Iterator

from sitescan.model.exchange import Exchange, Timings, phases
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_SLOW = 0.8
_VERY_SLOW = 1.8


def check(exchange: Exchange) -> Iterator[Finding]:
    """Report a first byte between the two bounds; a single measurement weighs little."""
    if _SLOW < exchange.timings.first_byte <= _VERY_SLOW:
        yield Finding(seconds=exchange.timings.first_byte, phases=phases(exchange))


def _after(seconds: float) -> Exchange:
    url = "https://example.com/"
    return Exchange(requested=url, url=url, status=200, timings=Timings(first_byte=seconds))


RULE = Rule(
    id="performance/response-slow",
    reads=Exchange,
    check=check,
    severity=Severity.INFO,
    title="Slow server response",
    description=(
        "The first byte of the page came {seconds:time} after the request "
        "({phases}); 800 ms are a good limit. This was "
        "measured once, "
        "from where the scanner stands: look at it again before you act on it."
    ),
    recommendation="Find out what the server does in that time, and keep finished pages in a cache.",
    how_to_fix=(
        "Measure on the server: slow database queries and calls of other services are the usual causes. Keep pages "
        "that are "
        "the same for everybody: nginx proxy_cache or fastcgi_cache, a page cache of your CMS, or a CDN."
    ),
    sources=("https://web.dev/articles/ttfb", "https://web.dev/articles/optimize-ttfb"),
    covers=("lighthouse:server-response-time",),
    examples=(Bad(evidence=_after(1.2)), Good(evidence=_after(0.7)), Good(evidence=_after(2.5)), Good()),
)
