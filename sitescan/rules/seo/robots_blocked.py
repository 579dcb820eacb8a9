from sitescan.charging import NOT_SHOWN
from sitescan.model.crawling import CRAWLERS, Robots
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.rules.example_pages import robots_txt
from sitescan.standards.robots_txt import exact_pattern
from sitescan.standards.urls import serialized_target


def check(robots: Robots) -> Findings:
    """Report the lines that forbid both Googlebot and Bingbot to fetch the page."""
    deciding = robots.deciding
    if len(deciding) < len(CRAWLERS):
        return
    for pattern in dict.fromkeys(deciding.values()):
        crawlers = " and ".join(crawler for crawler in CRAWLERS if deciding[crawler] == pattern)
        detail = f"line {pattern.line}, Disallow: {shorten(pattern.path)}, for {crawlers}"
        yield Finding(robots=robots.robots_url, detail=detail, path=exact_pattern(serialized_target(robots.url).path))


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    share=NOT_SHOWN,
    title="Page is blocked by robots.txt",
    passed="Robots.txt lets crawlers read the page",
    applies=lambda robots: not robots.deciding,
    description=(
        "The site's robots.txt ({robots}) doesn't let search engines fetch this page. They can't read it; at best, "
        "they show only its URL."
    ),
    recommendation="Let search engines fetch the page if people should find it.",
    how_to_fix=(
        "Remove or narrow the Disallow line named above, or add this line to the same group:\n"
        "Allow: {path}\n"
        "Before you change a line, check which other crawlers it is meant for. To keep a page out of results, use "
        "noindex instead of Disallow: a crawler that can't fetch a page never sees its noindex."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9309",
        "https://developers.google.com/search/docs/crawling-indexing/robots/intro",
    ),
    covers=("lighthouse:is-crawlable",),
    examples=(
        Bad(evidence=robots_txt("user-agent: *\ndisallow: /")),
        Bad(
            evidence=robots_txt(
                "User-agent: Googlebot\nUser-agent: Bingbot\nDisallow: /*?id=\n\nUser-agent: *\nAllow: /", "/shop?id=1"
            )
        ),
        Bad(evidence=robots_txt("User-agent: *\nDisallow: /birnbäume", "/birnb%c3%a4ume")),
        Good(evidence=robots_txt("User-agent: *\nDisallow: /\nAllow: /pears", "/pears")),
        Good(evidence=robots_txt("User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow:")),
        Good(evidence=robots_txt("User-agent: Googlebot\nAllow: /\n\nUser-agent: *\nDisallow: /")),
        Good(evidence=robots_txt("user-agent: *\ndisallow: /", status=404)),
    ),
)
