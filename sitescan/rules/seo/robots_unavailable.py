from sitescan.model.crawling import Robots
from sitescan.rules.authoring import Bad, Finding, Findings, Good, Rule, Severity

_ROBOTS = "https://example.com/robots.txt"


def check(robots: Robots) -> Findings:
    """Report a status from 500 to 599; a missing answer may have another cause."""
    if robots.status is not None and 500 <= robots.status < 600:
        yield Finding(robots=robots.robots_url, status=robots.status)


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="The robots.txt file returns a server error",
    passed="Robots.txt answers without a server error",
    description=(
        "{robots} answers with status {status}. Search engines treat a server error as a ban on the whole site. They "
        "stop crawling until they can read the file or get a clear 404."
    ),
    recommendation="Answer /robots.txt with status 200, or with 404 if there is no such file.",
    how_to_fix=(
        "Open the URL in a browser and fix the error that you see there. A static file is safest:\nnginx:\n"
        " location = /robots.txt {{\n"
        " root /srv/www;\n }}\n"
        'Apache: Alias "/robots.txt" "/srv/www/robots.txt"\nCaddy:\n'
        " handle /robots.txt {{\n"
        " root * /srv/www\n file_server\n }}"
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
