"""Site has no favicon."""

from collections.abc import Iterator

from sitescan.model.answers import Answer
from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.model.site_answers import SiteAnswers
from sitescan.rules.rule import Bad, Finding, Good, Rule

_GONE = (404, 410)


def check(site: SiteAnswers) -> Iterator[Finding]:
    """Report a page that names no icon on a site that has none at the usual place."""
    if site.favicon is not None and site.favicon.status in _GONE and not site.favicon_named:
        yield Finding()


def _site(favicon: Answer | None = None, *, named: bool = False) -> SiteAnswers:
    exchange = Exchange(requested="https://example.com/pears", url="https://example.com/pears", status=200)
    return SiteAnswers(exchange=exchange, favicon=favicon, favicon_named=named)


_URL = "https://example.com/favicon.ico"

RULE = Rule(
    id="seo/favicon-missing",
    reads=SiteAnswers,
    check=check,
    severity=Severity.INFO,
    title="Site has no favicon",
    description=(
        "The page names no icon, and there is none at /favicon.ico. Browser tabs, bookmarks and mobile search results "
        "show a generic icon instead."
    ),
    recommendation="Add a favicon to the site.",
    how_to_fix=(
        'Add this to the head of each page: <link rel="icon" href="/favicon.svg">. The icon must be square, and a '
        "bitmap at least 48 by 48 pixels. Or put a favicon.ico in the root of the site."
    ),
    sources=("https://developers.google.com/search/docs/appearance/favicon-in-search",),
    examples=(
        Bad(evidence=_site(Answer(url=_URL, status=404))),
        Good(evidence=_site(Answer(url=_URL, status=200))),
        Good(evidence=_site(Answer(url=_URL, status=403))),
        Good(evidence=_site(Answer(url=_URL, status=404), named=True)),
        Good(evidence=_site()),
    ),
)
