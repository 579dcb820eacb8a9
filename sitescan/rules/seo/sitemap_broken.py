from sitescan.rules.authoring import Answer, Bad, Finding, Findings, Good, Problem, Rule, Severity, SiteAnswers, Verdict
from sitescan.rules.example_pages import sitemap_answers


def check(site: SiteAnswers) -> Findings:
    """Report each declared sitemap that can't be loaded."""
    for answer in site.sitemaps if site.sitemaps_declared else ():
        if answer.verdict is Verdict.BROKEN:
            yield Finding(detail=f"{answer.url}: {answer.reason}")


_URL = "https://example.com/sitemap.xml"

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Sitemap can't be loaded",
    passed="Sitemaps can be loaded",
    applies=lambda site: site.sitemaps_declared,
    needs=lambda site: all(answer.verdict is Verdict.OK for answer in site.sitemaps),
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
        Bad(evidence=sitemap_answers(Answer(url=_URL, status=404), declared=True)),
        Bad(
            evidence=sitemap_answers(
                Answer(url=_URL, status=200), Answer(url=_URL + ".gz", problem=Problem.NAME), declared=True
            )
        ),
        Good(evidence=sitemap_answers(Answer(url=_URL, status=200), declared=True)),
        Good(evidence=sitemap_answers(Answer(url=_URL, status=404), declared=False)),
        Good(evidence=sitemap_answers(Answer(url=_URL, problem=Problem.TIMEOUT), declared=True)),
    ),
)
