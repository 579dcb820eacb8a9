from attrs import evolve

from sitescan.document.indexing.canonical import canonical_link
from sitescan.rules.authoring import (
    SITE,
    Answer,
    Bad,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    SiteAnswers,
    Verdict,
    shorten,
)
from sitescan.rules.example_pages import redirecting
from sitescan.rules.site_authoring import Site, SiteWideCheck, missing, moved, of_pages, page_at, site_of, url


def check(site: SiteAnswers) -> Findings:
    """Report a canonical URL that redirects."""
    canonical = site.canonical
    if canonical is not None and canonical.redirect is not None and canonical.verdict is Verdict.OK:
        own = canonical.final_url.partition("#")[0] == site.exchange.url
        where = f"{canonical.final_url} (this page)" if own else canonical.final_url
        yield Finding(
            url=canonical.url, where=where, link=canonical_link(canonical.final_url), change=canonical.moved("link")
        )


def check_site(site: Site) -> Findings:
    """Report each canonical URL that is redirected to another page, with the pages that name it."""
    for target, pages in site.by_canonical.items():
        answer = site.answers.get(target)
        if answer is not None and answer.redirect is not None and answer.verdict is Verdict.OK:
            yield of_pages(pages, target, to=shorten(answer.final_url))


_URL = "http://example.com/pears"
_HOME = "https://example.com/"

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Canonical URL redirects",
    passed="Canonical URL answers without a redirect",
    applies=lambda site: site.canonical is not None,
    needs=lambda site: site.canonical is not None and site.canonical.verdict is Verdict.OK,
    description=(
        "The canonical URL of this page is {url}, but it redirects to {where}. Search engines get conflicting signals "
        "and choose a URL themselves."
    ),
    recommendation="Set the canonical URL to the final URL of the redirect.",
    how_to_fix="Name the final URL, with the right scheme, host and trailing slash: {link}",
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(evidence=evolve(SITE, canonical=redirecting(_URL, _HOME))),
        Bad(
            evidence=evolve(
                SITE,
                canonical=redirecting(_URL, "https://example.com/pears", by=302),
            )
        ),
        Good(evidence=evolve(SITE, canonical=redirecting(_URL, _HOME, status=404))),
        Good(evidence=evolve(SITE, canonical=Answer(url=_URL, status=200))),
        Good(evidence=SITE),
    ),
    site_wide=SiteWideCheck(
        check=check_site,
        description=(
            "{pages:# page names|# pages name} the canonical URL {target}, which redirects to {to}. Search engines get "
            "conflicting signals and choose a URL themselves."
        ),
        how_to_fix=(
            "Replace {target} by {to} in the canonical link, if that is the same page; otherwise let each page name "
            "its own URL."
        ),
        examples=(
            Bad(
                evidence=site_of(
                    page_at("/a", canonical=url("/old")), page_at("/new"), answers=(moved("/old", "/new"),)
                )
            ),
            Good(evidence=site_of(page_at("/a", canonical=url("/b")), page_at("/b", canonical=url("/b")))),
            Good(evidence=site_of(page_at("/a", canonical=url("/gone")), answers=(missing("/gone"),))),
        ),
    ),
)
