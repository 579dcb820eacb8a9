"""Most pages have a security policy that some pages lack."""

from collections import Counter

from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import Site, of_pages, page_at, site_of

#: The least number of pages, and the percentage of them that must have a policy.
_LEAST, _MOST_HAVE = 5, 80


def check(site: Site) -> Findings:
    """Report each policy in the header of most pages, with the pages that lack it."""
    pages = list(site.pages.values())
    counts = Counter(policy for page in pages for policy in page.facts.policies)
    for policy, count in sorted(counts.items()):
        if len(pages) >= _LEAST and count < len(pages) and count * 100 >= len(pages) * _MOST_HAVE:
            yield of_pages([page for page in pages if policy not in page.facts.policies], policy=policy, having=count)


_WITH = [page_at(f"/{number}", policies=("referrer-policy",)) for number in range(9)]

RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SECURITY,),
    severity=Severity.WARNING,
    title="Pages lack a policy that the other pages have",
    description=(
        "{pages:# page lacks|# pages lack} the header {policy}, beginning with {first}; {having:# page has|# pages "
        "have} it. Attackers use the pages that were forgotten."
    ),
    recommendation="Set the header in one place for the whole site.",
    how_to_fix=(
        "In nginx, a location block with an add_header of its own inherits none: repeat all of them, or move them to "
        "an included file. Check error pages, static files and pages of other programs, too."
    ),
    sources=("https://nginx.org/en/docs/http/ngx_http_headers_module.html#add_header",),
    examples=(
        Bad(evidence=site_of(*_WITH, page_at("/forgotten"))),
        Good(evidence=site_of(*_WITH)),
        Good(evidence=site_of(*_WITH[:4], *(page_at(f"/other-{number}") for number in range(4)))),
        Good(evidence=site_of(page_at("/a"), page_at("/b"))),
    ),
)
