"""The first content appears very late."""

from collections.abc import Iterator

from sitescan.model.page_load import LoadEstimates
from sitescan.model.report import Severity
from sitescan.rules.example_estimates import appearing, chain_of
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: Milliseconds, and the per cent that a first content after them takes.
_STEPS = ((3000, 15), (5000, 20), (8000, 30))


def check(estimates: LoadEstimates) -> Iterator[Finding]:
    """Report an estimate past the bound at which first contentful paint is poor; the share grows in steps."""
    share = max((share for bound, share in _STEPS if estimates.first_paint > bound), default=0)
    if share:
        chain = chain_of(estimates.first_chain)
        yield Finding(paint=estimates.first_paint / 1000, chain=chain, graded_share=share)


RULE = Rule(
    id="performance/first-paint-very-slow",
    reads=LoadEstimates,
    check=check,
    severity=Severity.ERROR,
    title="First content appears very late",
    description=(
        "On a phone with a slow 4G connection the first text or image appears after {paint:.1f} s; 1.8 s is good, "
        "more than 3 s is poor. Visitors look at an empty page, and many leave. "
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
        Bad(evidence=appearing(first=3400)),
        Bad(evidence=appearing(first=9000)),
        Good(evidence=appearing(first=2400)),
    ),
)
