"""The first content appears late."""

from collections.abc import Iterator

from sitescan.model.page_load import LoadEstimates
from sitescan.model.report import Severity
from sitescan.rules.example_estimates import appearing, chain_of
from sitescan.rules.rule import Bad, Finding, Good, Rule

_SLOW, _VERY_SLOW = 1800, 3000


def check(estimates: LoadEstimates) -> Iterator[Finding]:
    """Report an estimate between the two published bounds of first contentful paint."""
    if _SLOW < estimates.first_paint <= _VERY_SLOW:
        yield Finding(paint=estimates.first_paint / 1000, chain=chain_of(estimates.first_chain))


RULE = Rule(
    id="performance/first-paint-slow",
    reads=LoadEstimates,
    check=check,
    severity=Severity.WARNING,
    title="First content appears late",
    description=(
        "On a phone with a slow 4G connection the first text or image appears after {paint:.1f} s; 1.8 s is good. "
        "Visitors look at an empty page until then. "
        "This is an estimate by simulation, not a measurement: files that scripts load are not known. The chain of "
        "files that decides: {chain}."
    ),
    recommendation="Send less before the first content, and let nothing else hold it up.",
    how_to_fix=(
        "Fix first what this report says gains most time. Usually that is: load scripts with defer, link few and small "
        "stylesheets without @import, compress text files, and answer without redirects."
    ),
    sources=(
        "https://web.dev/articles/fcp",
        "https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md",
    ),
    covers=("lighthouse:first-contentful-paint",),
    examples=(
        Bad(evidence=appearing(first=2400)),
        Good(evidence=appearing(first=1500)),
        Good(evidence=appearing(first=4000)),
    ),
)
