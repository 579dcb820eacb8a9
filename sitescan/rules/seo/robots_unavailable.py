"""robots.txt answers with a server error."""

from collections.abc import Iterator

from sitescan.model.answers import Robots
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_ROBOTS = "https://example.com/robots.txt"


def check(robots: Robots) -> Iterator[Finding]:
    """Report a status from 500 to 599; no answer at all proves nothing."""
    if robots.status is not None and 500 <= robots.status < 600:
        yield Finding(robots=robots.robots_url, status=robots.status)


RULE = Rule(
    id="seo/robots-unavailable",
    reads=Robots,
    check=check,
    severity=Severity.ERROR,
    title="Server error for robots.txt",
    description=(
        "{robots} answers with status {status}. Search engines take a server error as a ban on the whole site and stop "
        "crawling until the file, or a clear 404, can be had."
    ),
    recommendation="Let /robots.txt answer with 200, or with 404 where there is none.",
    how_to_fix=(
        "Open the address in a browser and fix what fails there. A static file is safest:\n"
        "nginx:\n"
        " location = /robots.txt {{\n"
        " root /srv/www;\n"
        " }}\n"
        'Apache: Alias "/robots.txt" "/srv/www/robots.txt"\n'
        "Caddy:\n"
        " handle /robots.txt {{\n"
        " root * /srv/www\n"
        " file_server\n"
        " }}"
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1.4",
        "https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt",
    ),
    covers=("lighthouse:robots-txt",),
    examples=(
        Bad(evidence=Robots(url="https://example.com/", robots_url=_ROBOTS, status=500)),
        Bad(evidence=Robots(url="https://example.com/", robots_url=_ROBOTS, status=503, text="User-agent: *")),
        Good(evidence=Robots(url="https://example.com/", robots_url=_ROBOTS, status=404)),
        Good(evidence=Robots(url="https://example.com/", robots_url=_ROBOTS, status=429)),
        Good(evidence=Robots(url="https://example.com/", robots_url=_ROBOTS)),
    ),
)
