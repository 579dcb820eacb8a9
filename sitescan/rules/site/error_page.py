"""The server answers addresses that don't exist as if they did."""

from attrs import evolve

from sitescan.rules.authoring import Bad, Category, Finding, Findings, Good, Rule, Severity
from sitescan.rules.site_authoring import FaultLocation, Site, missing, moved, page_at, site_of


def check(site: Site) -> Findings:
    """
    Report a success or an error of the server for an address that doesn't exist.

    Not if the answer is not to be indexed, or if scripts write the pages: they can say so after it has arrived.
    """
    answer, start = site.missing, site.pages.get(site.start)
    if answer is None or answer.status is None or start is None or not start.facts.written:
        return
    is_success = 200 <= answer.status < 300 and "noindex" not in answer.headers.get("x-robots-tag").lower()
    if is_success or answer.status in {500, 501, 502, 504}:
        at = FaultLocation(target=answer.url)
        yield Finding.lazy(at, lambda: {"target": answer.url, "status": answer.status or 0})


_START = page_at("/", depth=0)
_FOUND = evolve(missing("/no-such-page"), status=200)

RULE = Rule(
    check=check,
    since="1.1.0",
    categories=(Category.SEO,),
    severity=Severity.WARNING,
    title="Addresses that don't exist return no 404 error",
    description=(
        "The server answered {target}, an address that doesn't exist, with status {status}. Search engines keep the "
        "addresses of deleted pages, and programs that check links can't find the broken ones."
    ),
    recommendation="Answer addresses that don't exist with status 404.",
    how_to_fix=(
        "Let the application send status 404 with its error page where it finds no page, without a redirect.\n"
        "nginx: error_page 404 /404.html;\nApache: ErrorDocument 404 /404.html\n"
        "Caddy:\n handle_errors {{\n rewrite * /404.html\n file_server\n }}"
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors",),
    examples=(
        Bad(evidence=site_of(_START, missing=_FOUND)),
        Bad(evidence=site_of(_START, missing=moved("/no-such-page", "/", status=302))),
        Bad(evidence=site_of(_START, missing=evolve(_FOUND, status=500))),
        Good(evidence=site_of(_START, missing=missing("/no-such-page"))),
        Good(evidence=site_of(_START, missing=evolve(_FOUND, status=403))),
        Good(evidence=site_of(_START, missing=evolve(_FOUND, status=503))),
        Good(evidence=site_of(page_at("/", written=False), missing=_FOUND)),
        Good(evidence=site_of(_START)),
    ),
)
