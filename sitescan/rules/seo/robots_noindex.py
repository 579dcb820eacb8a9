from sitescan.model.crawling import Robots
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity, shorten
from sitescan.rules.example_pages import robots_txt

_MOST_LINES = 1000


def check(robots: Robots) -> Findings:
    """Report each Noindex line."""
    for line in robots.file.lines[:_MOST_LINES] if robots.found and not robots.page else ():
        if line.key == "noindex" and line.colon:
            yield Finding(robots=robots.robots_url, detail=f"line {line.number}: Noindex: {shorten(line.value)}")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Noindex lines in robots.txt have no effect",
    passed="Robots.txt is free of noindex lines",
    applies=lambda robots: robots.found and not robots.page,
    description=(
        "{robots} has {count:# Noindex line|# Noindex lines}. Google and Bing ignore Noindex in robots.txt, so the "
        "pages it names can still appear in results."
    ),
    recommendation="Keep pages out of results with a robots meta tag or an X-Robots-Tag header.",
    how_to_fix=(
        'Add <meta name="robots" content="noindex"> to the pages, let crawlers fetch them, and remove the Noindex '
        "lines from robots.txt."
    ),
    sources=("https://developers.google.com/search/blog/2019/07/a-note-on-unsupported-rules-in-robotstxt",),
    examples=(
        Bad(evidence=robots_txt("User-agent: *\nNoindex: /drafts/")),
        Good(evidence=robots_txt("User-agent: *\nDisallow: /noindex/")),
        Good(evidence=robots_txt("User-agent: *\nNoindex: /drafts/", status=404)),
    ),
)
