"""The page has no links that could be checked."""

from collections.abc import Iterator

from sitescan.model.answers import LinkAnswers
from sitescan.model.outline import Link, Reference
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(links: LinkAnswers) -> Iterator[Finding]:
    """Report a page without any address that can be asked."""
    if not links.references and all(link.skipped for link in links.links):
        yield Finding()


RULE = Rule(
    id="links/nothing-to-check",
    reads=LinkAnswers,
    check=check,
    severity=Severity.INFO,
    share=0,
    leaves_out=True,
    title="No links to check",
    description=(
        "The page's HTML has no links to web pages that could be checked. The score of this category says "
        "nothing about the page and doesn't count in the overall score."
    ),
    recommendation="Check that the page is meant to have no links.",
    how_to_fix=(
        "If the page is meant to have no links, you don't need to change anything. This scan and "
        "crawlers don't see links that scripts add, or buttons that lead to other pages: write these as "
        '<a href="/pears">Pears</a>'
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/links-crawlable",),
    examples=(
        Bad(evidence=LinkAnswers(page_url="https://example.com/")),
        Bad(
            evidence=LinkAnswers(
                page_url="https://example.com/",
                links=(Link(url="https://example.com/logout", href="/logout", skipped="it may end a session"),),
            )
        ),
        Good(
            evidence=LinkAnswers(
                page_url="https://example.com/", links=(Link(url="https://example.com/pears", href="/pears"),)
            )
        ),
        Good(
            evidence=LinkAnswers(
                page_url="https://example.com/",
                references=(Reference(url="https://example.com/a.png", source="og:image"),),
            )
        ),
    ),
)
