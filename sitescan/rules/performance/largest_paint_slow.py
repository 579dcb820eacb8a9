"""The largest content of the first screen appears late."""

from collections.abc import Iterator

from sitescan.model.page_load import LoadEstimates
from sitescan.model.report import Severity
from sitescan.rules.example_estimates import appearing, chain_of
from sitescan.rules.rule import Bad, Finding, Good, Rule

_SLOW, _VERY_SLOW = 2500, 4000


def check(estimates: LoadEstimates) -> Iterator[Finding]:
    """Report an estimate between the two bounds of largest contentful paint; a range counts by its lower end."""
    if _SLOW < estimates.largest_paint_from <= _VERY_SLOW:
        chain = chain_of(estimates.chain)
        yield Finding(paint=estimates.largest_paint_from / 1000, largest=estimates.largest, chain=chain)


RULE = Rule(
    id="performance/largest-paint-slow",
    reads=LoadEstimates,
    check=check,
    severity=Severity.WARNING,
    title="Largest content appears late",
    description=(
        "On a phone with a slow 4G connection the largest content of the first screen ({largest}) appears after "
        "about {paint:.1f} s; 2.5 s is good. Visitors take a page for loaded when they see it. "
        "This is an estimate by simulation, not a measurement: files that scripts load are not known. The chain of "
        "files that decides: {chain}."
    ),
    recommendation="Make the largest content smaller, and let browsers find it early.",
    how_to_fix=(
        "Fix first what this report says gains most time. Usually that is: send the largest image at the size at which "
        "it is shown, as AVIF or WebP, name it in the HTML instead of in a stylesheet or preload it, and load scripts "
        "with defer."
    ),
    sources=(
        "https://web.dev/articles/lcp",
        "https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md",
    ),
    covers=("lighthouse:largest-contentful-paint",),
    examples=(
        Bad(evidence=appearing(largest=3200)),
        Good(evidence=appearing(largest=2400)),
        Good(evidence=appearing(largest=6000)),
    ),
)
