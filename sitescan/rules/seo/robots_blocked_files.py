from sitescan.model.crawling import CrawledUrls
from sitescan.rules.authoring import Bad, Findings, Good, Rule, Severity
from sitescan.rules.blocked_by_robots import NARROWER_LINE, blocked_files
from sitescan.rules.example_pages import crawled_file


def check(crawled: CrawledUrls) -> Findings:
    """Report stylesheets and scripts of the same site that Googlebot may not fetch, if it may fetch the page."""
    return blocked_files(crawled, "stylesheet", "script")


def _loading(text: str, url: str = "https://example.com/assets/site.css") -> CrawledUrls:
    return crawled_file(text, "stylesheet", url)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Stylesheets or scripts are blocked by robots.txt",
    passed="Crawlers may read the site's stylesheets and scripts",
    applies=lambda crawled: not crawled.robots.deciding,
    description=(
        "The site's robots.txt ({robots}) doesn't let search engines fetch {count:# stylesheet or script|# stylesheets "
        "and scripts} of this page. Google renders pages as a browser does. Without these files, it may not see the "
        "layout or what scripts add."
    ),
    recommendation="Let crawlers fetch the stylesheets and scripts of the page.",
    how_to_fix=NARROWER_LINE,
    sources=("https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt",),
    examples=(
        Bad(evidence=_loading("User-agent: *\nDisallow: /assets/")),
        Bad(evidence=_loading("User-agent: Googlebot\nDisallow: /*.css$")),
        Good(evidence=_loading("User-agent: *\nDisallow: /assets/\nAllow: /assets/site.css")),
        Good(evidence=_loading("User-agent: GPTBot\nDisallow: /assets/")),
        Good(evidence=_loading("User-agent: *\nDisallow: /assets/", "https://cdn.example.net/assets/site.css")),
        # Another rule reports a page that crawlers may not fetch.
        Good(evidence=_loading("User-agent: *\nDisallow: /")),
    ),
)
