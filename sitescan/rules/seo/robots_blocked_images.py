from sitescan.model.crawling import CrawledUrls
from sitescan.rules.authoring import Bad, Findings, Good, Rule, Severity
from sitescan.rules.blocked_by_robots import NARROWER_LINE, blocked_files
from sitescan.rules.example_pages import crawled_file


def check(crawled: CrawledUrls) -> Findings:
    """Report images of the same site that Googlebot may not fetch, if it may fetch the page."""
    return blocked_files(crawled, "image")


def _loading(text: str, url: str = "https://example.com/assets/pear.jpg") -> CrawledUrls:
    return crawled_file(text, "image", url)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Images are blocked by robots.txt",
    passed="Crawlers may read the site's images",
    applies=lambda crawled: not crawled.robots.deciding,
    description=(
        "The site's robots.txt ({robots}) doesn't let search engines fetch {count:# image|# images} of this page. "
        "Google can't show {count:it|them} in image search or next to the page in results."
    ),
    recommendation="Let crawlers fetch the images that people should find.",
    how_to_fix=NARROWER_LINE,
    sources=("https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt",),
    examples=(
        Bad(evidence=_loading("User-agent: *\nDisallow: /assets/")),
        Bad(evidence=_loading("User-agent: Googlebot\nDisallow: /*.jpg$")),
        Good(evidence=_loading("User-agent: *\nDisallow: /assets/\nAllow: /assets/pear.jpg")),
        Good(evidence=_loading("User-agent: GPTBot\nDisallow: /assets/")),
        Good(evidence=_loading("User-agent: *\nDisallow: /assets/", "https://cdn.example.net/assets/pear.jpg")),
        # Another rule reports a page that crawlers may not fetch.
        Good(evidence=_loading("User-agent: *\nDisallow: /")),
    ),
)
