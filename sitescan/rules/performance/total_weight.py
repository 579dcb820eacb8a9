from sitescan.charging import Steps
from sitescan.rules.authoring import Bad, Finding, Findings, Good, ResourceAnswers, Rule, Severity, loading

#: Kinds that a browser does not load with the page, or not completely.
_NOT_COUNTED = frozenset({"media", "frame", "icon"})

#: The share of points in percent by the bytes as sent. Half of all pages have some 2.7 MB, including everything
#: that scripts load; from 4 MB on Lighthouse deducts half of its audit.
_STEPS = Steps(
    "the bytes of the page and its files",
    ((2_700_000, 6), (4_000_000, 10), (6_000_000, 15), (10_000_000, 20), (20_000_000, 30)),
)


def check(answers: ResourceAnswers) -> Findings:
    """Report the sum of the known sizes, a lower bound, by steps; lazy images and media do not count."""
    total, known = answers.exchange.wire_size, 0
    for resource, answer in answers.answered():
        if (
            answer.known_size is not None
            and resource.kind not in _NOT_COUNTED
            and resource.certain
            and not resource.lazy
        ):
            total += answer.known_size
            known += 1
    if _STEPS.share(total):
        yield Finding(total=total, known=known).of_magnitude(total)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    scale=_STEPS,
    title="Page is too large",
    passed="Page has a reasonable total size",
    needs=lambda answers: answers.sized("script", "stylesheet", "image", "font"),
    description=(
        "The page and {known} of the files that it loads add up to at least {total:size}. Half of all pages "
        "are smaller than 2.7 MB in total. On a slow or metered connection, the difference costs visitors "
        "time and money."
    ),
    recommendation="Make the largest files smaller, and load later what the first screen doesn't need.",
    how_to_fix=(
        'Start with the largest files: images (AVIF or WebP, resized, loading="lazy"), then scripts (split them, '
        "remove rarely used libraries), then fonts (WOFF2, only the styles and characters in use)."
    ),
    sources=(
        "https://httparchive.org/reports/page-weight",
        "https://developer.chrome.com/docs/lighthouse/performance/total-byte-weight",
    ),
    covers=("lighthouse:total-byte-weight",),
    examples=(
        Bad(evidence=loading("script", "a.js", size=3_000_000)),
        Good(evidence=loading("script", "a.js", size=300_000)),
        Good(evidence=loading("media", "a.mp4", size=30_000_000)),
        Good(evidence=loading("script", "a.js")),
    ),
)
