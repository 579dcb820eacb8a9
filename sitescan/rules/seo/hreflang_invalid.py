from sitescan.document.indexing.canonical import alternates
from sitescan.document.source_location import spelled_out
from sitescan.rules.authoring import NEEDED, Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.hreflang import hreflang_fault


def check(document: Document) -> Findings:
    """Report each alternate link whose code is not a language with an optional script and region."""
    for alternate in alternates(document):
        fault = hreflang_fault(alternate.hreflang)
        if fault:
            yield Finding(alternate.tag, detail=spelled_out(fault))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=NEEDED,
    title="Language codes in hreflang are invalid",
    passed="Language codes in hreflang are valid",
    applies=alternates,
    description=(
        "{count:# link to another language version has an invalid code|# links to other language versions have invalid "
        "codes}. Search engines ignore {count:the link|these links} and may show visitors the wrong version."
    ),
    recommendation="Use an ISO 639-1 language code, optionally followed by a hyphen and an ISO 3166-1 region code.",
    how_to_fix=(
        'Write codes such as en, pt-BR, zh-Hant or x-default: <link rel="alternate" hreflang="en-GB" '
        'href="https://example.com/uk/">. A region alone is not a language: German is de, Austrian German is de-AT.'
    ),
    sources=("https://developers.google.com/search/docs/specialty/international/localized-versions",),
    covers=("lighthouse:hreflang",),
    examples=(
        Bad('<link rel="alternate" hreflang="en-UK" href="https://example.com/uk/">'),
        Bad('<link rel="alternate" hreflang="de_AT" href="https://example.com/at/">'),
        Bad('<link rel="alternate" hreflang="xx" href="https://example.com/xx/">'),
        Bad('<link rel="alternate" hreflang="deu" href="https://example.com/de/">'),
        Bad('<link rel="alternate" hreflang="zzz" href="https://example.com/zz/">'),
        Good('<link rel="alternate stylesheet" hreflang="english" href="/dark.css" title="Dark">'),
        Bad('<link rel="alternate" hreflang="english" href="https://example.com/en/">'),
        Bad("<p>Pears", headers=('Link: <https://example.com/>; rel="alternate"; hreflang="xx1"',)),
        Good('<link rel="alternate" hreflang="X-Default" href="https://example.com/">'),
        Good('<link rel="alternate" hreflang="zh-Hant-TW" href="https://example.com/tw/">'),
        Good('<link rel="alternate" hreflang="es-419" href="https://example.com/latam/">'),
        Good('<link rel="alternate" hreflang="FR-be" href="https://example.com/be/">'),
        Good('<a rel="alternate" hreflang="xx" href="/xx/">xx</a>'),
    ),
)
