"""Links inside the site that tell search engines not to follow."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.document.tree import tokens
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.urls import split_url


def check(document: Document) -> Iterator[Finding]:
    """Report links to other pages of the page's own host with nofollow, sponsored or ugc."""
    own = split_url(document.url).hostname
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
    title="Internal links are marked nofollow",
    description=(
        "{count:# internal link is|# internal links are} marked nofollow, sponsored or ugc. Search engines may not "
        "discover the linked pages this way. This is often intended for logins, filters and comments, and it costs "
        "no points."
    ),
    recommendation="Keep nofollow only where search engines should not follow the link.",
    how_to_fix=(
        'Remove rel from the link: <a href="/pears">Pears</a>\n'
        "To keep a page out of search results, mark that page instead of the links to it: <meta "
        'name="robots" content="noindex">'
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
