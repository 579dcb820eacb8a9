from collections.abc import Iterator

from attrs import evolve

from sitescan.document.indexing.canonical import canonical_link
from sitescan.rules.authoring import SITE, Answer, Bad, Finding, Good, Rule, Severity, SiteAnswers, Verdict
from sitescan.rules.example_pages import redirecting


def check(site: SiteAnswers) -> Iterator[Finding]:
    """Report a canonical URL that redirects."""
    canonical = site.canonical
    if canonical is not None and canonical.redirect is not None and canonical.verdict is Verdict.OK:
        own = canonical.final_url.partition("#")[0] == site.exchange.url
        where = f"{canonical.final_url} (this page)" if own else canonical.final_url
        yield Finding(
            url=canonical.url, where=where, link=canonical_link(canonical.final_url), change=canonical.moved("link")
        )


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
)
