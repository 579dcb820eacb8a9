"""robots.txt keeps search engines from images of the page."""

from collections.abc import Iterator

from sitescan.document.source_location import shorten
from sitescan.model.answers import CrawledUrls, Robots
from sitescan.model.outline import Resource
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_ROBOTS = "https://example.com/robots.txt"


def check(crawled: CrawledUrls) -> Iterator[Finding]:
    """Report those of the site itself that Google's crawler may not fetch, where it may fetch the page."""
    if crawled.robots.deciding:
        return
    for resource, pattern in crawled.blocked("image"):
        said = f"{shorten(resource.url)}, line {pattern.line}: Disallow: {shorten(pattern.path)}"
        yield Finding(resource, detail=said, robots=crawled.robots.robots_url)


def _loading(text: str, url: str = "https://example.com/assets/pear.jpg") -> CrawledUrls:
    robots = Robots(url="https://example.com/", robots_url=_ROBOTS, status=200, text=text)
    return CrawledUrls(robots=robots, resources=(Resource(url=url, kind="image"),))


RULE = Rule(
    id="seo/robots-blocked-images",
    reads=CrawledUrls,
    check=check,
    severity=Severity.INFO,
    title="Images blocked by robots.txt",
    description=(
        "robots.txt ({robots}) forbids search engines to fetch {count:# image|# images} of this page. "
        "Google can neither show them in image search nor beside the page in results."
    ),
    recommendation="Let crawlers fetch the images that may be found.",
    how_to_fix=(
        "Narrow the Disallow line named above, or add a longer line that allows the files, such as "
        "Allow: /assets/ or Allow: /*.css$ in the same group. The longest line that matches counts."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt",),
    examples=(
        Bad(evidence=_loading("User-agent: *\nDisallow: /assets/")),
        Bad(evidence=_loading("User-agent: Googlebot\nDisallow: /*.jpg$")),
        Good(evidence=_loading("User-agent: *\nDisallow: /assets/\nAllow: /assets/pear.jpg")),
        Good(evidence=_loading("User-agent: GPTBot\nDisallow: /assets/")),
        Good(evidence=_loading("User-agent: *\nDisallow: /assets/", "https://cdn.example.net/assets/pear.jpg")),
        # A page that may not be fetched is what another rule reports.
        Good(evidence=_loading("User-agent: *\nDisallow: /")),
    ),
)
