"""Pages link to another address of a page than its canonical one."""

from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity, shorten
from sitescan.rules.site_authoring import Site, of_target, page_at, site_of, url


def check(site: Site) -> Findings:
    """Report each linked page that has the text of another page, which it names as canonical."""
    for target, sources in site.linked.items():
        page = site.pages.get(target)
        original = site.pages.get(page.facts.canonical) if page is not None else None
        if page is None or original is None or original is page or page.url in site.endless:
            continue
        if page.facts.words and page.facts.text_digest == original.facts.text_digest:
            yield of_target(target, sources, canonical=shorten(original.url))


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.INFO,
    title="Copy of a page is linked instead of the page",
    description=(
        "{pages:# page links|# pages link} to {target}, which has the same text as its canonical URL {canonical}. "
        "Search engines fetch both, and get conflicting signals about which one matters."
    ),
    recommendation="Link to the canonical URL.",
    how_to_fix="Replace {target} by {canonical} in the links, or in the template that writes them.",
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(
            evidence=site_of(
                page_at("/", "/a?from=home", "/a"),
                page_at("/a", text="red pears", canonical=url("/a")),
                page_at("/a?from=home", text="red pears", canonical=url("/a")),
            )
        ),
        Good(
            evidence=site_of(
                page_at("/", "/list?page=2"),
                page_at("/list", text="red pears", canonical=url("/list")),
                page_at("/list?page=2", text="green pears", canonical=url("/list")),
            )
        ),
        Good(evidence=site_of(page_at("/", "/a"), page_at("/a", canonical=url("/a")))),
    ),
)
