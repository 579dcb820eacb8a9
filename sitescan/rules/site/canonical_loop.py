"""Pages name each other as canonical."""

from collections.abc import Iterator

from sitescan.rules.authoring import (
    Bad,
    Category,
    Finding,
    Good,
    Rule,
    Severity,
    Site,
    of_pages,
    page_at,
    shorten,
    site_of,
    url,
)


def check(site: Site) -> Iterator[Finding]:
    """Report pages that name each other as canonical, once each pair."""
    for target, pages in site.by_canonical.items():
        page = site.page(target)
        back = site.page(page.facts.canonical) if page is not None else None
        if page is None or back is None or back is page or back not in pages or target > back.url:
            continue
        yield of_pages([back, page], target, other=shorten(back.url))


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.WARNING,
    title="Canonical URLs form a loop",
    description=(
        "{target} and {other} name each other as canonical. Search engines get conflicting signals, and choose one of "
        "the addresses themselves."
    ),
    recommendation="Name the same canonical URL on both pages.",
    how_to_fix=(
        "Choose the address that should appear in results. Let the page there name its own address, and the other one "
        "the same."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(evidence=site_of(page_at("/a", canonical=url("/b")), page_at("/b", canonical=url("/a")))),
        Good(evidence=site_of(page_at("/a", canonical=url("/a")), page_at("/b", canonical=url("/a")))),
        Good(
            evidence=site_of(
                page_at("/a", canonical=url("/b")),
                page_at("/b", canonical=url("/c")),
                page_at("/c", canonical=url("/c")),
            )
        ),
    ),
)
