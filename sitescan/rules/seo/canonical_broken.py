from attrs import evolve

from sitescan.document.indexing.canonical import canonical_link
from sitescan.rules.authoring import (
    NEEDED,
    SITE,
    Answer,
    Bad,
    Finding,
    Findings,
    Good,
    Problem,
    Rule,
    Severity,
    SiteAnswers,
    Verdict,
)
from sitescan.rules.example_pages import redirecting
from sitescan.rules.site_authoring import Site, SiteWideCheck, missing, of_pages, page_at, site_of, url


def check(site: SiteAnswers) -> Findings:
    """Report a canonical URL that visitors can't open."""
    canonical = site.canonical
    if canonical is not None and canonical.verdict is Verdict.BROKEN:
        yield Finding(url=canonical.url, reason=canonical.reason, link=canonical_link(site.exchange.url))


def check_site(site: Site) -> Findings:
    """Report each canonical URL that can't be loaded, with the pages that name it."""
    for target, pages in site.by_canonical.items():
        if site.is_broken(target):
            yield of_pages(pages, target, reason=site.answers[target].reason)


_URL = "https://example.com/nashi"

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=NEEDED,
    title="Canonical URL can't be loaded",
    passed="Canonical URL can be loaded",
    applies=lambda site: site.canonical is not None,
    needs=lambda site: site.canonical is not None and site.canonical.verdict is Verdict.OK,
    description=(
        "The canonical URL of this page is {url}, but it can't be loaded ({reason}). Search engines then choose a URL "
        "themselves, or drop the page."
    ),
    recommendation="Set the canonical URL to one that shows this page.",
    how_to_fix=(
        "If this page's own URL should appear in results, name that one: {link}. The canonical URL can also be set in "
        "the Link response header. If you don't need it, remove it."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(evidence=evolve(SITE, canonical=Answer(url=_URL, status=404))),
        Bad(evidence=evolve(SITE, canonical=Answer(url=_URL, problem=Problem.NAME))),
        Good(evidence=evolve(SITE, canonical=Answer(url=_URL, status=200))),
        Good(evidence=evolve(SITE, canonical=Answer(url=_URL, status=403))),
        Good(evidence=evolve(SITE, canonical=Answer(url=_URL, problem=Problem.TIMEOUT))),
        Good(evidence=evolve(SITE, canonical=redirecting(_URL, _URL + "/"))),
        Good(evidence=SITE),
    ),
    site_wide=SiteWideCheck(
        check=check_site,
        description=(
            "{pages:# page names|# pages name} the canonical URL {target}, which can't be loaded ({reason}). Search "
            "engines choose a URL themselves, or drop such pages."
        ),
        how_to_fix=(
            "If the pages should appear in results, let each name its own URL. If a template writes the link, correct "
            "it there."
        ),
        examples=(
            Bad(evidence=site_of(page_at("/a", canonical=url("/gone")), answers=(missing("/gone"),))),
            Good(evidence=site_of(page_at("/a", canonical=url("/b")), page_at("/b", canonical=url("/b")))),
            Good(evidence=site_of(page_at("/a", canonical=url("/unknown")))),
            Good(evidence=site_of(page_at("/404.html", canonical=url("/404/")), answers=(missing("/404/"),))),
        ),
    ),
)
