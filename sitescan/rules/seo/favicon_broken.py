from attrs import evolve

from sitescan.rules.authoring import SITE, Answer, Bad, Finding, Findings, Good, Rule, Severity, SiteAnswers, Verdict


def check(site: SiteAnswers) -> Findings:
    """Report a declared icon that can't be loaded."""
    icon = site.favicon
    if icon is not None and site.favicon_named and icon.verdict is Verdict.BROKEN:
        yield Finding(url=icon.url, reason=icon.reason)


def _site(status: int, *, named: bool = True) -> SiteAnswers:
    icon = Answer(url="https://example.com/icon.png", status=status)
    return evolve(SITE, favicon=icon, favicon_named=named)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Favicon can't be loaded",
    passed="Favicon can be loaded",
    applies=lambda site: site.favicon is not None and site.favicon_named,
    needs=lambda site: site.favicon is not None and site.favicon.verdict is Verdict.OK,
    description=(
        "The page names {url} as its icon, but the icon can't be loaded ({reason}). Browser tabs, bookmarks and mobile "
        "search results show a generic icon instead."
    ),
    recommendation="Correct the URL of the icon, or put the icon there.",
    how_to_fix='For example: <link rel="icon" href="/favicon.svg">, with a URL that returns the icon itself.',
    sources=("https://developers.google.com/search/docs/appearance/favicon-in-search",),
    examples=(
        Bad(evidence=_site(404)),
        Bad(evidence=_site(500)),
        Good(evidence=_site(200)),
        Good(evidence=_site(403)),
        Good(evidence=_site(404, named=False)),
    ),
)
