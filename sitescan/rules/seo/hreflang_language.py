"""Language of the page doesn't match its hreflang."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.indexing.canonical import alternates
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.language_tags import known, primary


def check(document: Document) -> Iterator[Finding]:
    """Report a page whose ``lang`` is no language that it is listed for."""
    own = [one for one in alternates(document) if one.url == document.url and one.hreflang.lower() != "x-default"]
    languages = {primary(one.hreflang) for one in own}
    if own and known(document.lang) and primary(document.lang) not in languages:
        yield Finding(own[0].tag, lang=document.lang, listed=own[0].hreflang)


RULE = Rule(
    id="seo/hreflang-language",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Language of the page doesn't match its hreflang",
    description=(
        'The html element has lang="{lang}", but the page is listed as the "{listed}" version. One of the two is '
        "wrong. Screen readers use the first, search engines the second."
    ),
    recommendation="Use the same language in lang and hreflang.",
    how_to_fix=(
        'Correct the wrong one. On a German page, for example: <html lang="de"> and <link rel="alternate" '
        'hreflang="de" href="...">.'
    ),
    sources=("https://developers.google.com/search/docs/specialty/international/localized-versions",),
    examples=(
        Bad('<html lang="en"><link rel="alternate" hreflang="de" href="https://example.com/">'),
        Good('<html lang="de-AT"><link rel="alternate" hreflang="de" href="https://example.com/">'),
        Good('<html lang="en"><link rel="alternate" hreflang="x-default" href="https://example.com/">'),
        Good('<html><link rel="alternate" hreflang="de" href="https://example.com/">'),
        Good('<html lang="en"><link rel="alternate" hreflang="de" href="https://example.com/de/">'),
    ),
)
