"""A language version does not name the pages that name it."""

from collections import defaultdict
from collections.abc import Iterator

from sitescan.model.site import SitePage
from sitescan.rules.authoring import Bad, Category, Finding, Good, Rule, Severity, Site, of_pages, page_at, site_of, url


def check(site: Site) -> Iterator[Finding]:
    """Report each page that is named as a language version, and does not name the page in return."""
    missing: dict[str, list[SitePage]] = defaultdict(list)
    for page in site.indexable.values():
        for code, target in page.facts.alternates or ():
            version = site.page(target)
            # Every page may name the same default.
            if version is None or version is page or code == "x-default" or version.facts.alternates is None:
                continue
            returned = {site.page(other) for _, other in version.facts.alternates}
            if page not in returned and page not in missing[version.url]:
                missing[version.url].append(page)
    for target, pages in missing.items():
        if pages:
            yield of_pages(pages, target)


def _version(path: str, *codes: str) -> SitePage:
    return page_at(path, alternates=tuple((code, url(f"/{code}")) for code in codes))


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.WARNING,
    title="Language version doesn't name the others in return",
    description=(
        "{pages:# page names|# pages name} {target} as a version in another language, but it doesn't name "
        "{pages:that page|these pages}. Search engines ignore language links that the other page doesn't confirm."
    ),
    recommendation="List all language versions on each of them, including itself.",
    how_to_fix=(
        "Put the same list of hreflang links into the head of every version. If {target} is no translation of the "
        "pages, remove the links to it."
    ),
    sources=("https://developers.google.com/search/docs/specialty/international/localized-versions",),
    examples=(
        Bad(evidence=site_of(_version("/en", "en", "de"), page_at("/de"))),
        Bad(evidence=site_of(_version("/en", "en", "de"), _version("/de", "de", "fr"))),
        Good(evidence=site_of(_version("/en", "en", "de"), _version("/de", "en", "de"))),
        Good(evidence=site_of(_version("/en", "en", "de"))),
        Good(evidence=site_of(_version("/en", "en", "x-default"), page_at("/x-default"))),
        Good(evidence=site_of(_version("/en", "en", "de"), page_at("/de", alternates=None))),
    ),
)
