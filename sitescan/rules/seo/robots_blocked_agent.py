"""robots.txt keeps one search engine from the page."""

from collections.abc import Iterator

from sitescan.document.source_location import shorten
from sitescan.model.answers import CRAWLERS, Robots
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_ROBOTS = "https://example.com/robots.txt"
_ENGINES = {"Googlebot": "Google", "Bingbot": "Bing"}


def check(robots: Robots) -> Iterator[Finding]:
    """Report the line that forbids the crawler of one search engine to fetch the page, where the other may."""
    if len(robots.deciding) < len(CRAWLERS):
        for crawler, pattern in robots.deciding.items():
            said = f"line {pattern.line}, Disallow: {shorten(pattern.path)}, for {crawler}"
            yield Finding(robots=robots.robots_url, engine=_ENGINES[crawler], detail=said)


def _robots(text: str, path: str = "/") -> Robots:
    return Robots(url=f"https://example.com{path}", robots_url=_ROBOTS, status=200, text=text)


RULE = Rule(
    id="seo/robots-blocked-agent",
    reads=Robots,
    check=check,
    severity=Severity.WARNING,
    share=12,
    title="Page blocked for one search engine",
    description=(
        "The site's robots.txt ({robots}) forbids {engine} to fetch this page, while other search engines may. "
        "{engine} cannot read it; at best it lists the bare address."
    ),
    recommendation="Let this search engine fetch the page if it shall be found there.",
    how_to_fix=(
        "Remove or narrow the Disallow line named above, or give the crawler a group of its own:\n"
        "User-agent: Bingbot\nAllow: /\nA crawler that has its own group does not read the one for all (*)."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1",
        "https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt",
    ),
    examples=(
        Bad(evidence=_robots("User-agent: Googlebot\nAllow: /\n\nUser-agent: *\nDisallow: /")),
        Bad(evidence=_robots("User-agent: Googlebot\nDisallow: /pears", "/pears/nashi")),
        Good(evidence=_robots("User-agent: *\nDisallow: /")),
        Good(evidence=_robots("User-agent: GPTBot\nDisallow: /")),
    ),
)
