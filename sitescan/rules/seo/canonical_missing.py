from sitescan.charging import ChargedBy
from sitescan.document.indexing.canonical import canonical_link, canonicals
from sitescan.document.indexing.error_pages import is_error_page
from sitescan.document.tree import tokens
from sitescan.rules.authoring import Bad, Document, ElementChange, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report a page without a canonical link in its head, body or response header, unless it is an error page."""
    if is_error_page(document) or canonicals(document):
        return
    if not any("canonical" in tokens(link, "rel") for link in document.all("link")):
        link = canonical_link(document.url)
        yield Finding(link=link, change=ElementChange(tag=document.head, first=link))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    charged_by=ChargedBy(("seo/duplicate-urls",)),
    title="Page has no canonical URL",
    passed="Page has a canonical URL",
    applies=canonicals,
    description=(
        "The page doesn't name its canonical URL. If it can be reached at several URLs, such as with and without www "
        "or with tracking parameters, search engines choose one of them. It may not be the one you want."
    ),
    recommendation="Name the page's preferred URL in a canonical link.",
    how_to_fix="If the URL that was scanned is the preferred one, add this to the head: {link}",
    shows_change=False,
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad("<title>Pears</title>"),
        Bad('<link rel="alternate" href="/feed">'),
        Good('<link rel="canonical" href="https://example.com/pears">'),
        Good('<link rel="alternate CANONICAL" href="https://example.com/pears">'),
        Good("<p>Pears", headers=('Link: </style.css>; rel=preload, <https://example.com/pears>; rel="canonical"',)),
        Good("<title>Page not found</title><h1>Page not found</h1>", status=0),
        Good("<title>Pears</title><h1>Gone</h1>", status=410),
        Good("<title>Pears</title><h1>Lost</h1>", status=0, url="https://example.com/404.html"),
        Good("<title>Pears</title><h1>Lost</h1>", status=0, url="https://example.com/fr/404/index.html"),
        Bad("<title>Pears</title><h1>Lost</h1>", url="https://example.com/404.html"),
        Bad("<title>Pears</title><h1>Lost</h1>", status=0, url="https://example.com/pears-404.html"),
    ),
)
