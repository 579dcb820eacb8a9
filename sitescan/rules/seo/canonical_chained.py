"""A canonical link to a page that prefers yet another address."""

from collections.abc import Iterator

from sitescan.model.answers import Answer, SiteAnswers, Verdict
from sitescan.model.exchange import Exchange
from sitescan.model.linked_page import LinkedPage
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_URL = "https://example.com/nashi"


def check(site: SiteAnswers) -> Iterator[Finding]:
    """Report a preferred address whose page names another one as its own."""
    canonical = site.canonical
    if canonical is None or canonical.verdict is not Verdict.OK or canonical.linked_page is None:
        return
    further = canonical.linked_page.canonical.partition("#")[0]
    if further and further not in (canonical.url, canonical.final_url):
        where = f"{further}, this page itself" if further == site.exchange.url else further
        yield Finding(url=canonical.url, where=where)


def _site(further: str) -> SiteAnswers:
    exchange = Exchange(requested="https://example.com/pears", url="https://example.com/pears", status=200)
    answer = Answer(url=_URL, status=200, linked_page=LinkedPage(canonical=further))
    return SiteAnswers(exchange=exchange, canonical=answer)


RULE = Rule(
    id="seo/canonical-chained",
    reads=SiteAnswers,
    check=check,
    severity=Severity.WARNING,
    title="Canonical link to a page with another one",
    description=(
        "The page names {url} as its preferred address, but the page there prefers {where}. The two contradict each "
        "other, so search engines choose by themselves which address they show."
    ),
    recommendation="Let both pages name the one address that shall appear in results.",
    how_to_fix=(
        "Choose the address and name it in each copy of the page, in the copy at that address as well: "
        '<link rel="canonical" href="https://example.com/pears">'
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(evidence=_site("https://example.com/apples")),
        Bad(evidence=_site("https://example.com/pears")),
        Good(evidence=_site(_URL)),
        Good(evidence=_site(_URL + "#top")),
        Good(evidence=_site("")),
    ),
)
