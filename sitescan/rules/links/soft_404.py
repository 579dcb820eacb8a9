"""Links to pages that say "not found" with a status that says "fine"."""

import re
from collections.abc import Iterator

from sitescan.model.answers import Answer, LinkAnswers, Verdict
from sitescan.model.linked_page import LinkedPage
from sitescan.model.redirects import Step
from sitescan.model.report import Severity
from sitescan.rules.example_pages import linking
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: The last part of an address to which sites redirect what they do not have.
_ERROR_PAGE = re.compile(
    r"/(?:404|(?:error|page)?-?_?not-?_?found|404-?not-?found|error-?404|404-?error|page-?404)(?:\.[a-z]{3,5})?/?", re.I
)


def check(answers: LinkAnswers) -> Iterator[Finding]:
    """Report links to what calls itself not found, in its title and heading or in the address it ends at."""
    for link, answer in answers.answered(Verdict.OK):
        if answer.linked_page is not None and answer.linked_page.not_found:
            yield Finding(link, detail="its title and heading say “not found”")
        elif answer.steps and _error_page(answer.final_url) and not _error_page(answer.url):
            yield Finding(link, detail=f"redirected to {answer.final_url}")


def _error_page(url: str) -> bool:
    path = "/" + re.split(r"[?#]", url, maxsplit=1)[0].rstrip("/").rpartition("/")[2]
    return _ERROR_PAGE.fullmatch(path) is not None


_A = "https://example.org/pears"


def _redirected(location: str, url: str = _A) -> LinkAnswers:
    return linking(Answer(url=url, steps=(Step(url=url, status=302, location=location),), status=200))


RULE = Rule(
    id="links/soft-404",
    reads=LinkAnswers,
    check=check,
    severity=Severity.WARNING,
    title="Links go to error pages that return status 200",
    description=(
        "{count:# link leads|# links lead} to a page that says it wasn't found, although its server responds with a "
        "success status (soft 404). Visitors get an error page that search engines and link checkers may not detect."
    ),
    recommendation="Correct or remove the links to missing pages.",
    how_to_fix=(
        "Open each address and link to where the content is now. On your own site, respond with status 404 together "
        "with the error page:\n"
        "nginx: error_page 404 /404.html;\n"
        "Apache: ErrorDocument 404 /404.html\n"
        "Caddy:\n"
        " handle_errors {{\n"
        " rewrite * /404.html\n"
        " file_server\n"
        " }}"
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors",),
    examples=(
        Bad(evidence=linking(Answer(url=_A, status=200, linked_page=LinkedPage(not_found=True)))),
        Bad(evidence=_redirected("https://example.org/404.html")),
        Bad(evidence=_redirected("https://example.org/error/page-not-found?from=/pears")),
        Good(evidence=linking(Answer(url=_A, status=200, linked_page=LinkedPage()))),
        Good(evidence=linking(Answer(url=_A, status=404, linked_page=LinkedPage(not_found=True)))),
        Good(evidence=linking(Answer(url="https://example.org/blog/404", status=200))),
        Good(evidence=_redirected("https://example.org/peugeot-404")),
        Good(evidence=_redirected("https://example.org/404/", "https://example.org/404")),
    ),
)
