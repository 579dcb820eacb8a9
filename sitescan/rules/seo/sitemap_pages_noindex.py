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
from sitescan.rules.example_pages import listing
from sitescan.rules.site_authoring import Site, SiteWideCheck, of_urls, page_at, site_of, urls


def check(site: SiteAnswers) -> Findings:
    """Report the pages of the sample that ask search engines not to show them."""
    for answer in site.listed:
        page = answer.linked_page
        if page is not None and page.noindex and answer.verdict is Verdict.OK and not answer.steps:
            which = "this page" if answer.url == site.exchange.url else shorten(answer.url)
            yield Finding(detail=which)


def check_site(site: Site) -> Findings:
    """Report the listed pages with ``noindex``."""
    pages = ((listed, site.page(listed)) for listed in sorted(site.listed))
    yield from of_urls([listed for listed, page in pages if page is not None and page.facts.noindex])


_URL = "https://example.com/nashi"

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Sitemap lists pages with noindex",
    passed="Sampled pages in the sitemap may be indexed",
    applies=lambda site: site.listed,
    needs=lambda site: all(answer.verdict is Verdict.OK for answer in site.listed),
    description=(
        "The site's sitemaps list {count:# page that asks|# pages that ask} search engines not to show {count:it|them} "
        "(noindex). Search engines report this as an error and trust the sitemap less."
    ),
    recommendation="List only pages that search engines may show.",
    how_to_fix=(
        "For each page, decide whether people should find it. If so, remove its noindex. If not, remove it from the "
        "sitemap. Most sitemap plugins have a setting that omits pages with noindex."
    ),
    sources=(
        "https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",
        "https://support.google.com/webmasters/answer/7440203",
    ),
    examples=(
        Bad(evidence=listing(Answer(url=SITE.exchange.url, status=200, linked_page=LinkedPage(noindex=True)))),
        Bad(evidence=listing(Answer(url=_URL, status=200, linked_page=LinkedPage(noindex=True)))),
        Good(evidence=listing(Answer(url=_URL, status=200, linked_page=LinkedPage()))),
        Good(evidence=listing(Answer(url=_URL, status=404, linked_page=LinkedPage(noindex=True)))),
        Good(evidence=listing(Answer(url=_URL, status=200))),
    ),
    site_wide=SiteWideCheck(
        check=check_site,
        description=(
            "The sitemaps list {pages:# page that asks|# pages that ask} search engines not to show {pages:it|them} "
            "(noindex), beginning with {first}. Search engines report this as an error and trust the sitemap less."
        ),
        how_to_fix=(
            "For each page, decide whether people should find it. Most sitemap plugins have a setting that omits pages "
            "with noindex."
        ),
        examples=(
            Bad(evidence=site_of(page_at("/a"), page_at("/b", noindex=True), listed=urls("/a", "/b"))),
            Good(evidence=site_of(page_at("/a"), page_at("/b"), page_at("/c", noindex=True), listed=urls("/a", "/b"))),
        ),
    ),
)
