"""A canonical link to an address that leads elsewhere."""

from collections.abc import Iterator

from sitescan.model.answers import Answer, SiteAnswers, Verdict
from sitescan.model.exchange import Exchange
from sitescan.model.redirects import Step
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(site: SiteAnswers) -> Iterator[Finding]:
    """Report a canonical address that redirects to another one."""
    canonical = site.canonical
    if canonical is not None and canonical.redirect is not None and canonical.verdict is Verdict.OK:
        own = canonical.final_url.partition("#")[0] == site.exchange.url
        where = f"{canonical.final_url}, this page itself" if own else canonical.final_url
        yield Finding(url=canonical.url, where=where)


def _site(canonical: Answer | None = None) -> SiteAnswers:
    exchange = Exchange(requested="https://example.com/pears", url="https://example.com/pears", status=200)
    return SiteAnswers(exchange=exchange, canonical=canonical)


_URL = "http://example.com/pears"
_HOME = "https://example.com/"

RULE = Rule(
    id="seo/canonical-redirect",
    reads=SiteAnswers,
    check=check,
    severity=Severity.WARNING,
    title="Canonical link to a redirect",
    description=(
        "The page names {url} as its preferred address, but that leads to {where}. The two signals contradict each "
        "other, so search engines choose by themselves which address they show."
    ),
    recommendation="Name the address at which the redirect ends.",
    how_to_fix=(
        "Write the final address, with the right scheme, host and slash at its end: "
        '<link rel="canonical" href="https://example.com/pears">'
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls",),
    examples=(
        Bad(evidence=_site(Answer(url=_URL, status=200, steps=(Step(url=_URL, status=301, location=_HOME),)))),
        Bad(
            evidence=_site(
                Answer(url=_URL, status=200, steps=(Step(url=_URL, status=302, location="https://example.com/pears"),))
            )
        ),
        Good(evidence=_site(Answer(url=_URL, status=404, steps=(Step(url=_URL, status=301, location=_HOME),)))),
        Good(evidence=_site(Answer(url=_URL, status=200))),
        Good(evidence=_site()),
    ),
)
