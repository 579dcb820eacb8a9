from sitescan.model.crawling import Robots
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity

_ROBOTS = "https://example.com/robots.txt"
_TOO_MANY = 429


def check(robots: Robots) -> Findings:
    """Report status 429, which search engines treat like a server error."""
    if robots.status == _TOO_MANY:
        yield Finding(robots=robots.robots_url)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Requests for robots.txt are rate-limited",
    passed="Requests for robots.txt are free of rate limits",
    description=(
        "{robots} answered this scan with status 429 (too many requests). Google treats 429 like a server error. If "
        "its crawler gets it too, it stops crawling the site until it can read the file."
    ),
    recommendation="Exempt /robots.txt from rate limits.",
    how_to_fix=(
        "Serve robots.txt as a static file, before any limit applies. In a firewall or CDN, add a rule that skips rate "
        "limits and bot checks for the path /robots.txt.\nnginx:\n"
        " location = /robots.txt {{\n"
        " root /srv/www;\n }}"
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#http-status-codes",),
    examples=(
        Bad(evidence=Robots(url="https://example.com/", robots_url=_ROBOTS, status=429)),
        Good(evidence=Robots(url="https://example.com/", robots_url=_ROBOTS, status=403)),
        Good(evidence=Robots(url="https://example.com/", robots_url=_ROBOTS, status=503)),
        Good(evidence=Robots(url="https://example.com/", robots_url=_ROBOTS)),
    ),
)
