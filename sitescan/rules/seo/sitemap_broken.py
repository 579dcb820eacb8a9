"""Sitemap can't be loaded."""

from collections.abc import Iterator

from sitescan.model.answers import Answer, Problem, Verdict
from sitescan.model.exchange import Exchange
from sitescan.model.report import Severity
from sitescan.model.site_answers import SiteAnswers
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(site: SiteAnswers) -> Iterator[Finding]:
    """Report each declared sitemap that cannot be had."""
    for answer in site.sitemaps if site.sitemaps_declared else ():
        if answer.verdict is Verdict.BROKEN:
            yield Finding(detail=f"{answer.url}: {answer.reason}")


def _site(*answers: Answer, declared: bool = True) -> SiteAnswers:
    exchange = Exchange(requested="https://example.com/pears", url="https://example.com/pears", status=200)
    return SiteAnswers(exchange=exchange, sitemaps=answers, sitemaps_declared=declared)


_URL = "https://example.com/sitemap.xml"

RULE = Rule(
    id="seo/sitemap-broken",
    reads=SiteAnswers,
    check=check,
    severity=Severity.WARNING,
    title="Sitemap can't be loaded",
    description=(
        "The site's robots.txt declares {count:# sitemap|# sitemaps} that search engines can't load, so they don't "
        "learn about the pages in {count:it|them}."
    ),
    recommendation="Correct the URL in robots.txt, or put the sitemap there.",
    how_to_fix=(
        "Open the URL in a browser, then correct the line in robots.txt:\nSitemap: https://example.com/sitemap.xml"
    ),
    sources=("https://www.sitemaps.org/protocol.html#submit_robots",),
    examples=(
        Bad(evidence=_site(Answer(url=_URL, status=404))),
        Bad(evidence=_site(Answer(url=_URL, status=200), Answer(url=_URL + ".gz", problem=Problem.NAME))),
        Good(evidence=_site(Answer(url=_URL, status=200))),
        Good(evidence=_site(Answer(url=_URL, status=404), declared=False)),
        Good(evidence=_site(Answer(url=_URL, problem=Problem.TIMEOUT))),
    ),
)
