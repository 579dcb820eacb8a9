from sitescan.document.indexing.canonical import alternates
from sitescan.rules.authoring import NEEDED, Bad, Document, Finding, Findings, Good, Rule, Severity, shorten


def check(document: Document) -> Findings:
    """Report a language code with two URLs."""
    first: dict[str, str] = {}
    for alternate in alternates(document):
        if alternate.url is None:
            continue
        code = alternate.hreflang.strip().lower()
        url = first.setdefault(code, alternate.url)
        if url != alternate.url:
            yield Finding(alternate.tag, detail=f"{shorten(alternate.hreflang)} is already {shorten(url)}")


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=NEEDED,
    title="Language versions have conflicting URLs",
    passed="Language versions have one URL each",
    applies=alternates,
    description=(
        "{count:# link names|# links name} a different URL for a language that already has one. Search engines can't "
        "tell which one is right and may ignore both."
    ),
    recommendation="Name one URL for each language and region.",
    how_to_fix=(
        "Keep one line for each code, either in the head, in the Link header or in the sitemap. Distinguish versions "
        "of one language by region: en-GB, en-US, and en for everyone else."
    ),
    sources=("https://developers.google.com/search/docs/specialty/international/localized-versions",),
    examples=(
        Bad(
            '<link rel="alternate" hreflang="de" href="https://example.com/de/">'
            '<link rel="alternate" hreflang="DE" href="https://example.com/at/">'
        ),
        Bad(
            '<link rel="alternate" hreflang="de" href="https://example.com/de/">',
            headers=('Link: <https://example.com/german/>; rel="alternate"; hreflang="de"',),
        ),
        Good(
            '<link rel="alternate" hreflang="de" href="https://example.com/de/">'
            '<link rel="alternate" hreflang="de" href="https://EXAMPLE.com/de/">'
            '<link rel="alternate" hreflang="de-AT" href="https://example.com/de/">'
        ),
    ),
)
