"""Pages run different versions of a JavaScript library."""

from collections import defaultdict

from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import Site, SitePage, of_pages, page_at, site_of


def check(site: Site) -> Findings:
    """Report each library of which pages run different versions, with the pages of the rarest one."""
    versions: dict[str, dict[str, list[SitePage]]] = defaultdict(lambda: defaultdict(list))
    for page in site.pages.values():
        for library in page.facts.libraries:
            name, _, version = library.rpartition(" ")
            versions[name][version].append(page)
    for name, pages_of in sorted(versions.items()):
        # A page that runs several versions needs them, or says so in its own report.
        if len(pages_of) > 1 and not any(_several(page, name) for pages in pages_of.values() for page in pages):
            counts = sorted((len(pages), version) for version, pages in pages_of.items())
            listed = ", ".join(f"{version} on {count}" for count, version in reversed(counts))
            yield of_pages(pages_of[counts[0][1]], name=name, versions=listed)


def _several(page: SitePage, name: str) -> bool:
    return sum(library.rpartition(" ")[0] == name for library in page.facts.libraries) > 1


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.PERFORMANCE,),
    severity=Severity.INFO,
    title="Pages run different versions of a library",
    description=(
        "The pages run several versions of {name}: {versions}. Visitors who go from one page to another load the "
        "library again, and old versions stay in use unnoticed. {first} has the rarest one."
    ),
    recommendation="Load the same version on all pages.",
    how_to_fix="Move the script element into the template that all pages share, with the newest of the versions.",
    sources=("https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Caching",),
    examples=(
        Bad(evidence=site_of(page_at("/a", libraries=("jQuery 3.7.1",)), page_at("/b", libraries=("jQuery 1.12.4",)))),
        Good(evidence=site_of(page_at("/a", libraries=("jQuery 3.7.1",)), page_at("/b", libraries=("jQuery 3.7.1",)))),
        Good(evidence=site_of(page_at("/a", libraries=("jQuery 3.7.1",)), page_at("/b", libraries=("Vue 3.4.0",)))),
        Good(
            evidence=site_of(
                page_at("/a", libraries=("jQuery 1.12.4", "jQuery 3.7.1")), page_at("/b", libraries=("jQuery 3.7.1",))
            )
        ),
    ),
)
