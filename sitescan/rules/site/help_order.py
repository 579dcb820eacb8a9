from sitescan.model.site_facts import Help
from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import Site, SitePage, of_pages, page_at, site_of
from sitescan.rules.usual import disordered, usual


def check(site: Site) -> Findings:
    """Report pages on which a way to get help is on another side of the content, or in another order, than usual."""
    pages = [page for page in site.pages.values() if page.facts.helps]
    wrong = set(disordered({page.url: page.facts.helps for page in pages}))
    for target in {one.target for page in pages for one in page.facts.helps}:
        sides = {page.url: {one.after for one in page.facts.helps if one.target == target} for page in pages}
        sides = {url: found for url, found in sides.items() if found}
        normal = usual(sides.values())
        wrong.update(url for url, found in sides.items() if normal and found.isdisjoint(normal))
    if wrong:
        yield of_pages([site.pages[url] for url in sorted(wrong)])


def _helping(path: str, *helps: str, after: bool = True) -> SitePage:
    return page_at(path, helps=tuple(Help(target=target, after=after) for target in helps))


_TWO = (_helping("/a", "/contact", "tel:1"), _helping("/b", "/contact", "tel:1"))

RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.ACCESSIBILITY,),
    severity=Severity.WARNING,
    title="Help is in another place on some pages",
    description=(
        "On {pages:# page|# pages}, beginning with {first}, a link to help, a phone number or an email address is not "
        "where the other pages have it. People who need help look for it there (WCAG 2.2, 3.2.6 Consistent "
        "Help, level A)."
    ),
    recommendation="Put each way to get help in the same place and order on all pages that have it.",
    how_to_fix=(
        "Let all pages use the same template for what is around the content, and keep contact links either before or "
        "after the content, in the same order."
    ),
    sources=("https://www.w3.org/WAI/WCAG22/Understanding/consistent-help",),
    examples=(
        Bad(evidence=site_of(*_TWO, _helping("/c", "/contact", "tel:1", after=False))),
        Bad(evidence=site_of(*_TWO, _helping("/c", "tel:1", "/contact"))),
        Good(evidence=site_of(*_TWO, _helping("/c", "/contact", "tel:1"))),
        Good(evidence=site_of(*_TWO, _helping("/c", "tel:1"), page_at("/d"))),
        Good(evidence=site_of(*_TWO, _helping("/c", "tel:2", "/contact", "tel:1"))),
        Good(evidence=site_of(_helping("/a", "/contact"), _helping("/b", "/contact", after=False))),
    ),
)
