from sitescan.model.crawling import CrawledUrls
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.rules.example_pages import crawled_site, sitemap_listing


def check(crawled: CrawledUrls) -> Findings:
    """Report the first ``lastmod`` of each sitemap that is no date."""
    for sitemap in crawled.sitemaps:
        if sitemap.content.wrong_date:
            yield Finding(detail=f"{shorten(sitemap.url)}, {shorten(sitemap.content.wrong_date)}")


def _dated(date: str) -> CrawledUrls:
    listing = sitemap_listing("https://example.com/pears")
    return crawled_site(listing.replace("</url>", f"<lastmod>{date}</lastmod></url>"))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Sitemap has invalid dates",
    passed="Dates in the sitemap are valid",
    applies=lambda crawled: crawled.sitemaps,
    needs=lambda crawled: all(sitemap.whole for sitemap in crawled.sitemaps),
    description=(
        "In {count:# sitemap|# sitemaps} of the site, lastmod isn't a date in W3C format. Search engines skip such a "
        "date and notice changed pages later."
    ),
    recommendation="Write the date of each page's last change as year, month and day.",
    how_to_fix="<lastmod>2026-03-31</lastmod>\nWith a time: <lastmod>2026-03-31T12:00:00+00:00</lastmod>",
    sources=(
        "https://www.sitemaps.org/protocol.html#lastmoddef",
        "https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap#xml",
        "https://www.w3.org/TR/NOTE-datetime",
    ),
    examples=(
        Bad(evidence=_dated("31.03.2026")),
        Bad(evidence=_dated("2026-03-31 12:00:00")),
        Good(evidence=_dated("2026-03-31")),
        Good(evidence=_dated("2026-03-31T12:00:00+02:00")),
    ),
)
