from attrs import evolve

from sitescan.rules.authoring import SITE, Answer, Bad, Finding, Findings, Good, Problem, Rule, Severity, SiteAnswers

_GONE = (404, 410)


def check(site: SiteAnswers) -> Findings:
    """Report a page that declares no icon on a site without ``/favicon.ico``."""
    icon = site.favicon
    if icon is not None and (icon.status in _GONE or icon.problem is Problem.TYPE) and not site.favicon_named:
        yield Finding()


_URL = "https://example.com/favicon.ico"

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Site has no favicon",
    passed="Site has a favicon",
    applies=lambda site: site.favicon is not None and site.favicon.status == 200,
    description=(
        "The page names no icon, and there is none at /favicon.ico. Browser tabs, bookmarks and mobile search results "
        "show a generic icon instead."
    ),
    recommendation="Add a favicon to the site.",
    how_to_fix=(
        'Add this to the head of each page: <link rel="icon" href="/favicon.svg">. The icon must be square, and a '
        "bitmap at least 48 by 48 pixels. Or put a favicon.ico in the root of the site."
    ),
    sources=("https://developers.google.com/search/docs/appearance/favicon-in-search",),
    examples=(
        Bad(evidence=evolve(SITE, favicon=Answer(url=_URL, status=404))),
        Bad(evidence=evolve(SITE, favicon=Answer(url=_URL, problem=Problem.TYPE))),
        Good(evidence=evolve(SITE, favicon=Answer(url=_URL, status=200))),
        Good(evidence=evolve(SITE, favicon=Answer(url=_URL, status=403))),
        Good(evidence=evolve(SITE, favicon=Answer(url=_URL, status=404), favicon_named=True)),
        Good(evidence=SITE),
    ),
)
