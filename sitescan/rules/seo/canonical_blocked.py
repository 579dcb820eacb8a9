from sitescan.document.indexing.canonical import canonical_link
from sitescan.model.crawling import GOOGLE, CrawledUrls, Robots
from sitescan.rules.authoring import NEEDED, Bad, Finding, Findings, Good, Rule, Severity, shorten

_ROBOTS = "https://example.com/robots.txt"


def check(crawled: CrawledUrls) -> Findings:
    """Report a canonical URL of the same site that Googlebot may not fetch, if it may fetch the page."""
    robots, url = crawled.robots, crawled.canonical.partition("#")[0]
    if not url or url == robots.url or not robots.covers(url) or GOOGLE in robots.deciding:
        return
    pattern = robots.blocking(url).get(GOOGLE)
    if pattern is not None:
        detail = f"line {pattern.line}, Disallow: {shorten(pattern.path)}"
        yield Finding(url=url, robots=robots.robots_url, detail=detail, link=canonical_link(robots.url))


def _naming(canonical: str, text: str = "User-agent: *\nDisallow: /shop/") -> CrawledUrls:
    robots = Robots(url="https://example.com/pears", robots_url=_ROBOTS, status=200, text=text)
    return CrawledUrls(robots=robots, canonical=canonical)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=NEEDED,
    title="Canonical URL is blocked by robots.txt",
    passed="Crawlers may read the canonical URL",
    applies=lambda crawled: crawled.canonical and GOOGLE not in crawled.robots.deciding,
    needs=lambda crawled: crawled.robots.covers(crawled.canonical),
    description=(
        "The canonical URL of this page is {url}, but robots.txt ({robots}) doesn't let search engines fetch it. They "
        "can't confirm that it is the same page, so they may show neither of the two in results."
    ),
    recommendation="Set the canonical URL to one that crawlers may fetch, or unblock this one.",
    how_to_fix=(
        "Remove or narrow the Disallow line named above. Or, if this page's own URL should appear in results, name "
        "that one: {link}"
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(evidence=_naming("https://example.com/shop/pears")),
        Good(evidence=_naming("https://example.com/pears/nashi")),
        Good(evidence=_naming("https://example.org/shop/pears")),
        Good(evidence=_naming("")),
        Good(evidence=_naming("https://example.com/shop/pears", "User-agent: *\nDisallow: /")),
    ),
)
