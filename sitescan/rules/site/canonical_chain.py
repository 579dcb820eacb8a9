"""Pages name a canonical URL whose page names another one."""

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
    """Report each canonical URL whose page names a third page as canonical."""
    for target, pages in site.by_canonical.items():
        page = site.page(target)
        other = page.facts.canonical if page is not None else ""
        if page is None or not other or other == target or site.page(other) is page:
            continue
        last = site.page(other)
        # Two pages that name each other are a loop.
        if last is None or not any(site.page(last.facts.canonical) is named for named in (*pages, page)):
            yield of_pages(pages, target, other=shorten(other))


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.WARNING,
    title="Canonical URLs form a chain",
    description=(
        "{pages:# page names|# pages name} the canonical URL {target}, but the page there names {other}. Search "
        "engines get conflicting signals, and choose an address themselves."
    ),
    recommendation="Name the same canonical URL on all of the pages.",
    how_to_fix=(
        "Choose the address that should appear in results, and name it on each copy of the page, including the one at "
        "that address."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(
            evidence=site_of(
                page_at("/a", canonical=url("/b")),
                page_at("/b", canonical=url("/c")),
                page_at("/c", canonical=url("/c")),
            )
        ),
        Good(evidence=site_of(page_at("/a", canonical=url("/b")), page_at("/b", canonical=url("/b")))),
        Good(evidence=site_of(page_at("/a", canonical=url("/b")), page_at("/b"))),
        Good(evidence=site_of(page_at("/a", canonical=url("/b")), page_at("/b", canonical=url("/a")))),
    ),
)
