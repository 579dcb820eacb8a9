from sitescan.model.crawling import CrawledUrls
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.rules.example_pages import crawled_site, sitemap_listing
from sitescan.standards.urls import http_host


def check(crawled: CrawledUrls) -> Findings:
    """Report sitemaps with URLs on hosts other than those of the sitemap and the page."""
    for sitemap in crawled.sitemaps:
        own = {http_host(sitemap.url), http_host(crawled.robots.url)}
        foreign = [url for url in sitemap.content.locations if (http_host(url) or next(iter(own))) not in own]
        if foreign and sitemap.content.kind in ("urlset", "index", "text"):
            number, listed = len(foreign), len(sitemap.content.locations)
            summary = f"{number:,} of {listed:,} URLs, such as {shorten(foreign[0])}"
            yield Finding(detail=f"{shorten(sitemap.url)}: {summary}", host=http_host(sitemap.url))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Sitemap lists URLs on other hosts",
    passed="Sitemap lists URLs on this host",
    applies=lambda crawled: crawled.sitemaps,
    needs=lambda crawled: all(sitemap.whole for sitemap in crawled.sitemaps),
    description=(
        "{count:# sitemap lists|# sitemaps list} URLs on hosts other than {host}. Search engines skip them unless the "
        "other host's robots.txt declares this sitemap. Often www or a test host was left in the settings."
    ),
    recommendation="List each URL under the host that the site uses.",
    how_to_fix=(
        "In the program that writes the sitemap, set the URL of the site to https://{host}/ and generate the sitemap "
        "again. If the other host is also yours, declare this sitemap in its "
        "robots.txt: Sitemap: https://{host}/sitemap.xml"
    ),
    sources=(
        "https://www.sitemaps.org/protocol.html",
        "https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",
    ),
    examples=(
        Bad(evidence=crawled_site(sitemap_listing("https://www.example.com/pears"))),
        Bad(evidence=crawled_site(sitemap_listing("https://example.com/", "http://staging.example.net/pears"))),
        Good(evidence=crawled_site(sitemap_listing("https://example.com/pears", "http://example.com/apples"))),
        Good(evidence=crawled_site(sitemap_listing("pears"))),
        Good(evidence=crawled_site("<!doctype html><loc>https://example.org/</loc>")),
    ),
)
