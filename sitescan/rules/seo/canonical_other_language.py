from sitescan.document.indexing.canonical import alternates, canonical_link, canonicals
from sitescan.rules.authoring import NEEDED, Bad, Document, Finding, Findings, Good, Rule, Severity
from sitescan.standards.urls import resolve


def check(document: Document) -> Findings:
    """Report a canonical link to a language version of a page that is itself listed as another version."""
    languages = {
        alternate.url: alternate.hreflang for alternate in reversed(alternates(document)) if alternate.url is not None
    }
    own = languages.get(resolve(document.url, "") or document.url, "")
    for canonical in canonicals(document):
        other = languages.get(canonical.url or "", "") if canonical.url != document.url else ""
        if own and other and other.lower() not in (own.lower(), "x-default"):
            yield Finding(
                canonical.tag,
                own=own,
                other=other,
                detail=f"names the {other} version",
                link=canonical_link(document.url),
            )


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=NEEDED,
    title="Canonical URL is another language version",
    passed="Canonical URL is in the page's language",
    applies=lambda document: canonicals(document) and alternates(document),
    description=(
        'The page is listed as the "{own}" version, but its canonical URL is the "{other}" version. Search engines '
        'then show only that one, and visitors who need the "{own}" version don\'t find it.'
    ),
    recommendation="Set the canonical URL of each language version to that version itself.",
    how_to_fix="On this page, write {link}. Keep the hreflang links to the other versions.",
    sources=("https://developers.google.com/search/docs/specialty/international/localized-versions",),
    covers=("lighthouse:canonical",),
    examples=(
        Bad(
            '<link rel="canonical" href="https://example.com/fr"><link rel="alternate" hreflang="fr" '
            'href="https://example.com/fr">',
            headers=('Link: <https://example.com/>; rel="alternate"; hreflang="en"',),
        ),
        Good(
            '<link rel="canonical" href="https://example.com/"><link rel="alternate" hreflang="en" '
            'href="https://example.com/"><link rel="alternate" hreflang="fr" href="https://example.com/fr">'
        ),
        Good(
            '<link rel="canonical" href="https://example.com/all"><link rel="alternate" hreflang="en" '
            'href="https://example.com/"><link rel="alternate" hreflang="x-default" href="https://example.com/all">'
        ),
        Good(
            '<link rel="canonical" href="https://example.com/fr"><link rel="alternate" hreflang="fr" '
            'href="https://example.com/fr">'
        ),
    ),
)
