import re

from attrs import evolve

from sitescan.model.linked_page import LinkedPage
from sitescan.rules.authoring import (
    Answer,
    Bad,
    Finding,
    Findings,
    Good,
    LinkAnswers,
    Rule,
    Severity,
    Verdict,
    lazy_pattern,
    linking,
)
from sitescan.rules.example_pages import redirected_link, redirecting
from sitescan.rules.site_authoring import Site, SiteWideCheck, of_target, page_at, site_of

#: The last part of URLs to which sites redirect requests for missing pages.
_ERROR_PAGE = lazy_pattern(
    r"/(?:404|(?:error|page)?-?_?not-?_?found|404-?not-?found|error-?404|404-?error|page-?404)(?:\.[a-z]{3,5})?/?", re.I
)


def check(answers: LinkAnswers) -> Findings:
    """
    Report links to missing pages that are sent with a success status.

    Their title and heading or their final URL say "not found", or they are equal to the answer of the site for a page
    that doesn't exist.
    """
    for link, answer in answers.answered(Verdict.OK):
        if answer.linked_page is not None and answer.linked_page.not_found:
            yield Finding(link, detail="its title and heading say “not found”")
        elif answer.steps and _error_page(answer.final_url) and not _error_page(answer.url):
            yield Finding(link, detail=f"redirected to {answer.final_url}")
        else:
            missing = answers.matching_missing_page(answer)
            if missing is not None:
                yield Finding(link, detail=f"the same answer as for {missing.url}, which doesn't exist")


def check_site(site: Site) -> Findings:
    """Report each linked page of the site whose text says that it doesn't exist."""
    for target, sources in site.linked.items():
        page = site.pages.get(target)
        if page is not None and page.facts.not_found:
            yield of_target(target, sources)


def _error_page(url: str) -> bool:
    path = "/" + re.split(r"[?#]", url, maxsplit=1)[0].rstrip("/").rpartition("/")[2]
    return _ERROR_PAGE.fullmatch(path) is not None


_A = "https://example.org/pears"


_NOWHERE, _ELSEWHERE = "https://example.org/5e4f-not-found", "https://example.org/start"


def _read(url: str, content: str) -> Answer:
    return Answer(url=url, status=200, linked_page=LinkedPage(content=content))


def _redirected(url: str, location: str, *, not_found: bool = False) -> Answer:
    return evolve(redirecting(url, location, by=302), linked_page=LinkedPage(not_found=not_found))


def _with_missing_page(answer: Answer, missing: Answer) -> LinkAnswers:
    """Return the answers for a page with one link and for a missing page of the same site."""
    return evolve(linking(answer), missing={"https://example.org": missing})


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Links go to error pages that return status 200",
    passed="Linked error pages return an error status",
    subjects=("a", "area"),
    needs=lambda answers: not answers.answered(Verdict.UNVERIFIABLE),
    description=(
        "{count:# link leads|# links lead} to a missing page, although its server responds with a success status "
        "(soft 404). Visitors don't get what the link promises, and search engines and link checkers may not detect it."
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
        Bad(evidence=redirected_link(_A, "https://example.org/404.html", by=302)),
        Bad(evidence=redirected_link(_A, "https://example.org/error/page-not-found?from=/pears", by=302)),
        Bad(evidence=_with_missing_page(_read(_A, "none"), _read(_NOWHERE, "none"))),
        Bad(
            evidence=_with_missing_page(_redirected(_A, _ELSEWHERE), _redirected(_NOWHERE, _ELSEWHERE, not_found=True))
        ),
        Good(evidence=_with_missing_page(_read(_A, "pears"), _read(_NOWHERE, "none"))),
        Good(evidence=_with_missing_page(_read(_A, ""), _read(_NOWHERE, ""))),
        Good(evidence=_with_missing_page(_read("https://pears.example/", "none"), _read(_NOWHERE, "none"))),
        Good(evidence=_with_missing_page(_redirected(_A, _ELSEWHERE), _redirected(_NOWHERE, _ELSEWHERE))),
        Good(evidence=linking(Answer(url=_A, status=200, linked_page=LinkedPage()))),
        Good(evidence=linking(Answer(url=_A, status=404, linked_page=LinkedPage(not_found=True)))),
        Good(evidence=linking(Answer(url="https://example.org/blog/404", status=200))),
        Good(evidence=redirected_link(_A, "https://example.org/peugeot-404", by=302)),
        Good(evidence=redirected_link("https://example.org/404", "https://example.org/404/", by=302)),
    ),
    site_wide=SiteWideCheck(
        check=check_site,
        description=(
            "{pages:# page links|# pages link} to {target}, which answers with a success status, but says that the "
            "page was not found (soft 404). Visitors get an error page, and search engines may show it."
        ),
        how_to_fix=(
            "Correct or remove the link. Then let the application send status 404 with its error page: search engines, "
            "monitoring and link checkers rely on it."
        ),
        examples=(
            Bad(evidence=site_of(page_at("/", "/gift"), page_at("/gift", not_found=True))),
            Good(evidence=site_of(page_at("/", "/gift"), page_at("/gift"), page_at("/404.html", not_found=True))),
        ),
    ),
)
