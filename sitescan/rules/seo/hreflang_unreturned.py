from collections.abc import Iterator

from sitescan.model.linked_page import LinkedPage
from sitescan.model.redirects import Step
from sitescan.rules.authoring import Answer, Bad, Exchange, Finding, Good, Rule, Severity, SiteAnswers, Verdict


def check(site: SiteAnswers) -> Iterator[Finding]:
    """Report language versions that list neither the URL nor the canonical URL of the page."""
    own = {url.partition("#")[0] for url in (site.exchange.url, site.exchange.requested)}
    if site.canonical is not None:
        own.add(site.canonical.url)
    for code, answer in site.alternates:
        page = answer.linked_page
        # Pages in all languages may have one default, such as a page to choose from.
        if code.lower() == "x-default":
            continue
        if answer.verdict is not Verdict.OK or answer.steps or page is None or page.noindex or page.not_found:
            continue
        if own.isdisjoint(page.alternates):
            yield Finding(detail=f"{code}: {answer.url}", url=site.exchange.url)


_OWN, _OTHER = "https://example.com/en/", "https://example.com/de/"


def _site(page: LinkedPage | None, status: int = 200, *steps: Step, code: str = "de") -> SiteAnswers:
    exchange = Exchange(requested=_OWN, url=_OWN, status=200)
    answer = Answer(url=_OTHER, status=status, steps=steps, linked_page=page)
    return SiteAnswers(exchange=exchange, alternates=((code, answer),))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Language versions don't link back",
    passed="Language versions link back",
    applies=lambda site: site.alternates,
    needs=lambda site: all(answer.linked_page is not None for _, answer in site.alternates),
    description=(
        "{count:# language version that the page names doesn't|# language versions that the page names don't} name "
        "this page in return. Google ignores hreflang links that the other page doesn't confirm."
    ),
    recommendation="List all language versions on each of them, including itself.",
    how_to_fix=(
        'Put the same list of links into the head of every version, with this page in it: <link rel="alternate" '
        'hreflang="..." href="{url}">. Links in the other page\'s Link header count too. This scan doesn\'t read '
        "links in a sitemap."
    ),
    sources=("https://developers.google.com/search/docs/specialty/international/localized-versions",),
    examples=(
        Bad(evidence=_site(LinkedPage())),
        Bad(evidence=_site(LinkedPage(alternates=(_OTHER, "https://example.com/fr/")))),
        Good(evidence=_site(LinkedPage(alternates=(_OTHER, _OWN)))),
        Good(evidence=_site(LinkedPage(), code="X-default")),
        Good(evidence=_site(None)),
        Good(evidence=_site(LinkedPage(), 404)),
        Good(evidence=_site(LinkedPage(), 200, Step(url=_OTHER, status=301, location="https://example.com/at/"))),
    ),
)
