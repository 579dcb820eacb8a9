"""First Contentful Paint needs improvement."""

from collections.abc import Iterator

from sitescan.model.page_load import LoadEstimates
from sitescan.model.report import Severity
from sitescan.rules.example_estimates import appearing, chain_of, past
from sitescan.rules.graded import FIRST_PAINT
from sitescan.rules.rule import Bad, Finding, Good, Rule

_SLOW, _VERY_SLOW = FIRST_PAINT.good, FIRST_PAINT.median


def check(estimates: LoadEstimates) -> Iterator[Finding]:
    """Report an estimate between the two published thresholds of First Contentful Paint."""
    if _SLOW < estimates.first_paint <= _VERY_SLOW:
        yield Finding(
            paint=estimates.first_paint / 1000,
            seconds=past(estimates.first_paint, _SLOW),
            chain=chain_of(estimates.first_chain),
            graded_share=FIRST_PAINT.share(estimates.first_paint),
        )


RULE = Rule(
    id="performance/first-paint-slow",
    reads=LoadEstimates,
    check=check,
    severity=Severity.WARNING,
    share=1,
    title="First Contentful Paint needs improvement",
    description=(
        "On a phone with slow 4G, the first text or image appears after {seconds} s. Up to 1.8 s is good. "
        "Visitors see an empty page until then. This is an estimate from a simulation, which doesn't know files "
        "that scripts load. Critical request chain: {chain}."
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
        Bad(evidence=appearing(first=2400)),
        Good(evidence=appearing(first=1500)),
        Good(evidence=appearing(first=4000)),
    ),
)
