from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr


def check(document: Document) -> Findings:
    """Report ``javascript:`` links."""
    for link in hyperlinks(document):
        # A link with another role is a control.
        if link.scheme == "javascript" and not attr(link.tag, "role", "").strip():
            yield Finding(link.tag)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Links use javascript: addresses",
    passed="Links go to addresses rather than scripts",
    subjects=("a", "area"),
    scope="tag",
    description=(
        "{count:# link has|# links have} a javascript: address. Visitors can't open such a link in a new tab, copy it "
        "or bookmark it. It does nothing without JavaScript, and a strict Content-Security-Policy blocks it."
    ),
    recommendation="Use a button for actions and a real address for pages.",
    how_to_fix=(
        'For an action: <button type="button" id="print">Print</button> with an event listener.\n'
        'For a page: <a href="/pears">Pears</a>, with a listener that calls preventDefault() where a script handles '
        "the click."
    ),
    sources=("https://developer.mozilla.org/en-US/docs/Web/URI/Reference/Schemes/javascript",),
    covers=("lighthouse:crawlable-anchors",),
    examples=(
        Bad('<a href="javascript:void(0)" onclick="show()">Pears</a>'),
        Bad('<a href=" java\nscript:print()">Print</a>'),
        Good('<a href="javascript:void(0)" role="button">Show</a>'),
        Good('<a href="/javascript:pears">Pears</a><a href="#" onclick="show()">Pears</a>'),
        Good('<a href="https://example.com/?q=javascript:">Pears</a>'),
    ),
)
