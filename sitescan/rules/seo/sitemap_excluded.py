from sitescan.model.crawling import GOOGLE, CrawledUrls, Robots
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.rules.example_pages import crawled_site, sitemap_listing

#: The number of URLs of one sitemap that are compared with robots.txt.
_MOST_URLS = 2_000


def check(crawled: CrawledUrls) -> Findings:
    """Report listed URLs that robots.txt blocks."""
    for sitemap in crawled.sitemaps:
        listed = sitemap.content.locations
        blocked = [url for url in listed[:_MOST_URLS] if _blocked(crawled.robots, url)]
        if blocked:
            summary = f"{len(blocked):,} blocked by robots.txt, such as {shorten(blocked[0])}"
            yield Finding(detail=f"{shorten(sitemap.url)}: {summary}")


def _blocked(robots: Robots, url: str) -> bool:
    return robots.covers(url) and GOOGLE in robots.blocking(url)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Sitemap lists pages that robots.txt blocks",
    passed="Sitemap lists pages that crawlers may read",
    applies=lambda crawled: crawled.sitemaps,
    needs=lambda crawled: all(sitemap.whole for sitemap in crawled.sitemaps),
    description=(
        "{count:A sitemap lists|The site's sitemaps list} pages that robots.txt blocks. Search "
        "engines report this as an error and trust the sitemap less."
    ),
    recommendation="List only pages that search engines may fetch.",
    how_to_fix=(
        "For each page, decide whether people should find it. If so, remove its Disallow line. If not, remove it "
        "from the sitemap."
    ),
    sources=(
        "https://www.sitemaps.org/protocol.html",
        "https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",
    ),
    examples=(
        Bad(
            evidence=crawled_site(
                sitemap_listing("https://example.com/shop/basket"), robots="User-agent: *\nDisallow: /shop/"
            )
        ),
        Good(
            evidence=crawled_site(
                sitemap_listing("https://example.com/pears"), robots="User-agent: *\nDisallow: /shop/"
            )
        ),
        Good(
            evidence=crawled_site(
                sitemap_listing("https://www.example.com/shop/"), robots="User-agent: *\nDisallow: /shop/"
            )
        ),
        Good(evidence=crawled_site(sitemap_listing("https://example.com/pears"))),
    ),
)
