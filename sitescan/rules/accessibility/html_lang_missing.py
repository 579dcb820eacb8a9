from sitescan.document.language.passages import with_language
from sitescan.document.parsing.xhtml import is_xml
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr


def check(document: Document) -> Findings:
    """Report a root element without a language."""
    if document.html is None:
        return
    if not document.lang and not (is_xml(document.page) and attr(document.html, "xml:lang", "").strip()):
        yield Finding(document.html, change=with_language(document, document.html))


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Page has no lang attribute",
    passed="Page declares its language",
    scope="tag",
    in_frames=False,
    description=(
        "The html element has no lang attribute, or an empty one. Screen readers may read the page with the voice of "
        "the wrong language, and browsers may offer wrong translations and hyphenation (WCAG 2.2, 3.1.1 Language of "
        "Page, level A)."
    ),
    recommendation="Declare the language of the page on the html element.",
    how_to_fix='For example: <html lang="en">, <html lang="de"> or <html lang="pt-BR">',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/language-of-page",
        "https://html.spec.whatwg.org/multipage/dom.html#the-lang-and-xml:lang-attributes",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/b5c3f8/",
    ),
    covers=(
        "act:b5c3f8",
        "axe:html-has-lang",
        "lighthouse:html-has-lang",
    ),
    examples=(
        Bad("<html><body>Pears"),
        Bad('<html lang=""><body>Pears'),
        Bad('<html xml:lang="en"><body>Pears'),
        Good('<html lang="en"><body>Pears'),
    ),
)
