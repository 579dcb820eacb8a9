from sitescan.charging import Curve
from sitescan.model.page_load import LoadEstimates
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_estimates import appearing, chain_of, limits_of, seconds_over

#: First Contentful Paint on a phone.
_CURVE = Curve("the time until the first content", weight=10, good=1800, median=3000)

_SLOW, _POOR = _CURVE.good, _CURVE.median


def check(estimates: LoadEstimates) -> Findings:
    """Report an estimate over the published bounds of First Contentful Paint: a warning, then an error."""
    paint = estimates.first_paint
    if paint > _SLOW:
        poor = paint > _POOR
        yield (
            Finding(
                paint=paint / 1000,
                seconds=seconds_over(paint, _POOR if poor else _SLOW),
                chain=chain_of(estimates.first_chain),
                limits=limits_of(estimates),
            )
            .of_magnitude(paint)
            .of_severity(Severity.ERROR if poor else Severity.WARNING)
        )


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    severities=(Severity.WARNING, Severity.ERROR),
    scale=_CURVE,
    share=1,
    title="First Contentful Paint is slow",
    passed="First Contentful Paint is fast",
    needs=lambda estimates: estimates.complete,
    description=(
        "On a phone with slow 4G, the first text or image appears after {seconds} s. Up to 1.8 s is good, and "
        "more than 3 s is poor. Visitors see an empty page until then. This is an estimate from a "
        "simulation{limits}. Critical request chain: {chain}."
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
        Bad(evidence=appearing(first=4000)),
        Good(evidence=appearing(first=1500)),
    ),
)
