from sitescan.rules.authoring import Answer, Bad, Finding, Findings, Good, Headers, Rule, Severity, SiteAnswers, Verdict
from sitescan.rules.example_pages import sitemap_answers
from sitescan.standards.file_types import essence
from sitescan.standards.urls import resolve

_GONE = (404, 410)


def check(site: SiteAnswers) -> Findings:
    """Report a site that declares no sitemap in robots.txt and has none at ``/sitemap.xml``."""
    if not site.sitemaps_declared and any(_is_missing(answer) for answer in site.sitemaps):
        yield Finding(sitemap=resolve(site.exchange.url, "/sitemap.xml") or "https://example.com/sitemap.xml")


def _is_missing(answer: Answer) -> bool:
    """Return whether there is no sitemap at a URL; some servers send an HTML page instead."""
    html = essence(answer.headers.content_type) == "text/html"
    return answer.status in _GONE or (answer.verdict is Verdict.OK and html)


_URL = "https://example.com/sitemap.xml"

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="No sitemap is declared",
    passed="Sitemap is declared or in the usual place",
    needs=lambda site: site.sitemaps_declared or any(answer.verdict is Verdict.OK for answer in site.sitemaps),
    description=(
        "The site's robots.txt names no sitemap, and there is none at /sitemap.xml. Search engines find the pages of a "
        "small, well-linked site without one, but it helps with many or new pages. If you submitted a sitemap directly "
        "to a search engine, this scan can't see it."
    ),
    recommendation="Declare a sitemap in robots.txt if the site has many pages.",
    how_to_fix=("Add its full URL to robots.txt:\nSitemap: {sitemap}"),
    sources=(
        "https://www.sitemaps.org/protocol.html#submit_robots",
        "https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap",
    ),
    examples=(
        Bad(evidence=sitemap_answers(Answer(url=_URL, status=404), declared=False)),
        Bad(
            evidence=sitemap_answers(
                Answer(url=_URL, status=200, headers=Headers((("Content-Type", "text/html"),))), declared=False
            )
        ),
        Good(evidence=sitemap_answers(Answer(url=_URL, status=200), declared=False)),
        Good(evidence=sitemap_answers(Answer(url=_URL, status=403), declared=False)),
        Good(evidence=sitemap_answers(Answer(url=_URL, status=404), declared=True)),
        Good(evidence=sitemap_answers(declared=False)),
    ),
)
