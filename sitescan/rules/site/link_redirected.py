"""Pages link to an address that has moved permanently."""

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
    of_target,
    page_at,
    shorten,
    site_of,
)
from sitescan.rules.example_sites import missing, moved

_KINDS = frozenset({Redirect.PERMANENT, Redirect.SECURE, Redirect.SLASH})


def check(site: Site) -> Iterator[Finding]:
    """Report each linked URL that is redirected once, and permanently, to a page that answers."""
    for target, sources in site.linked.items():
        answer = site.answers.get(target)
        if answer is not None and answer.redirect in _KINDS and answer.moved():
            yield of_target(target, sources, to=shorten(answer.final_url))


RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.LINKS,),
    severity=Severity.INFO,
    title="Address that has moved is linked",
    description=(
        "{pages:# page links|# pages link} to {target}, which redirects to {to} permanently. Each click takes one more "
        "round trip, and search engines have to follow the redirect."
    ),
    recommendation="Link to the new address.",
    how_to_fix="Replace {target} by {to} in the links, or in the template that writes them. Keep the redirect.",
    sources=(
        "https://www.rfc-editor.org/rfc/rfc9110#section-15.4.2",
        "https://developers.google.com/search/docs/crawling-indexing/301-redirects",
    ),
    examples=(
        Bad(evidence=site_of(page_at("/", "/old"), page_at("/new"), answers=(moved("/old", "/new"),))),
        Bad(evidence=site_of(page_at("/", "/docs"), page_at("/docs/"), answers=(moved("/docs", "/docs/"),))),
        Good(evidence=site_of(page_at("/", "/today"), page_at("/28"), answers=(moved("/today", "/28", status=302),))),
        Bad(evidence=site_of(page_at("/", "/a"), answers=(moved("/a", "https://apples.example/"),))),
        Good(evidence=site_of(page_at("/", "/cart"), page_at("/login"), answers=(moved("/cart", "/login"),))),
        Good(evidence=site_of(page_at("/", "/a"), answers=(missing("/a"),))),
        Good(evidence=site_of(page_at("/", "/a"), page_at("/c"), answers=(moved("/a", "/b", "/c"),))),
    ),
)
