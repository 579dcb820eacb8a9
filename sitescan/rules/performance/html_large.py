from attrs import evolve

from sitescan.rules.authoring import HOME_PAGE, LOAD_TIME, Bad, Exchange, Finding, Findings, Good, Rule, Severity
from sitescan.rules.texts import fill

_LARGE = 500_000


def check(exchange: Exchange) -> Findings:
    """Report HTML of more than half a megabyte after content decoding."""
    if exchange.size > _LARGE:
        wire = exchange.wire_size or exchange.size
        sent = fill("{wire:size} as sent", {"wire": wire}) if wire < exchange.size else "sent uncompressed"
        yield Finding(bytes=exchange.size, wire=wire, sent=sent)


def _of(size: int) -> Exchange:
    return evolve(HOME_PAGE, size=size, wire_size=size // 5, coding="gzip")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    charged_by=LOAD_TIME,
    title="HTML is too large",
    passed="HTML has a reasonable size",
    description=(
        "The HTML alone is {bytes:size} ({sent}). Half of all pages need less than 40 KB. Phones "
        "take long to parse and lay out this much, even on a fast network."
    ),
    recommendation="Split the page, and move inline data, styles and scripts into separate files.",
    how_to_fix=(
        "Look for long lists (paginate them), data that frameworks write into the page for their scripts, images "
        "and fonts as data: URLs, and repeated inline <svg> (use <symbol> and <use>)."
    ),
    sources=(
        "https://httparchive.org/reports/page-weight",
        "https://developer.mozilla.org/en-US/docs/Learn_web_development/Extensions/Performance/HTML",
    ),
    examples=(Bad(evidence=_of(750_000)), Good(evidence=_of(120_000)), Good("<p>Pears")),
)
