"""Pages of a secure site link to it by http."""

from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import Site, of_target, page_at, site_of
from sitescan.standards.urls import same_host


def check(site: Site) -> Findings:
    """Report each linked URL of a secure site that begins with ``http:``."""
    if site.start.startswith("https:"):
        for target, sources in site.linked.items():
            if target.startswith("http:") and same_host(target, site.start):
                yield of_target(target, sources)


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.LINKS,),
    severity=Severity.INFO,
    title="Site links to itself by http://",
    description=(
        "{pages:# page links|# pages link} to {target}, although the site is served over HTTPS. The request can be "
        "read and changed on its way, and takes one more redirect."
    ),
    recommendation="Link to https://, or without scheme and host.",
    how_to_fix=(
        "Change the link to a path, such as /pears. In many systems, the address of the site is a setting: change it "
        "to https:// there, and all generated links change with it."
    ),
    sources=("https://developer.mozilla.org/en-US/docs/Web/Security/Transport_Layer_Security",),
    examples=(
        Bad(evidence=site_of(page_at("/", "http://pears.example/a"))),
        Good(evidence=site_of(page_at("/", "/a", "http://apples.example/"), page_at("/a"))),
        Good(evidence=site_of(page_at("/", "http://pears.example/a"), start="http://pears.example/")),
    ),
)
