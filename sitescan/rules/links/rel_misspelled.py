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
                yield Finding(link.tag, detail="the values are separated by spaces, not by commas")
                break
            if token in _MEANT:
                meant = _MEANT[token]
                yield Finding(link.tag, detail=f"{token} should be {meant}" if meant else f"{token} means nothing")
                break


RULE = Rule(
    id="links/rel-misspelled",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Unknown values of rel",
    description=(
        "{count:# link has|# links have} a rel with a value that nobody knows. It is ignored in silence, and what it "
        "was meant for does not happen."
    ),
    recommendation="Correct the values of rel.",
    how_to_fix=(
        'Values are separated by spaces: <a href="https://example.org/" rel="nofollow noopener">. Known for search '
        "engines are nofollow, sponsored and ugc, for browsers noopener, noreferrer and opener. There is no follow."
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
