"""A canonical link to a page that is kept out of results."""

from collections.abc import Iterator

from sitescan.model.answers import Answer, SiteAnswers, Verdict
from sitescan.model.exchange import Exchange
from sitescan.model.linked_page import LinkedPage
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.http_headers import Headers

_URL = "https://example.com/nashi"


def check(site: SiteAnswers) -> Iterator[Finding]:
    """Report a canonical address whose own header or meta tag excludes it for everybody."""
    canonical = site.canonical
    if canonical is None or canonical.verdict is not Verdict.OK:
        return
    if canonical.linked_page is not None:
        if canonical.linked_page.noindex:
            yield Finding(url=canonical.url)
        return
    for line in canonical.headers.all("x-robots-tag"):
        said = {part.strip().lower() for part in line[:1000].split(",")}
        if said & {"noindex", "none"}:
            yield Finding(url=canonical.url)
            return


def _site(*tags: str, linked_page: LinkedPage | None = None) -> SiteAnswers:
    exchange = Exchange(requested="https://example.com/pears", url="https://example.com/pears", status=200)
    headers = Headers(tuple(("X-Robots-Tag", tag) for tag in tags))
    return SiteAnswers(
        exchange=exchange, canonical=Answer(url=_URL, status=200, headers=headers, linked_page=linked_page)
    )


RULE = Rule(
    id="seo/canonical-noindex",
    reads=SiteAnswers,
    check=check,
    severity=Severity.WARNING,
    title="Canonical link to an excluded page",
    description=(
        "The page names {url} as its preferred address, but that asks search engines not to show it "
        "(noindex). In the end neither of the two may be found."
    ),
    recommendation="Name an address that may be shown, or remove its noindex.",
    how_to_fix=(
        "Decide which address shall appear in results, name that one in the canonical link, and let it say noindex "
        "neither in a robots meta tag nor in an X-Robots-Tag header."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(evidence=_site("noarchive, NOINDEX")),
        Bad(evidence=_site("all", "none")),
        Bad(evidence=_site(linked_page=LinkedPage(noindex=True))),
        Good(evidence=_site(linked_page=LinkedPage())),
        Good(evidence=_site("otherbot: noindex", "noarchive")),
        Good(evidence=_site()),
    ),
)
