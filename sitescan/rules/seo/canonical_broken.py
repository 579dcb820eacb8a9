"""A canonical link to a page that is not there."""

from collections.abc import Iterator

from sitescan.model.answers import Answer, Problem, SiteAnswers, Verdict
from sitescan.model.exchange import Exchange
from sitescan.model.redirects import Step
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(site: SiteAnswers) -> Iterator[Finding]:
    """Report a canonical address that visitors would see broken."""
    canonical = site.canonical
    if canonical is not None and canonical.verdict is Verdict.BROKEN:
        yield Finding(url=canonical.url, reason=canonical.reason)


def _site(canonical: Answer | None = None) -> SiteAnswers:
    exchange = Exchange(requested="https://example.com/pears", url="https://example.com/pears", status=200)
    return SiteAnswers(exchange=exchange, canonical=canonical)


_URL = "https://example.com/nashi"

RULE = Rule(
    id="seo/canonical-broken",
    reads=SiteAnswers,
    check=check,
    severity=Severity.WARNING,
    title="Canonical link to a broken address",
    description=(
        "The page names {url} as its preferred address, but that does not answer as it should: {reason}. Search "
        "engines then choose an address themselves, or drop the page."
    ),
    recommendation="Name an address that answers with the page itself.",
    how_to_fix=(
        'Correct the address in <link rel="canonical" href="...">, or in the Link header, so that it is the one that '
        "visitors see in the address bar; or remove the link."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(evidence=_site(Answer(url=_URL, status=404))),
        Bad(evidence=_site(Answer(url=_URL, problem=Problem.NAME))),
        Good(evidence=_site(Answer(url=_URL, status=200))),
        Good(evidence=_site(Answer(url=_URL, status=403))),
        Good(evidence=_site(Answer(url=_URL, problem=Problem.TIMEOUT))),
        Good(evidence=_site(Answer(url=_URL, status=200, steps=(Step(url=_URL, status=301, location=_URL + "/"),)))),
        Good(evidence=_site()),
    ),
)
