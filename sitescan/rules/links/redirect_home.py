from sitescan.model.redirects import Redirect
from sitescan.rules.authoring import Bad, Finding, Findings, Good, LinkAnswers, Rule, Severity
from sitescan.rules.example_pages import redirected_link

_A, _HOME = "https://example.org/pears/2019", "https://www.example.org/"


def check(answers: LinkAnswers) -> Findings:
    """Report links to a page of a site that end at the root of the site."""
    for link, answer in answers.redirected(Redirect.HOME):
        yield Finding(link, detail=f"leads to {answer.final_url}")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Links to specific pages end at a home page",
    passed="Links to specific pages stay off the home page",
    subjects=("a", "area"),
    description=(
        "{count:# link to a specific page ends|# links to specific pages end} at the home page of that site. Usually "
        "the page is gone. Visitors don't find what the link promises, and search engines treat such a redirect as a "
        "missing page (soft 404)."
    ),
    recommendation="Link to the new address of the content, or remove the link.",
    how_to_fix=(
        "Find the content on the other site and link to its new address. On your own site, redirect a removed page to "
        "the page that replaces it, or answer with status 410:\n"
        "nginx:\n"
        " location = /old {{\n"
        " return 410;\n"
        " }}\n"
        "Apache: Redirect gone /old\n"
        "Caddy: respond /old 410"
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors",),
    examples=(
        Bad(evidence=redirected_link(_A, _HOME)),
        Bad(evidence=redirected_link("https://example.org/a.php?id=7", "https://example.org/", by=302)),
        Good(evidence=redirected_link("https://example.org/index.html", "https://example.org/")),
        Good(evidence=redirected_link("https://example.org/en-gb/", "https://example.org/")),
        Good(evidence=redirected_link("https://short.example/x7", "https://example.org/")),
        Good(evidence=redirected_link("http://example.org/", "https://www.example.org/")),
        Good(evidence=redirected_link(_A, "https://example.org/apples")),
    ),
)
