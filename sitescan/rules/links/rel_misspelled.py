"""Values of rel on links that no browser or search engine knows, though they seem to be meant."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.links.hyperlinks import hyperlinks
from sitescan.document.tree import tokens
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_MEANT = {
    "no-follow": "nofollow",
    "no_follow": "nofollow",
    "nofolow": "nofollow",
    "nofollw": "nofollow",
    "no-opener": "noopener",
    "noopenner": "noopener",
    "nopener": "noopener",
    "noopner": "noopener",
    "no-referrer": "noreferrer",
    "noreferer": "noreferrer",
    "norefferer": "noreferrer",
    "noreffer": "noreferrer",
    "sponsor": "sponsored",
    "sponsered": "sponsored",
    "dofollow": "",
    "follow": "",
}


def check(document: Document) -> Iterator[Finding]:
    """Report values that are misspelled, joined by commas, or mean nothing."""
    for link in hyperlinks(document):
        for token in tokens(link.tag, "rel"):
            if token.strip(",;") != token or "," in token:
                yield Finding(link.tag, detail="separate the values with spaces, not commas")
                break
            if token in _MEANT:
                meant = _MEANT[token]
                yield Finding(link.tag, detail=f"{token} should be {meant}" if meant else f"{token} has no meaning")
                break


RULE = Rule(
    id="links/rel-misspelled",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Invalid values in rel",
    description=(
        "{count:# link has|# links have} a rel value that doesn't exist. Browsers and search engines silently ignore "
        "it, so the link is treated as if the value weren't there."
    ),
    recommendation="Correct the values of rel.",
    how_to_fix=(
        'Separate values with spaces: <a href="https://example.org/" rel="nofollow noopener">\n'
        "Search engines understand nofollow, sponsored and ugc; browsers understand noopener, noreferrer and opener. "
        "There is no value follow."
    ),
    sources=(
        "https://html.spec.whatwg.org/multipage/links.html#linkTypes",
        "https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links",
    ),
    examples=(
        Bad('<a href="https://example.org/" rel="no-follow">Pears</a>'),
        Bad('<a href="https://example.org/" rel="nofollow,noopener">Pears</a>'),
        Bad('<a href="https://example.org/" rel="noopener, noreferrer">Pears</a>'),
        Bad('<a href="https://example.org/" rel="dofollow">Pears</a>'),
        Good('<a href="https://example.org/" rel="nofollow noopener ugc">Pears</a>'),
        Good('<a href="https://example.org/" rel="lightbox[pears] me author">Pears</a>'),
    ),
)
