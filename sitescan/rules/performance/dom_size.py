from sitescan.charging import Steps
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity

#: The share of points in percent by the number of elements: the duration of each layout grows with it.
_STEPS = Steps("the number of elements", ((1500, 1), (3000, 6), (6000, 10), (12_000, 15), (24_000, 25)))

#: The number of elements from which phones respond slowly.
_SLOW = 3000


def check(document: Document) -> Findings:
    """Report more than 1,500 elements; the share grows in steps."""
    number = len(document.elements)
    if _STEPS.share(number):
        severity = Severity.WARNING if number > _SLOW else Severity.INFO
        yield Finding(number=f"{number:,}").of_magnitude(number).of_severity(severity)


RULE = Rule(
    check=check,
    former_ids=("performance/dom-growing",),
    severity=Severity.INFO,
    severities=(Severity.INFO, Severity.WARNING),
    scale=_STEPS,
    title="Page has too many elements",
    passed="Page has a reasonable number of elements",
    description=(
        "The page has {number} elements. Each one costs memory, and time whenever the page is styled or laid "
        "out. Pages of less than 1,000 are common, and from 3,000 phones scroll and respond slowly."
    ),
    recommendation="Show long lists in parts, and remove wrapper elements that do nothing.",
    how_to_fix=(
        "Show the first part of a long list and load the rest on demand, with pagination or list "
        "virtualization. If everything must stay in the page, content-visibility: auto in CSS skips the "
        "layout of off-screen parts."
    ),
    sources=(
        "https://developer.chrome.com/docs/lighthouse/performance/dom-size",
        "https://web.dev/articles/dom-size-and-interactivity",
    ),
    covers=("lighthouse:dom-size",),
    examples=(Bad("<p>Pear" * 1600), Bad("<p>Pear" * 3001), Good("<p>Pear" * 1000), Good("<p>Pear")),
)
