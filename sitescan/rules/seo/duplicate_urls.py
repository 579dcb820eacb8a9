from attrs import evolve

from sitescan.document.indexing.canonical import canonical_link
from sitescan.model.linked_page import LinkedPage
from sitescan.model.redirects import Step
from sitescan.rules.authoring import (
    SITE,
    Answer,
    Bad,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    SiteAnswers,
    Verdict,
    shorten,
)

_OK = 200


def check(site: SiteAnswers) -> Findings:
    """Report other spellings of the URL that answer with the same page and don't name the page as canonical."""
    for answer in site.spellings:
        page = answer.linked_page
        if page is None or answer.status != _OK or answer.steps or page.noindex or page.not_found:
            continue
        if page.heading == site.page.heading and page.canonical in ("", answer.url):
            yield Finding(detail=shorten(answer.url), link=canonical_link(site.exchange.url))


_URL = "https://www.example.com/pears"


def _site(page: LinkedPage, status: int = 200, *steps: Step) -> SiteAnswers:
    answer = Answer(url=_URL, status=status, steps=steps, linked_page=page)
    return evolve(SITE, page=LinkedPage(heading="pears"), spellings=(answer,))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Page answers at several URLs",
    passed="Search engines know one URL of the page",
    needs=lambda site: site.spellings and all(answer.verdict is not Verdict.UNCHECKED for answer in site.spellings),
    description=(
        "The same page also answers at {count:# other URL|# other URLs} without a redirect or a canonical link to this "
        "one. Search engines see duplicates, divide the value of links between them, and choose one themselves."
    ),
    recommendation="Redirect the other spellings to one URL, or name that URL as canonical in all of them.",
    how_to_fix=(
        "If the URL that was scanned is the preferred one, add this to the head of the page: {link}\n"
        "Better still, let the server redirect the others to it with status 301."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(evidence=_site(LinkedPage(heading="pears"))),
        Bad(evidence=_site(LinkedPage(heading="pears", canonical=_URL))),
        Good(evidence=_site(LinkedPage(heading="pears", canonical="https://example.com/pears"))),
        Good(evidence=_site(LinkedPage(heading="pears", noindex=True))),
        Good(evidence=_site(LinkedPage(heading="parked"))),
        Good(evidence=_site(LinkedPage(heading="pears"), 200, Step(url=_URL, status=301, location=SITE.exchange.url))),
        Good(evidence=_site(LinkedPage(heading="pears"), 404)),
        Good(evidence=SITE),
    ),
)
