from sitescan.rules.authoring import (
    Answer,
    Bad,
    Finding,
    Findings,
    Good,
    Headers,
    LinkAnswers,
    Problem,
    Rule,
    Severity,
    Verdict,
    linking,
)
from sitescan.rules.example_pages import redirected_link
from sitescan.rules.server_configuration import PERMANENT_REDIRECT
from sitescan.rules.site_authoring import Site, SiteWideCheck, missing, moved, of_target, page_at, site_of, url


def check(answers: LinkAnswers) -> Findings:
    """Report links that end at status 404 or 410, or at no file of the folder that was scanned."""
    for link, answer in answers.answered(Verdict.BROKEN):
        if _is_missing(answer):
            yield Finding(link, detail=_reason(answer))


def check_site(site: Site) -> Findings:
    """Report each linked URL with such an answer, and the pages that link to it."""
    for target, sources, answer in site.linked_answers():
        if answer.verdict is Verdict.BROKEN and _is_missing(answer):
            yield of_target(target, sources, reason=_reason(answer))


def _is_missing(answer: Answer) -> bool:
    # After an error of the server, the page may exist.
    return answer.problem is Problem.NO_FILE or (answer.status is not None and answer.status < 500)


def _reason(answer: Answer) -> str:
    return f"{answer.reason} at {answer.final_url}" if answer.steps else answer.reason


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Links go to pages that don't exist",
    passed="Links go to pages that exist",
    subjects=("a", "area"),
    needs=lambda answers: not answers.answered(Verdict.UNVERIFIABLE),
    description=(
        "{count:# link leads|# links lead} to a page that doesn't exist. Visitors get an error page, and search "
        "engines see a page that isn't maintained."
    ),
    recommendation="Correct or remove the broken links.",
    how_to_fix=(
        "Open each address. If it is mistyped, correct the href. If the page has moved, link to the new address. If it "
        "is gone, remove the link or link to a copy in the Internet Archive. If the page is yours, restore it, or "
        f"redirect its address:\n{PERMANENT_REDIRECT}"
    ),
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9110#section-15.5.5",
        "https://developers.google.com/search/docs/crawling-indexing/http-network-errors",
    ),
    examples=(
        Bad(evidence=linking(Answer(url="https://example.org/pears", status=404))),
        Bad(evidence=linking(Answer(url="https://example.org/pears", status=410, method="GET"))),
        Bad(evidence=redirected_link("https://example.org/a", "https://example.org/b", status=404)),
        Bad(evidence=linking(Answer(url="https://example.org/pears", problem=Problem.NO_FILE))),
        Good(evidence=linking(Answer(url="https://example.org/pears", problem=Problem.NOT_IN_FILES))),
        Good(evidence=linking(Answer(url="https://example.org/pears", status=200))),
        Good(evidence=linking(Answer(url="https://example.org/pears", status=403))),
        Good(evidence=linking(Answer(url="https://www.linkedin.com/in/pears", status=999))),
        Good(evidence=linking(Answer(url="https://example.org/pears", problem=Problem.TIMEOUT))),
        Good(
            evidence=linking(
                Answer(
                    url="https://example.org/pears",
                    status=404,
                    headers=Headers((("cf-mitigated", "challenge"),)),
                )
            )
        ),
    ),
    site_wide=SiteWideCheck(
        check=check_site,
        description=(
            "{pages:# page links|# pages link} to {target}, which doesn't exist ({reason}). Visitors get an error "
            "page, and search engines see a site that isn't maintained."
        ),
        how_to_fix=(
            "If the address is mistyped, correct the href. If the page has moved, link to the new address, and "
            "redirect the old one. A link in a header, a menu or a footer is in one file of the template."
        ),
        examples=(
            Bad(evidence=site_of(page_at("/", "/jobs", "/a"), page_at("/a", "/jobs"), answers=(missing("/jobs"),))),
            Bad(evidence=site_of(page_at("/", "/jobs"), answers=(Answer(url=url("/jobs"), problem=Problem.NO_FILE),))),
            Good(evidence=site_of(page_at("/", "/jobs"), page_at("/jobs"))),
            Good(evidence=site_of(page_at("/", "/old"), page_at("/new"), answers=(moved("/old", "/new"),))),
            Good(evidence=site_of(page_at("/", "/unknown"))),
            Good(evidence=site_of(page_at("/", "/members"), answers=(Answer(url=url("/members"), status=403),))),
        ),
    ),
)
