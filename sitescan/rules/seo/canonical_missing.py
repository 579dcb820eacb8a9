"""The page names no canonical address."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.indexing.canonical import canonicals
from sitescan.document.tree import tokens
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report a page without any canonical link, in its head, body or header."""
    if not canonicals(document) and not any("canonical" in tokens(link, "rel") for link in document.all("link")):
        yield Finding()


RULE = Rule(
    id="seo/canonical-missing",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="No canonical link",
    description=(
        "The page does not say which address is its own. If it can be reached by several (with and without www, with "
        "tracking parameters), search engines choose one of them, perhaps not the one you would choose."
    ),
    recommendation="Name the page's preferred address in a canonical link.",
    how_to_fix='Put the full address into the head: <link rel="canonical" href="https://example.com/pears">',
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad("<title>Pears</title>"),
        Bad('<link rel="alternate" href="/feed">'),
        Good('<link rel="canonical" href="https://example.com/pears">'),
        Good('<link rel="alternate CANONICAL" href="https://example.com/pears">'),
        Good("<p>Pears", headers=('Link: </style.css>; rel=preload, <https://example.com/pears>; rel="canonical"',)),
    ),
)
