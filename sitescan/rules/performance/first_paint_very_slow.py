"""First Contentful Paint is poor."""

from collections.abc import Iterator

from sitescan.model.page_load import LoadEstimates
from sitescan.model.report import Severity
from sitescan.rules.example_estimates import appearing, chain_of, past
from sitescan.rules.graded import FIRST_PAINT
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(estimates: LoadEstimates) -> Iterator[Finding]:
    """Report an estimate above the threshold at which First Contentful Paint is poor."""
    if estimates.first_paint > FIRST_PAINT.median:
        chain = chain_of(estimates.first_chain)
        yield Finding(
            paint=estimates.first_paint / 1000,
            seconds=past(estimates.first_paint, FIRST_PAINT.median),
            chain=chain,
            graded_share=FIRST_PAINT.share(estimates.first_paint),
        )


RULE = Rule(
    id="performance/first-paint-very-slow",
    reads=LoadEstimates,
    check=check,
    severity=Severity.ERROR,
    share=5,
    title="First Contentful Paint is poor",
    description=(
        "On a phone with slow 4G, the first text or image appears after {seconds} s. Up to 1.8 s is good, and "
        "more than 3 s is poor. Visitors see an empty page, and many leave. This is an estimate from a "
        "simulation, which doesn't know files that scripts load. Critical request chain: {chain}."
    ),
    recommendation="Send less before the first content, and remove what blocks rendering.",
    how_to_fix=(
        "First fix the issue that saves the most time according to this report. It usually helps to load scripts "
        "with defer, to use few small stylesheets without @import, to compress text, and to avoid redirects."
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
