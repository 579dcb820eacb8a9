from attrs import evolve

from sitescan.document.indexing.canonical import canonical_link
from sitescan.model.linked_page import LinkedPage
from sitescan.model.redirects import Step
from sitescan.rules.authoring import SITE, Answer, Bad, Finding, Findings, Good, Rule, Severity, SiteAnswers, Verdict


def check(site: SiteAnswers) -> Findings:
    """Report an AMP version whose canonical URL is neither the page nor the page's canonical URL."""
    amp = site.amp
    if amp is None or amp.verdict is not Verdict.OK or amp.steps or amp.linked_page is None:
        return
    own = {url.partition("#")[0] for url in (site.exchange.url, site.exchange.requested)}
    if site.canonical is not None:
        own |= {site.canonical.url, site.canonical.final_url}
    named = amp.linked_page.canonical.partition("#")[0]
    if named not in own:
        statement = f"names {named} as canonical" if named else "names no canonical URL"
        yield Finding(url=amp.url, said=statement, link=canonical_link(site.exchange.url))


_URL = "https://example.com/amp/pears"


def _site(canonical: str, *steps: Step) -> SiteAnswers:
    return evolve(SITE, amp=Answer(url=_URL, status=200, steps=steps, linked_page=LinkedPage(canonical=canonical)))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="AMP version doesn't link back",
    passed="AMP version links back",
    applies=lambda site: site.amp is not None,
    needs=lambda site: site.amp is not None and site.amp.linked_page is not None,
    description=(
        "The page names {url} as its AMP version, but that page {said}. Search engines don't connect the two pages."
    ),
    recommendation="Name this page as the canonical URL of its AMP version.",
    how_to_fix="Put this into the head of the AMP version: {link}",
    sources=("https://amp.dev/documentation/guides-and-tutorials/optimize-and-measure/discovery",),
    examples=(
        Bad(evidence=_site("")),
        Bad(evidence=_site("https://example.com/nashi")),
        Good(evidence=_site("https://example.com/pears")),
        Good(evidence=evolve(_site("https://example.com/nashi"), canonical=Answer(url="https://example.com/nashi"))),
        Good(evidence=_site("", Step(url=_URL, status=302, location="https://example.com/amp/nashi"))),
        Good(evidence=evolve(SITE, amp=Answer(url=_URL, status=200))),
        Good(evidence=SITE),
    ),
)
