from difflib import get_close_matches

from sitescan.model.crawling import Robots
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.rules.example_pages import robots_txt
from sitescan.standards.robots_txt import AGENT_KEYS, Line

#: The number of lines that are examined; longer files are not written by hand.
_MOST_LINES = 1000
#: The directives of the standard, and of crawlers that document them.
_KNOWN = AGENT_KEYS | frozenset(
    (
        "allow disallow sitemap site-map crawl-delay crawldelay clean-param host request-rate visit-time noindex "
        "content-signal content-usage license"
    ).split()
)


def check(robots: Robots) -> Findings:
    """Report undocumented directives, and ``$`` in the middle of a path."""
    for line in robots.file.lines[:_MOST_LINES] if robots.found and not robots.page else ():
        problem = _ineffective(line)
        if problem:
            yield Finding(robots=robots.robots_url, detail=f"line {line.number}: {problem}")


def _ineffective(line: Line) -> str:
    if not line.colon:
        return ""
    if line.key in ("allow", "disallow") and "$" in line.value[:-1]:
        return f"the $ in {shorten(line.value)} is an ordinary character, since it is not at the end"
    mistyped = line.key not in _KNOWN and get_close_matches(line.key[:20], _KNOWN, n=1, cutoff=0.75)
    # Another rule reports misspelled directives.
    return "" if line.key in _KNOWN or mistyped else f'"{shorten(line.key)}" is an unknown directive'


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Lines in robots.txt have no effect",
    passed="Well-formed lines in robots.txt have an effect",
    applies=lambda robots: robots.found and not robots.page,
    description=(
        "{robots} has {count:# line|# lines} that search engines don't support as written. They skip such lines, which "
        "is harmless unless you rely on one."
    ),
    recommendation="Check whether you rely on one of these lines.",
    how_to_fix=(
        "Search engines support User-agent, Allow, Disallow and Sitemap; some crawlers also support Crawl-delay. Put "
        "notes for people after a #."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9309#section-2.2",
        "https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt",
    ),
    covers=("lighthouse:robots-txt",),
    examples=(
        Bad(evidence=robots_txt("User-agent: *\nPear: yes")),
        Bad(evidence=robots_txt("User-agent: *\nDisallow: /in$voices/")),
        Good(evidence=robots_txt("User-agent: *\nDisallow: /*.pdf$\nCrawl-delay: 5\nHost: example.com")),
        Good(evidence=robots_txt("<p>Pear: yes")),
    ),
)
