from sitescan.document.language.passages import with_language
from sitescan.document.source_location import spelled_out
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr
from sitescan.standards.language_tags import known


def check(document: Document) -> Findings:
    """Report a root element with an unknown language."""
    if document.html is not None and document.lang and not known(document.lang):
        right = with_language(document, document.html)
        yield Finding(document.html, value=spelled_out(attr(document.html, "lang", "")), change=right)


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Page has an invalid lang attribute",
    passed="Page's lang attribute is valid",
    applies=lambda document: document.lang,
    scope="tag",
    description=(
        'The html element declares the language "{value}", which isn\'t a valid language code. Screen readers may '
        "then use the voice of the wrong language (WCAG 2.2, 3.1.1 Language of Page, level A)."
    ),
    recommendation="Use a BCP 47 language code, which has two letters for most languages.",
    how_to_fix=(
        'For example: <html lang="en">, <html lang="de"> or <html lang="pt-BR">. Don\'t use a name ("english"), '
        'three letters if there is a two-letter code ("eng"), or an underscore ("en_US").'
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/language-of-page",
        "https://www.rfc-editor.org/rfc/rfc5646#section-2.2.1",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/bf051a/",
    ),
    covers=(
        "act:bf051a",
        "axe:html-lang-valid",
        "lighthouse:html-lang-valid",
    ),
    examples=(
        Bad('<html lang="english">'),
        Bad('<html lang="eng">'),
        Bad('<html lang="xx-US">'),
        Bad('<html lang="en_US">'),
        Good('<html lang="en">'),
        Good('<html lang="FR">'),
        Good('<html lang="zh-Hans-CN">'),
        Good('<html lang="yue">'),
        Good('<html lang="">'),
    ),
)
