from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, shorten
from sitescan.standards.language_tags import known, primary


def check(document: Document) -> Findings:
    """Report a root element whose ``lang`` and ``xml:lang`` differ in their language."""
    other = attr(document.html, "xml:lang", "").strip() if document.html is not None else ""
    if other and document.lang and known(document.lang) and known(other) and primary(other) != primary(document.lang):
        yield Finding(document.html, lang=document.lang, other=shorten(other))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Values of lang and xml:lang don't match",
    passed="Values of lang and xml:lang match",
    subjects=("[xml:lang]",),
    in_frames=True,
    description=(
        'The html element has lang="{lang}" and xml:lang="{other}". Which of the two applies depends on the software '
        "that reads the page (WCAG 2.2, 3.1.1 Language of Page, level A)."
    ),
    recommendation="Set both attributes to the same language, or remove xml:lang.",
    how_to_fix='Write <html lang="{lang}">. The xml:lang attribute is needed only in XHTML.',
    sources=(
        "https://html.spec.whatwg.org/multipage/dom.html#the-lang-and-xml:lang-attributes",
        "https://www.w3.org/WAI/WCAG22/Understanding/language-of-page",
    ),
    covers=(
        "axe:html-xml-lang-mismatch",
        "lighthouse:html-xml-lang-mismatch",
    ),
    examples=(
        Bad('<html lang="en" xml:lang="fr">'),
        Good('<html lang="en" xml:lang="en-GB">'),
        Good('<html lang="en">'),
        Good('<html xml:lang="fr">'),
    ),
)
