"""A page in another language than its hreflang says."""

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
    title="Language of the page differs from hreflang",
    description=(
        'The page says that it is in "{lang}" (lang of the html element), but is listed as the version for "{listed}". '
        "One of the two is wrong; screen readers go by the first, search engines by the second."
    ),
    recommendation="Let lang and hreflang name the same language.",
    how_to_fix='On the German version: <html lang="de"> and <link rel="alternate" hreflang="de" href="...">.',
    sources=("https://developers.google.com/search/docs/specialty/international/localized-versions",),
    examples=(
        Bad('<html lang="en"><link rel="alternate" hreflang="de" href="https://example.com/">'),
        Good('<html lang="de-AT"><link rel="alternate" hreflang="de" href="https://example.com/">'),
        Good('<html lang="en"><link rel="alternate" hreflang="x-default" href="https://example.com/">'),
        Good('<html><link rel="alternate" hreflang="de" href="https://example.com/">'),
        Good('<html lang="en"><link rel="alternate" hreflang="de" href="https://example.com/de/">'),
    ),
)
