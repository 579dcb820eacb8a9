from sitescan.model.crawling import ROBOTS_REDIRECTS, Robots
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity

_ROBOTS = "https://example.com/robots.txt"


def check(robots: Robots) -> Findings:
    """Report a robots.txt behind more redirects than crawlers follow."""
    if robots.redirects > ROBOTS_REDIRECTS:
        yield Finding(robots=robots.robots_url, redirects=robots.redirects, most=ROBOTS_REDIRECTS)


def _robots(redirects: int, status: int | None = 200) -> Robots:
    return Robots(url="https://example.com/", robots_url=_ROBOTS, status=status, redirects=redirects)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Too many redirects to robots.txt",
    passed="Robots.txt is at most 5 redirects away",
    description=(
        "{robots} redirects {redirects:# time|# times}. Google follows {most} redirects and then treats the file as "
        "missing, so none of its rules apply."
    ),
    recommendation="Serve the file itself at /robots.txt.",
    how_to_fix=(
        "Serve the file at this URL without a redirect, or let one redirect go straight to the final URL. Look for "
        "rules that redirect every path, such as those for HTTPS, www and languages, and exempt /robots.txt."
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1.2",
        "https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#http-status-codes",
    ),
    examples=(
        Bad(evidence=_robots(6)),
        Bad(evidence=_robots(11, None)),
        Good(evidence=_robots(5)),
        Good(evidence=_robots(0)),
    ),
)
