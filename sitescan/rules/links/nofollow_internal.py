"""Links inside the site that tell search engines not to follow."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from sitescan.document.document import Document
from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.document.tree import tokens
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report links to other pages of the page's own host with nofollow, sponsored or ugc."""
    own = urlsplit(document.url).hostname
    for link in hyperlinks(document):
        if link.href.strip().startswith("#"):
            continue
        marked = {"nofollow", "sponsored", "ugc"}.intersection(tokens(link.tag, "rel"))
        if marked and link.scheme in ("http", "https") and link.host == own:
            yield Finding(link.tag, detail=" ".join(sorted(marked)))


RULE = Rule(
    id="links/nofollow-internal",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Internal links with nofollow",
    description=(
        "{count:# link inside the site is|# links inside the site are} marked with nofollow, sponsored or ugc. Search "
        "engines may then not find the page through it. For logins, filters and comments that is often meant, and it "
        "costs no points."
    ),
    recommendation="Keep the mark only where search engines shall not follow.",
    how_to_fix=(
        '<a href="/pears">Pears</a> without rel. To keep a page out of search results, mark the page and not the links '
        'to it: <meta name="robots" content="noindex">'
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links",),
    examples=(
        Bad('<a href="/pears" rel="nofollow">Pears</a>'),
        Bad('<a href="https://example.com/" rel="UGC">Pears</a>'),
        Good('<a href="https://example.org/" rel="nofollow">Pears</a><a href="/pears" rel="next">Pears</a>'),
        Good('<a href="#" rel="nofollow">Print</a>'),
        Good('<a href="mailto:a@example.com" rel="nofollow">Mail</a>'),
    ),
)
