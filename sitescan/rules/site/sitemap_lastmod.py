"""The sitemaps say that all pages changed in the same second."""

from sitescan.rules.authoring import Bad, Category, Finding, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import FaultLocation, Site, page_at, site_of

#: The fewest pages with a date that can't have changed together.
_LEAST = 20


def check(site: Site) -> Findings:
    """Report one date with a time of day for all pages that have one; a day may be that of a first publication."""
    if len(site.listed_dates) != 1:
        return
    ((date, count),) = site.listed_dates.items()
    if count >= _LEAST and date.count(":") >= 2 and "T00:00:00" not in date:
        yield Finding.lazy(FaultLocation(count=count), lambda: {"pages": count, "date": date})


_START = page_at("/", depth=0)
_SECOND = "2026-11-28T10:20:30+00:00"

RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.INFO,
    title="Sitemap gives all pages the same time of change",
    description=(
        "The sitemaps say that {pages:# page|all # pages} last changed at {date}, probably when the site was built. "
        "Search engines ignore dates that don't say when a page has changed."
    ),
    recommendation="Give each page the date when its content changed, or omit lastmod.",
    how_to_fix=(
        "Let the program that writes the sitemap take the date from the content, such as the last commit of the file. "
        "Most site generators have an option or a plugin for that."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap#lastmod",),
    examples=(
        Bad(evidence=site_of(_START, listed_dates={_SECOND: 20})),
        Good(evidence=site_of(_START, listed_dates={_SECOND: 19})),
        Good(evidence=site_of(_START, listed_dates={_SECOND: 20, "2026-11-27": 1})),
        Good(evidence=site_of(_START, listed_dates={"2026-11-28": 20})),
        Good(evidence=site_of(_START, listed_dates={"2026-11-28T00:00:00Z": 20})),
        Good(evidence=site_of(_START)),
    ),
)
