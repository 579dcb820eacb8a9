from sitescan.rules.authoring import (
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
    shorten,
)
from sitescan.rules.example_pages import listing, redirecting
from sitescan.rules.site_authoring import Site, SiteWideCheck, missing, of_urls, page_at, site_of, urls


def check(site: SiteAnswers) -> Findings:
    """Report the URLs of the sample that don't exist."""
    for answer in site.listed:
        if answer.verdict is Verdict.BROKEN:
            yield Finding(detail=f"{shorten(answer.url)}: {answer.reason}", checked=len(site.listed))


def check_site(site: Site) -> Findings:
    """Report the listed URLs that can't be loaded."""
    yield from of_urls([listed for listed in sorted(site.listed) if site.is_broken(listed)])


_URL = "https://example.com/pears"

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Sitemap lists pages that can't be loaded",
    passed="Sampled pages in the sitemap can be loaded",
    applies=lambda site: site.listed,
    needs=lambda site: all(answer.verdict is Verdict.OK for answer in site.listed),
    description=(
        "Of {checked:# URL|# URLs} checked in the site's sitemaps, {count:# doesn't load|# don't load}. Search engines "
        "report this as an error and trust the sitemap less."
    ),
    recommendation="List only pages that exist.",
    how_to_fix=(
        "Remove the URLs from the sitemap, or generate it again. Most content management systems and sitemap plugins "
        "update it whenever a page is deleted or moved."
    ),
    sources=(
        "https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",
        "https://support.google.com/webmasters/answer/7451001",
    ),
    examples=(
        Bad(evidence=listing(Answer(url=_URL, status=404))),
        Bad(evidence=listing(Answer(url=_URL, status=500), Answer(url=_URL + "/2", problem=Problem.REFUSED))),
        Good(evidence=listing(Answer(url=_URL, status=200))),
        Good(evidence=listing(Answer(url=_URL, status=403))),
        Good(evidence=listing(Answer(url=_URL, problem=Problem.TIMEOUT))),
        Good(evidence=listing(redirecting("pears", "https://example.com/nashi"))),
    ),
    site_wide=SiteWideCheck(
        check=check_site,
        description=(
            "The sitemaps list {pages:# address that doesn't|# addresses that don't} load, beginning with {first}. "
            "Search engines report this as an error and trust the sitemap less."
        ),
        how_to_fix=(
            "Generate the sitemap again. Most systems and plugins update it when a page is deleted or moved; check "
            "that nothing keeps an old copy."
        ),
        examples=(
            Bad(evidence=site_of(page_at("/a"), answers=(missing("/b"),), listed=urls("/a", "/b"))),
            Good(evidence=site_of(page_at("/a"), page_at("/b"), listed=urls("/a", "/b"))),
            Good(evidence=site_of(page_at("/a"), listed=urls("/a", "/b"))),
            Good(evidence=site_of(page_at("/a"), answers=(missing("/c"),), listed=urls("/a", "/b"))),
        ),
    ),
)
