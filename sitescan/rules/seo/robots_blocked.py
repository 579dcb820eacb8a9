"""robots.txt keeps search engines from the page."""

from collections.abc import Iterator

from sitescan.document.places import shorten
from sitescan.model.answers import Robots
from sitescan.model.report import Severity
from sitescan.model.robots import Pattern, parse_robots
from sitescan.model.target import InvalidTarget, parse_target
from sitescan.rules.rule import Bad, Finding, Good, Rule

_CRAWLERS = ("Googlebot", "Bingbot")
_ROBOTS = "https://example.com/robots.txt"


def check(robots: Robots) -> Iterator[Finding]:
    """Report the lines that forbid Google's or Bing's crawler to fetch the page."""
    if robots.status is None or not 200 <= robots.status < 300:
        return
    try:
        path = parse_target(robots.url).path
    except InvalidTarget:
        return
    file = parse_robots(robots.text)
    blocked: dict[Pattern, list[str]] = {}
    for crawler in _CRAWLERS:
        pattern = file.deciding(crawler, path)
        if pattern is not None and not pattern.allow:
            blocked.setdefault(pattern, []).append(crawler)
    for pattern, crawlers in blocked.items():
        said = f"line {pattern.line}, Disallow: {shorten(pattern.path)}, for {' and '.join(crawlers)}"
        yield Finding(robots=robots.robots_url, detail=said)


RULE = Rule(
    id="seo/robots-blocked",
    reads=Robots,
    check=check,
    severity=Severity.ERROR,
    title="Page blocked by robots.txt",
    description=(
        "The site's robots.txt ({robots}) forbids search engines to fetch this page. They cannot read it; at best they "
        "list the bare address."
    ),
    recommendation="Let search engines fetch the page if it shall be found.",
    how_to_fix=(
        "Remove or narrow the Disallow line named above, or add a longer one that allows the page, such as "
        "Allow: /pears. To keep a page out of results, use noindex instead: a crawler that may not fetch the page "
        "never sees it. Check who else the line is meant for before you change it."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9309",
        "https://developers.google.com/search/docs/crawling-indexing/robots/intro",
    ),
    covers=("lighthouse:is-crawlable",),
    examples=(
        Bad(
            evidence=Robots(
                url="https://example.com/", robots_url=_ROBOTS, status=200, text="user-agent: *\ndisallow: /"
            )
        ),
        Bad(
            evidence=Robots(
                url="https://example.com/shop?id=1",
                robots_url=_ROBOTS,
                status=200,
                text="User-agent: Googlebot\nUser-agent: Foo\nDisallow: /*?id=\n\nUser-agent: *\nAllow: /",
            )
        ),
        Good(
            evidence=Robots(
                url="https://example.com/pears",
                robots_url=_ROBOTS,
                status=200,
                text="User-agent: *\nDisallow: /\nAllow: /pears",
            )
        ),
        Good(
            evidence=Robots(
                url="https://example.com/",
                robots_url=_ROBOTS,
                status=200,
                text="User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow:",
            )
        ),
        Good(
            evidence=Robots(
                url="https://example.com/", robots_url=_ROBOTS, status=404, text="user-agent: *\ndisallow: /"
            )
        ),
    ),
)
