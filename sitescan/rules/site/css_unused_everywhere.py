"""Many rules of a stylesheet are used on no page of the site."""

from sitescan.model.site import UnusedRules
from sitescan.rules.authoring import Bad, Category, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import LinkingPages, Site, of_target, page_at, site_of, url

#: The least number of rules of a stylesheet that no page uses: so many take about 10 KB.
_LEAST = 100


def check(site: Site) -> Findings:
    """Report stylesheets with many rules that need a class or an id that no page and no script has."""
    for target, unused in site.unused_rules.items():
        if site.complete and unused.count >= _LEAST:
            yield of_target(target, unused.sources, unused=unused.count, rules=unused.rules)


def _unused(count: int) -> dict[str, UnusedRules]:
    return {url("/a.css"): UnusedRules(count=count, rules=240, sources=LinkingPages(count=1, first=(url("/"),)))}


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.PERFORMANCE,),
    severity=Severity.INFO,
    share=0,
    title="Stylesheet has rules that no page of the site uses",
    description=(
        "{unused} of the {rules} rules in {target} are for classes and IDs that the HTML of no page has, "
        "and that no script in the HTML names. Visitors download these rules without need, and they make it harder to "
        "change the design."
    ),
    recommendation="Remove the rules that no page uses.",
    how_to_fix=(
        "purgecss --css style.css --content '**/*.html' '**/*.js' --rejected lists the selectors. Only pages that were "
        "read are known: before you delete a rule, check pages behind a login, error messages of forms, and content "
        "that scripts load. Import only the components of a framework that you use."
    ),
    sources=("https://developer.chrome.com/docs/lighthouse/performance/unused-css-rules",),
    examples=(
        Bad(evidence=site_of(page_at("/"), unused_rules=_unused(120))),
        Good(evidence=site_of(page_at("/"), unused_rules=_unused(20))),
        Good(evidence=site_of(page_at("/"), unused_rules=_unused(120), complete=False)),
    ),
)
