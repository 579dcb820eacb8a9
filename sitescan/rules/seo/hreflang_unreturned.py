from collections import defaultdict

from sitescan.model.linked_page import LinkedPage
from sitescan.model.redirects import Step
from sitescan.rules.authoring import (
    Answer,
    Bad,
    Exchange,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    SiteAnswers,
    Verdict,
)
from sitescan.rules.site_authoring import Site, SitePage, SiteWideCheck, of_pages, page_at, site_of, url


def check(site: SiteAnswers) -> Findings:
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


def check_site(site: Site) -> Findings:
    """Report each page that is named as a language version, and doesn't name the page in return."""
    missing: dict[str, list[SitePage]] = defaultdict(list)
    for page in site.indexable.values():
        for code, target in page.facts.alternates or ():
            version = site.page(target)
            # Every page may name the same default.
            if version is None or version is page or code == "x-default" or version.facts.alternates is None:
                continue
            returned = {site.page(other) for _, other in version.facts.alternates}
            if page not in returned and page not in missing[version.url]:
                missing[version.url].append(page)
    for target, pages in missing.items():
        if pages:
            yield of_pages(pages, target)


def _version(path: str, *codes: str) -> SitePage:
    return page_at(path, alternates=tuple((code, url(f"/{code}")) for code in codes))


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
    site_wide=SiteWideCheck(
        check=check_site,
        description=(
            "{pages:# page names|# pages name} {target} as a version in another language, but it doesn't name "
            "{pages:that page|these pages}. Search engines ignore language links that the other page doesn't confirm."
        ),
        how_to_fix=(
            "Put the same list of hreflang links into the head of every version. If {target} is no translation of the "
            "pages, remove the links to it."
        ),
        examples=(
            Bad(evidence=site_of(_version("/en", "en", "de"), page_at("/de"))),
            Bad(evidence=site_of(_version("/en", "en", "de"), _version("/de", "de", "fr"))),
            Good(evidence=site_of(_version("/en", "en", "de"), _version("/de", "en", "de"))),
            Good(evidence=site_of(_version("/en", "en", "de"))),
            Good(evidence=site_of(_version("/en", "en", "x-default"), page_at("/x-default"))),
            Good(evidence=site_of(_version("/en", "en", "de"), page_at("/de", alternates=None))),
        ),
    ),
)
