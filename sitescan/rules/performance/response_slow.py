from attrs import evolve

from sitescan.model.exchange import Timings, phases
from sitescan.rules.authoring import HOME_PAGE, LOAD_TIME, Bad, Exchange, Finding, Findings, Good, Rule, Severity

#: The bounds of the first byte in seconds. https://web.dev/articles/ttfb
_SLOW = 0.8
_POOR = 1.8


def check(exchange: Exchange) -> Findings:
    """Report a late first byte: an info, because it is a single measurement, and a warning if it is very late."""
    seconds = exchange.timings.first_byte
    if seconds > _SLOW:
        severity = Severity.WARNING if seconds > _POOR else Severity.INFO
        yield Finding(seconds=seconds, phases=phases(exchange)).of_severity(severity)


def _after(seconds: float) -> Exchange:
    return evolve(HOME_PAGE, timings=Timings(first_byte=seconds))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    severities=(Severity.INFO, Severity.WARNING, Severity.ERROR),
    charged_by=LOAD_TIME,
    momentary=True,
    title="Server response time is slow",
    passed="Server responds quickly",
    needs=lambda exchange: exchange.timings.first_byte,
    description=(
        "The first byte of the page arrived {seconds:time} after the request ({phases}), and visitors see nothing "
        "before that. Up to 800 ms is good, and more than 1.8 s is poor. This is a single measurement from the "
        "scanner's location, so check it again before you act on it."
    ),
    recommendation="Find out what the server does in this time, and cache finished pages.",
    how_to_fix=(
        "Measure on the server: slow database queries and calls to other services are the usual causes. Cache "
        "pages that are the same for everyone with nginx proxy_cache or fastcgi_cache, a page cache in your CMS, "
        "or a CDN."
    ),
    sources=("https://web.dev/articles/ttfb", "https://web.dev/articles/optimize-ttfb"),
    covers=("lighthouse:server-response-time",),
    examples=(Bad(evidence=_after(1.2)), Bad(evidence=_after(2.5)), Good(evidence=_after(0.7)), Good()),
)
