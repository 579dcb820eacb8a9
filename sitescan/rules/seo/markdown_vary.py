from attrs import evolve

from sitescan.rules.authoring import (
    SITE,
    Answer,
    Bad,
    Finding,
    Findings,
    Good,
    Headers,
    Rule,
    Severity,
    SiteAnswers,
    response_header,
)

#: The values of Cache-Control with which no shared cache keeps a response.
_UNCACHED = frozenset({"no-store", "private"})


def check(site: SiteAnswers) -> Findings:
    """Report Markdown in place of the page that caches can't distinguish from it."""
    answer = site.markdown
    if answer is None or answer.status != 200 or not answer.headers.content_type.lower().startswith("text/markdown"):
        return
    varies, cached = (_tokens(answer.headers.get(name)) for name in ("vary", "cache-control"))
    if varies.isdisjoint({"accept", "*"}) and cached.isdisjoint(_UNCACHED):
        yield Finding()


def _tokens(value: str) -> set[str]:
    return set(value.lower().replace(",", " ").split())


def _site(*fields: tuple[str, str]) -> SiteAnswers:
    return evolve(SITE, markdown=Answer(url=SITE.exchange.url, method="GET", status=200, headers=Headers(fields)))


_MARKDOWN = ("Content-Type", "text/markdown; charset=utf-8")

_VARY = response_header("Vary", "Accept", beside=True)

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Markdown version is sent without Vary",
    passed="Caches keep Markdown and HTML apart",
    applies=lambda site: (
        site.markdown is not None and site.markdown.headers.content_type.lower().startswith("text/markdown")
    ),
    description=(
        "Programs that prefer Markdown (Accept: text/markdown) get this page as Markdown, but the response doesn't "
        "name Accept in Vary. A cache may send the Markdown to browsers and search engines, or the HTML to programs."
    ),
    recommendation="Send Vary: Accept with the HTML and with the Markdown.",
    how_to_fix=_VARY.text,
    setting=_VARY,
    sources=("https://www.rfc-editor.org/rfc/rfc9110#section-12.5.5", "https://www.rfc-editor.org/rfc/rfc7763"),
    examples=(
        Bad(evidence=_site(_MARKDOWN)),
        Bad(evidence=_site(_MARKDOWN, ("Vary", "Accept-Encoding"))),
        Good(evidence=_site(_MARKDOWN, ("Vary", "Accept-Encoding, Accept"))),
        Good(evidence=_site(_MARKDOWN, ("Cache-Control", "private, max-age=0"))),
        Good(evidence=_site(("Content-Type", "text/html"))),
        Good(evidence=SITE),
    ),
)
