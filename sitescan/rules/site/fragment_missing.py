"""Pages link to a part that another page of the site lacks."""

from collections.abc import Iterator
from urllib.parse import unquote

from sitescan.model.site import LinkingPages
from sitescan.rules.authoring import (
    Bad,
    Category,
    Finding,
    Good,
    Rule,
    Severity,
    Site,
    of_target,
    page_at,
    shorten,
    site_of,
    url,
)


def check(site: Site) -> Iterator[Finding]:
    """Report each linked part that a page certainly lacks."""
    for (target, fragment), sources in site.missing_parts.items():
        yield of_target(f"{target}#{fragment}", sources, part=shorten(unquote(fragment)))


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.LINKS,),
    severity=Severity.INFO,
    share=2,
    title="Part that a page of the site lacks is linked",
    description=(
        '{pages:# page links|# pages link} to {target}, but no element of that page has the id "{part}". Visitors '
        "arrive "
        "at the top of the page and have to search for what the link promises."
    ),
    recommendation="Correct the part after #, or give the element its id back.",
    how_to_fix=(
        "Generated ids change with the heading that they are made from. Copy the current one from the page, or give "
        "the element a fixed id."
    ),
    sources=("https://html.spec.whatwg.org/multipage/browsing-the-web.html#scrolling-to-a-fragment",),
    examples=(
        Bad(
            evidence=site_of(
                page_at("/", "/about#team"),
                page_at("/about"),
                missing_parts={(url("/about"), "team"): LinkingPages(count=1, first=(url("/"),))},
            )
        ),
        Good(evidence=site_of(page_at("/", "/about#team"), page_at("/about"))),
    ),
)
