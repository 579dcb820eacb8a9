from attrs import evolve

from sitescan.document.indexing.canonical import canonical_link
from sitescan.model.linked_page import LinkedPage
from sitescan.rules.authoring import (
    NEEDED,
    SITE,
    Answer,
    Bad,
    Finding,
    Findings,
    Good,
    Headers,
    Rule,
    Severity,
    SiteAnswers,
    Verdict,
)
from sitescan.rules.site_authoring import Site, SiteWideCheck, of_pages, page_at, site_of, url

_URL = "https://example.com/nashi"


def check(site: SiteAnswers) -> Findings:
    """Report a canonical URL whose response header or meta tag has ``noindex`` for all crawlers."""
    canonical = site.canonical
    if canonical is None or canonical.verdict is not Verdict.OK:
        return
    if canonical.linked_page is not None:
        if canonical.linked_page.noindex:
            yield Finding(url=canonical.url, link=canonical_link(site.exchange.url))
        return
    for line in canonical.headers.all("x-robots-tag"):
        directives = {part.strip().lower() for part in line[:1000].split(",")}
        if directives & {"noindex", "none"}:
            yield Finding(url=canonical.url, link=canonical_link(site.exchange.url))
            return


def check_site(site: Site) -> Findings:
    """Report each canonical URL whose page is excluded from search results, with the other pages that name it."""
    for target, pages in site.by_canonical.items():
        page = site.page(target)
        others = [other for other in pages if other is not page and not other.facts.noindex]
        if page is not None and page.facts.noindex and others:
            yield of_pages(others, target)


def _site(*tags: str, linked_page: LinkedPage | None = None) -> SiteAnswers:
    headers = Headers(tuple(("X-Robots-Tag", tag) for tag in tags))
    return evolve(SITE, canonical=Answer(url=_URL, status=200, headers=headers, linked_page=linked_page))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=NEEDED,
    title="Canonical URL is excluded by noindex",
    passed="Canonical URL may appear in search results",
    applies=lambda site: site.canonical is not None,
    needs=lambda site: site.canonical is not None and site.canonical.verdict is Verdict.OK,
    description=(
        "The canonical URL of this page is {url}, but that page asks search engines not to show it (noindex). In the "
        "end, neither page may appear in results."
    ),
    recommendation="Set the canonical URL to a page that may be shown, or remove noindex from that page.",
    how_to_fix=(
        "Choose the URL that should appear in results and name it as the canonical URL. That page must not say noindex "
        "in a robots meta tag or an X-Robots-Tag header. If it is this page's URL: {link}"
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(evidence=_site("noarchive, NOINDEX")),
        Bad(evidence=_site("all", "none")),
        Bad(evidence=_site(linked_page=LinkedPage(noindex=True))),
        Good(evidence=_site(linked_page=LinkedPage())),
        Good(evidence=_site("otherbot: noindex", "noarchive")),
        Good(evidence=_site()),
    ),
    site_wide=SiteWideCheck(
        check=check_site,
        description=(
            "{pages:# page names|# pages name} the canonical URL {target}, which asks search engines not to show it "
            "(noindex). In the end, none of these pages may appear in results."
        ),
        how_to_fix=(
            "Choose the URL that should appear in results. Its page must not say noindex in a robots meta tag or an "
            "X-Robots-Tag header."
        ),
        examples=(
            Bad(evidence=site_of(page_at("/a", canonical=url("/b")), page_at("/b", noindex=True))),
            Good(evidence=site_of(page_at("/a", canonical=url("/b")), page_at("/b"))),
            Good(evidence=site_of(page_at("/b", canonical=url("/b"), noindex=True))),
            Good(evidence=site_of(page_at("/a", canonical=url("/b"), noindex=True), page_at("/b", noindex=True))),
        ),
    ),
)
