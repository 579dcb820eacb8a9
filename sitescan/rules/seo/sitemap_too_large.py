from sitescan.model.crawling import CrawledUrls, Sitemap
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.rules.example_pages import crawled_site, sitemap_listing

_MOST_URLS = 50_000
_MOST_BYTES = 50 * 1024**2
#: How far an estimate must be over the limit, since the rest of a sitemap may have longer entries than its beginning.
_MARGIN = 1.5


def check(crawled: CrawledUrls) -> Findings:
    """Report sitemaps over the limits of the protocol."""
    for sitemap in crawled.sitemaps:
        size = _size(sitemap)
        if sitemap.content.kind in ("urlset", "index", "text") and size:
            yield Finding(detail=f"{shorten(sitemap.url)}: {size}")


def _size(sitemap: Sitemap) -> str:
    """Return the size of a sitemap that is too large; otherwise an empty string."""
    counted, size = sitemap.content.counted, sitemap.size or 0
    if counted > _MOST_URLS:
        return f"at least {counted:,} URLs"
    if counted > _MARGIN * _MOST_URLS * sitemap.read_share:
        return f"about {round(counted / sitemap.read_share, -3):,.0f} URLs, judged by the first {counted:,}"
    return f"{size / 1024**2:.1f} MB" if size > _MOST_BYTES else ""


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Sitemap is too large",
    passed="Sitemap is within the size limits",
    applies=lambda crawled: crawled.sitemaps,
    description=(
        "{count:# sitemap of the site has|# sitemaps of the site have} more than 50,000 URLs or 50 MB. Search engines "
        "reject {count:it|them} or ignore the rest."
    ),
    recommendation="Split the sitemap into several files, and list them in a sitemap index.",
    how_to_fix=(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        "<sitemap><loc>https://example.com/sitemap-1.xml</loc></sitemap>\n"
        "<sitemap><loc>https://example.com/sitemap-2.xml</loc></sitemap>\n"
        "</sitemapindex>\n"
        "Declare the index in robots.txt instead of the large file."
    ),
    sources=(
        "https://www.sitemaps.org/protocol.html#index",
        "https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps",
    ),
    examples=(
        Bad(evidence=crawled_site(sitemap_listing("https://example.com/pears"), whole=False, size=50_000_000)),
        Bad(evidence=crawled_site(sitemap_listing("https://example.com/" + "p" * 1000), whole=False, size=60_000_000)),
        Good(evidence=crawled_site(sitemap_listing("https://example.com/pears"), whole=False, size=7_000_000)),
        Good(evidence=crawled_site(sitemap_listing("https://example.com/pears"), whole=False)),
        Good(evidence=crawled_site("<!doctype html><p>Pears", whole=False, size=60_000_000)),
        Good(evidence=crawled_site(sitemap_listing("https://example.com/pears"))),
    ),
)
