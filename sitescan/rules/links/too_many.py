from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity

_MANY = 1000


def check(document: Document) -> Findings:
    """Report a page with more than 1,000 links."""
    number = len(hyperlinks(document))
    if number > _MANY:
        yield Finding(number=number)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Page has too many links",
    passed="Page has a reasonable number of links",
    description=(
        "The page has {number:,} links. Visitors have trouble finding the right one, keyboard users have to tab "
        "through all of them, and search engines may not follow the last ones."
    ),
    recommendation="Split the page, or group the links.",
    how_to_fix=(
        "Split long lists into pages, link to categories instead of every entry, and remove repeated links: the menu "
        "and the footer don't both need to list everything."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/links-crawlable",),
    examples=(
        Bad("<a href=/pears>Pears</a>" * 1001),
        Good("<a href=/pears>Pears</a>" * 1000),
        Good("<a>Pears</a>" * 1001),
    ),
)
