from sitescan.model.linked_page import LinkedPage
from sitescan.model.redirects import Step
from sitescan.rules.authoring import (
    Answer,
    Bad,
    Exchange,
    Finding,
    Findings,
    Good,
    Headers,
    Rule,
    Severity,
    SiteAnswers,
    Verdict,
)


def check(site: SiteAnswers) -> Findings:
    """Report language versions that are broken, redirect, have ``noindex`` or have another canonical URL."""
    for code, answer in site.alternates:
        fault = _fault(answer)
        if fault:
            yield Finding(detail=f"{code}: {answer.url} {fault}", change=answer.moved("link"))


def _fault(answer: Answer) -> str:
    if answer.verdict is Verdict.BROKEN:
        return f"doesn't work ({answer.reason})"
    if answer.verdict is not Verdict.OK:
        return ""
    if answer.redirect is not None:
        return f"redirects to {answer.final_url}"
    page = answer.linked_page
    if page is None:
        return ""
    if page.noindex:
        return "says noindex"
    if page.not_found:
        return "says that the page wasn't found"
    preferred = page.canonical.partition("#")[0]
    return f"names {preferred} as its canonical URL" if preferred and preferred != answer.final_url else ""


_OWN, _OTHER = "https://example.com/en/", "https://example.com/de/"


def _site(page: LinkedPage | None = None, status: int = 200, *steps: Step) -> SiteAnswers:
    exchange = Exchange(requested=_OWN, url=_OWN, status=200)
    answer = Answer(url=_OTHER, status=status, steps=steps, headers=Headers(), linked_page=page)
    return SiteAnswers(exchange=exchange, alternates=(("de", answer),))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Language versions can't be shown in search results",
    passed="Language versions may appear in search results",
    applies=lambda site: site.alternates,
    needs=lambda site: all(answer.linked_page is not None for _, answer in site.alternates),
    description=(
        "{count:# language version that the page names is|# language versions that the page names are} broken, "
        "redirected, excluded from results or a copy of another URL. Search engines ignore such hreflang links."
    ),
    recommendation="Name the final, indexable URL of each language version.",
    how_to_fix=(
        "Correct the URLs named here. Each must answer with status 200, without a redirect or noindex, and have itself "
        'as its canonical URL: <link rel="alternate" hreflang="de" href="https://example.com/de/">.'
    ),
    sources=("https://developers.google.com/search/docs/specialty/international/localized-versions",),
    examples=(
        Bad(evidence=_site(status=404)),
        Bad(evidence=_site(None, 200, Step(url=_OTHER, status=301, location="https://example.com/at/"))),
        Bad(evidence=_site(LinkedPage(noindex=True))),
        Bad(evidence=_site(LinkedPage(canonical=_OWN))),
        Bad(evidence=_site(LinkedPage(not_found=True))),
        Good(evidence=_site(LinkedPage(canonical=_OTHER))),
        Good(evidence=_site(LinkedPage())),
        Good(evidence=_site(status=403)),
        Good(evidence=_site()),
    ),
)
