"""Pages name a canonical URL that is redirected."""

from collections.abc import Iterator

from sitescan.rules.authoring import (
    Bad,
    Category,
    Finding,
    Good,
    Rule,
    Severity,
    Site,
    Verdict,
    of_pages,
    page_at,
    shorten,
    site_of,
    url,
)
from sitescan.rules.example_sites import missing, moved


def check(site: Site) -> Iterator[Finding]:
    """Report each canonical URL that is redirected to another page."""
    for target, pages in site.by_canonical.items():
        answer = site.answers.get(target)
        if answer is not None and answer.redirect is not None and answer.verdict is Verdict.OK:
            yield of_pages(pages, target, to=shorten(answer.final_url))


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.WARNING,
    title="Canonical URL of pages is redirected",
    description=(
        "{pages:# page names|# pages name} the canonical URL {target}, which redirects to {to}. Search engines get "
        "conflicting signals, and choose an address themselves."
    ),
    recommendation="Name the address at the end of the redirect.",
    how_to_fix=(
        "Replace {target} by {to} in the canonical link, if that is the same page; otherwise let each page name its "
        "own address."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(evidence=site_of(page_at("/a", canonical=url("/old")), page_at("/new"), answers=(moved("/old", "/new"),))),
        Good(evidence=site_of(page_at("/a", canonical=url("/b")), page_at("/b", canonical=url("/b")))),
        Good(evidence=site_of(page_at("/a", canonical=url("/gone")), answers=(missing("/gone"),))),
    ),
)
