"""Pages link to an address that is redirected several times."""

from collections.abc import Iterator

from sitescan.model.redirects import Redirect
from sitescan.rules.authoring import (
    Bad,
    Category,
    Finding,
    Good,
    Rule,
    Severity,
    Site,
    Verdict,
    of_target,
    page_at,
    shorten,
    site_of,
)
from sitescan.rules.example_sites import moved

_SHOWN = 4


def check(site: Site) -> Iterator[Finding]:
    """Report each linked URL that leads to a page by more than one redirect."""
    for target, sources in site.linked.items():
        answer = site.answers.get(target)
        if answer is None or answer.redirect is not Redirect.CHAIN or answer.verdict is not Verdict.OK:
            continue
        ways = [step.location for step in answer.steps]
        shown = ways if len(ways) <= _SHOWN else [*ways[: _SHOWN - 1], "…", ways[-1]]
        yield of_target(target, sources, hops=len(ways), way=" → ".join(map(shorten, shown)))


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.LINKS,),
    severity=Severity.INFO,
    share=2,
    title="Linked address is redirected several times",
    description=(
        "{pages:# page links|# pages link} to {target}, which takes {hops} redirects: {way}. Each one delays visitors, "
        "and search engines give up after some."
    ),
    recommendation="Redirect the address in one step, and link to its end.",
    how_to_fix=(
        "Look for rules that follow each other, such as http to https, then a slash, then a new name. Let the first "
        "rule lead to the final address. With links to that address, no redirect is needed."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/http-network-errors",),
    examples=(
        Bad(evidence=site_of(page_at("/", "/a"), page_at("/c"), answers=(moved("/a", "/b", "/c"),))),
        Good(evidence=site_of(page_at("/", "/a"), page_at("/b"), answers=(moved("/a", "/b"),))),
    ),
)
