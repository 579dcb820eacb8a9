from attrs import evolve

from sitescan.document.indexing.canonical import canonical_link
from sitescan.model.linked_page import LinkedPage
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
from sitescan.rules.site_authoring import Site, SiteWideCheck, of_pages, page_at, site_of, url

_URL = "https://example.com/nashi"


def check(site: SiteAnswers) -> Findings:
    """Report a canonical URL whose page has a different canonical URL."""
    canonical = site.canonical
    if canonical is None or canonical.verdict is not Verdict.OK or canonical.linked_page is None:
        return
    further = canonical.linked_page.canonical.partition("#")[0]
    if further and further not in (canonical.url, canonical.final_url):
        where = f"{further} (this page)" if further == site.exchange.url else further
        yield Finding(url=canonical.url, where=where, link=canonical_link(site.exchange.url))


def check_site(site: Site) -> Findings:
    """Report each canonical URL whose page names another one; of two pages that name each other, only one."""
    for target, pages in site.by_canonical.items():
        page = site.page(target)
        other = page.facts.canonical if page is not None else ""
        named = site.page(other)
        if other and named is not page and not (named in pages and target > other):
            yield of_pages(pages, target, other=shorten(other))


def _site(further: str) -> SiteAnswers:
    answer = Answer(url=_URL, status=200, linked_page=LinkedPage(canonical=further))
    return evolve(SITE, canonical=answer)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Canonical URL has a different canonical URL",
    passed="Canonical URL is final",
    applies=lambda site: site.canonical is not None,
    needs=lambda site: site.canonical is not None and site.canonical.linked_page is not None,
    description=(
        "The canonical URL of this page is {url}, but the page there names {where} as its own canonical URL. Search "
        "engines get conflicting signals and choose a URL themselves."
    ),
    recommendation="Name the same canonical URL on both pages.",
    how_to_fix=(
        "Choose the URL that should appear in results and name it on each copy of the page, including the one at that "
        "URL. If it is this page's URL: {link}"
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(evidence=_site("https://example.com/apples")),
        Bad(evidence=_site("https://example.com/pears")),
        Good(evidence=_site(_URL)),
        Good(evidence=_site(_URL + "#top")),
        Good(evidence=_site("")),
    ),
    site_wide=SiteWideCheck(
        check=check_site,
        description=(
            "{pages:# page names|# pages name} the canonical URL {target}, but the page there names {other}. Search "
            "engines get conflicting signals and choose a URL themselves."
        ),
        how_to_fix=(
            "Choose the URL that should appear in results and name it on each copy of the page, including the one at "
            "that URL."
        ),
        examples=(
            Bad(
                evidence=site_of(
                    page_at("/a", canonical=url("/b")),
                    page_at("/b", canonical=url("/c")),
                    page_at("/c", canonical=url("/c")),
                )
            ),
            Bad(evidence=site_of(page_at("/a", canonical=url("/b")), page_at("/b", canonical=url("/a")))),
            Good(evidence=site_of(page_at("/a", canonical=url("/b")), page_at("/b", canonical=url("/b")))),
            Good(evidence=site_of(page_at("/a", canonical=url("/b")), page_at("/b"))),
        ),
    ),
)
