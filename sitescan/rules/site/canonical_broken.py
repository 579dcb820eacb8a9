"""Pages name a canonical URL that doesn't exist."""

from collections.abc import Iterator

from sitescan.rules.authoring import Bad, Category, Finding, Good, Rule, Severity, Site, of_pages, page_at, site_of, url
from sitescan.rules.example_sites import missing


def check(site: Site) -> Iterator[Finding]:
    """Report each canonical URL that can't be loaded, with the pages that name it."""
    for target, pages in site.by_canonical.items():
        if site.is_broken(target):
            yield of_pages(pages, target, reason=site.answers[target].reason)


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.WARNING,
    title="Canonical URL of pages doesn't exist",
    description=(
        "{pages:# page names|# pages name} the canonical URL {target}, which can't be loaded ({reason}). Search "
        "engines choose an address themselves, or drop such pages."
    ),
    recommendation="Name a canonical URL that shows the page.",
    how_to_fix=(
        "If the pages should appear in results, let each name its own address. If a template writes the link, correct "
        "it there."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(evidence=site_of(page_at("/a", canonical=url("/gone")), answers=(missing("/gone"),))),
        Good(evidence=site_of(page_at("/a", canonical=url("/b")), page_at("/b", canonical=url("/b")))),
        Good(evidence=site_of(page_at("/a", canonical=url("/unknown")))),
        Good(evidence=site_of(page_at("/404.html", canonical=url("/404/")), answers=(missing("/404/"),))),
    ),
)
