from sitescan.document.element_markup import escaped
from sitescan.model.crawling import CrawledUrls, Robots, Sitemap
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.rules.example_pages import crawled_site, sitemap_listing

_ROBOTS = "https://example.com/robots.txt"


def check(crawled: CrawledUrls) -> Findings:
    """Report a declared file that is not a sitemap, a sitemap that is not well-formed XML, and an empty one."""
    for sitemap in crawled.sitemaps:
        fault = _fault(sitemap)
        if fault:
            yield Finding(detail=f"{shorten(sitemap.url)}: {fault}", page=escaped(crawled.robots.url))


def _fault(sitemap: Sitemap) -> str:
    content = sitemap.content
    if content.kind in ("html", "other", "empty") and not sitemap.declared:
        # Nobody declared the file at the default location as a sitemap.
        return ""
    if content.kind == "html":
        return "it is an HTML page"
    if content.kind == "empty":
        return "it is empty"
    if content.fault:
        return content.fault
    if content.kind == "other":
        return "it is not a sitemap, a feed or a list of URLs"
    if content.kind in ("urlset", "index") and not content.locations and sitemap.whole:
        return "it lists no URL"
    relative = next(
        (location for location in content.locations if not location.startswith(("http://", "https://"))), ""
    )
    return f"it lists {shorten(relative)}, which is not a full URL" if relative else ""


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Sitemap is invalid",
    passed="Sitemap is valid",
    applies=lambda crawled: any(sitemap.content.kind in ("index", "text", "urlset") for sitemap in crawled.sitemaps),
    needs=lambda crawled: all(sitemap.whole for sitemap in crawled.sitemaps),
    description=(
        "{count:# sitemap of the site has|# sitemaps of the site have} an error, because of which search engines may "
        "not learn about pages in {count:it|them}."
    ),
    recommendation="Correct the sitemap, and let its URL return XML.",
    how_to_fix=(
        "Open the URL in a browser. It must show XML, not a page of the site or an error. A minimal sitemap:\n"
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<url><loc>{page}</loc></url>\n</urlset>\n'
        "In URLs, write &amp; for &."
    ),
    sources=(
        "https://www.sitemaps.org/protocol.html",
        "https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",
    ),
    examples=(
        Bad(evidence=crawled_site("<!doctype html><title>Pears</title>")),
        Bad(evidence=crawled_site("<html><title>Pears</title></html>")),
        Bad(evidence=crawled_site(sitemap_listing("https://example.com/?a=1&b=2"))),
        Bad(evidence=crawled_site(sitemap_listing("/pears"))),
        Bad(evidence=crawled_site(sitemap_listing())),
        Bad(evidence=crawled_site(sitemap_listing("https://example.com/pears", ""))),
        Bad(evidence=crawled_site("{}")),
        Bad(evidence=crawled_site("")),
        Good(evidence=crawled_site(sitemap_listing("https://example.com/pears"))),
        Good(evidence=crawled_site(sitemap_listing("https://example.com/pears")[:-5], whole=False)),
        Good(evidence=crawled_site("https://example.com/pears\nhttps://example.com/apples\n")),
        Good(
            evidence=crawled_site(
                "<rss version='2.0'><channel><item><link>https://example.com/</link></item></channel></rss>"
            )
        ),
        Good(evidence=CrawledUrls(robots=Robots(url="https://example.com/", robots_url=_ROBOTS))),
    ),
)
