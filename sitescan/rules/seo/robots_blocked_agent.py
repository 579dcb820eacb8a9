from sitescan.model.crawling import CRAWLERS, Robots
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.rules.example_pages import robots_txt
from sitescan.standards.robots_txt import exact_pattern
from sitescan.standards.urls import serialized_target

_ENGINES = {"Googlebot": "Google", "Bingbot": "Bing"}


def check(robots: Robots) -> Findings:
    """Report the line that forbids either Googlebot or Bingbot to fetch the page, if the other may."""
    if len(robots.deciding) < len(CRAWLERS):
        for crawler, pattern in robots.deciding.items():
            detail = f"line {pattern.line}, Disallow: {shorten(pattern.path)}, for {crawler}"
            yield Finding(
                robots=robots.robots_url,
                engine=_ENGINES[crawler],
                crawler=crawler,
                path=exact_pattern(serialized_target(robots.url).path),
                detail=detail,
            )


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=12,
    title="Page is blocked for one search engine",
    passed="Robots.txt treats search engines alike",
    description=(
        "The site's robots.txt ({robots}) doesn't let {engine} fetch this page, but allows other search engines to. "
        "{engine} can't read it; at best, it shows only the URL."
    ),
    recommendation="Let this search engine fetch the page if it should show the page.",
    how_to_fix=(
        "Remove or narrow the Disallow line named above, or allow the page in a group for this crawler:\n"
        "User-agent: {crawler}\n"
        "Allow: {path}\n"
        "A crawler that has its own group ignores the group for all crawlers (*)."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9309#section-2.2.1",
        "https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt",
    ),
    examples=(
        Bad(evidence=robots_txt("User-agent: Googlebot\nAllow: /\n\nUser-agent: *\nDisallow: /")),
        Bad(evidence=robots_txt("User-agent: Googlebot\nDisallow: /pears", "/pears/nashi")),
        Good(evidence=robots_txt("User-agent: *\nDisallow: /")),
        Good(evidence=robots_txt("User-agent: GPTBot\nDisallow: /")),
    ),
)
