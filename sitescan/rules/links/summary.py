"""Number of links on this page."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.document.tree import tokens
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.urls import split_url

_REL_VALUES = ("nofollow", "sponsored", "ugc")


def check(document: Document) -> Iterator[Finding]:
    """Count the HTTP links of the page, except for links to its own parts."""
    own = split_url(document.url).hostname
    internal = external = 0
    marked = dict.fromkeys(_REL_VALUES, 0)
    for link in hyperlinks(document):
        if link.scheme not in ("http", "https") or link.href.strip().startswith("#"):
            continue
        if link.host == own:
            internal += 1
        else:
            external += 1
            for mark in set(_REL_VALUES).intersection(tokens(link.tag, "rel")):
                marked[mark] += 1
    if internal or external:
        yield Finding(internal=internal, external=external, change=None, **marked)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    fact=True,
    title="Number of links on this page",
    description=(
        "The page has {internal:# link|# links} to its own host and {external:# link|# links} to other hosts. Of the "
        "external links, {nofollow:# is|# are} marked nofollow, {sponsored:# is|# are} marked sponsored and {ugc:# "
        "is|# are} marked ugc. This is for information and costs no points."
    ),
    recommendation="Check that the numbers are what you expect.",
    how_to_fix=(
        'You don\'t need to change anything. Mark paid links with rel="sponsored" and links that visitors add with '
        'rel="ugc": <a href="https://example.org/" rel="sponsored">Pears</a>'
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links",),
    examples=(
        Bad('<a href="/pears">Pears</a><a href="https://example.org/" rel="ugc nofollow">Pears</a>'),
        Good('<a name="pears">Pears</a><a href="mailto:a@example.com">Mail</a>'),
    ),
)
