from attrs import evolve

from sitescan.charging import Curve
from sitescan.model.outline import Place
from sitescan.model.page_load import LoadEstimates
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity
from sitescan.rules.example_estimates import appearing, chain_of, largest_of, limits_of, seconds_over

#: Largest Contentful Paint on a phone.
_CURVE = Curve("the time until the largest content", weight=25, good=2500, median=4000)

_SLOW, _POOR = _CURVE.good, _CURVE.median


def check(estimates: LoadEstimates) -> Findings:
    """Report the lower end of an estimate over the bounds of Largest Contentful Paint: a warning, then an error."""
    paint = estimates.largest_paint_from
    if paint > _SLOW:
        poor = paint > _POOR
        yield (
            Finding(
                estimates.painted,
                paint=paint / 1000,
                seconds=seconds_over(paint, _POOR if poor else _SLOW),
                largest=largest_of(estimates),
                chain=chain_of(estimates.chain),
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
    share=2,
    title="Largest Contentful Paint is slow",
    passed="Largest Contentful Paint is fast",
    needs=lambda estimates: estimates.complete and estimates.largest_paint <= _SLOW,
    description=(
        "On a phone with slow 4G, the largest content on the first screen ({largest}) appears after about "
        "{seconds} s. Up to 2.5 s is good, and more than 4 s is poor. To visitors, the page is loaded when they see "
        "it. This is an estimate from a simulation{limits}. Critical request chain, "
        "with other files sharing the connection: {chain}."
    ),
    recommendation="Make the largest content smaller, and let browsers discover it early.",
    how_to_fix=(
        "First fix the issue that saves the most time according to this report. It usually helps to load scripts "
        "with defer and to send less CSS. If the largest content is an image, send it at its displayed size as AVIF or "
        "WebP. Put it in the HTML instead of a stylesheet, or preload it."
    ),
    sources=(
        "https://web.dev/articles/lcp",
        "https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md",
    ),
    covers=("lighthouse:largest-contentful-paint",),
    examples=(
        Bad(evidence=appearing(largest=3200)),
        Bad(evidence=appearing(largest=6000)),
        Bad(evidence=evolve(appearing(largest=6000), painted=Place(snippet='<img src="/pear.jpg">', selector="img"))),
        Good(evidence=appearing(largest=2400)),
    ),
)
