from sitescan.model.linked_page import LinkedPage
from sitescan.rules.authoring import Answer, Bad, Finding, Findings, Good, Rule, Severity, SiteAnswers, Verdict, shorten
from sitescan.rules.example_pages import listing, redirecting
from sitescan.rules.site_authoring import Site, SiteWideCheck, missing, moved, of_urls, page_at, site_of, url, urls

_PERMANENT = frozenset({301, 308})


def check(site: SiteAnswers) -> Findings:
    """Report the URLs of the sample that redirect permanently, and pages that name another canonical URL."""
    for answer in site.listed:
        other = _other_url(answer)
        if other:
            yield Finding(detail=f"{shorten(answer.url)} {other}", checked=len(site.listed))


def check_site(site: Site) -> Findings:
    """Report the listed URLs that redirect to another one, and pages that name another canonical URL."""
    yield from of_urls([listed for listed in sorted(site.listed) if _leads_elsewhere(site, listed)])


def _leads_elsewhere(site: Site, listed: str) -> bool:
    if site.is_redirected(listed):
        return not site.is_broken(listed)
    page = site.page(listed)
    return page is not None and page.facts.canonical != "" and site.page(page.facts.canonical) is not page


def _other_url(answer: Answer) -> str:
    if answer.verdict is not Verdict.OK:
        return ""
    if answer.redirect is not None:
        # A temporary redirect may depend on the visitor: a language, a login, a wall against programs.
        permanent = all(step.status in _PERMANENT for step in answer.steps)
        return f"redirects to {shorten(answer.final_url)}" if permanent else ""
    canonical = answer.linked_page.canonical.partition("#")[0] if answer.linked_page is not None else ""
    return f"has the canonical URL {shorten(canonical)}" if canonical not in ("", answer.url) else ""


_URL, _OTHER = "https://example.com/pears", "https://example.com/nashi"

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Sitemap lists URLs that aren't canonical",
    passed="Sampled URLs in the sitemap are canonical",
    applies=lambda site: site.listed,
    needs=lambda site: all(answer.verdict is Verdict.OK for answer in site.listed),
    description=(
        "Of {checked:# URL|# URLs} checked in the site's sitemaps, {count:# redirects or names|# redirect or name} "
        "another URL as canonical. Search engines get conflicting signals and fetch pages that they won't show."
    ),
    recommendation="List the canonical URL of each page.",
    how_to_fix=(
        "In the program that writes the sitemap, use the URLs to which the pages redirect or that they name as "
        "canonical: same scheme, same host, same trailing slash."
    ),
    sources=(
        "https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",
        "https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",
    ),
    examples=(
        Bad(evidence=listing(redirecting("pears", _OTHER))),
        Bad(evidence=listing(Answer(url=_URL, status=200, linked_page=LinkedPage(canonical=_OTHER)))),
        Good(evidence=listing(Answer(url=_URL, status=200, linked_page=LinkedPage(canonical=_URL)))),
        Good(evidence=listing(Answer(url=_URL, status=200, linked_page=LinkedPage()))),
        Good(evidence=listing(redirecting(_URL, _OTHER, by=302))),
        Good(evidence=listing(Answer(url=_URL, status=200))),
    ),
    site_wide=SiteWideCheck(
        check=check_site,
        description=(
            "The sitemaps list {pages:# URL that redirects or names|# URLs that redirect or name} another URL as "
            "canonical, beginning with {first}. Search engines get conflicting signals, and fetch pages that they "
            "won't show."
        ),
        how_to_fix=(
            "In the program that writes the sitemap, use the URLs to which the pages redirect or that they name as "
            "canonical. If a canonical link is wrong, correct it."
        ),
        examples=(
            Bad(evidence=site_of(page_at("/a"), page_at("/b", canonical=url("/a")), listed=urls("/a", "/b"))),
            Bad(evidence=site_of(page_at("/a"), answers=(moved("/b", "/a"),), listed=urls("/a", "/b"))),
            Bad(evidence=site_of(page_at("/a"), listed=urls("/b"), redirected=urls("/b"))),
            Good(evidence=site_of(page_at("/a"), page_at("/b", canonical=url("/b")), listed=urls("/a", "/b"))),
            Good(
                evidence=site_of(
                    page_at("/a"), page_at("/b"), page_at("/c", canonical=url("/a")), listed=urls("/a", "/b")
                )
            ),
            Good(evidence=site_of(page_at("/a"), answers=(missing("/b"),), listed=urls("/a", "/b"))),
        ),
    ),
)
