"""A directive for search engines that none of them knows."""

from collections.abc import Iterator
from difflib import get_close_matches

from sitescan.document.document import Document
from sitescan.document.places import shorten
from sitescan.document.robots_meta import robots_directives
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_KNOWN = frozenset(
    (
        "all index follow noindex nofollow none noarchive nocache nosnippet indexifembedded max-snippet "
        "max-image-preview max-video-preview notranslate noimageindex unavailable_after noodp noydir archive snippet "
        "imageindex translate nositelinkssearchbox noai noimageai noyaca nopagereadaloud"
    ).split()
)
_LOOKED = 10


def check(document: Document) -> Iterator[Finding]:
    """Report a directive that is surely mistyped, since it is next to a known one."""
    unknown = {one.name: one for one in reversed(robots_directives(document)) if one.name not in _KNOWN}
    for name, directive in list(unknown.items())[:_LOOKED]:
        meant = get_close_matches(name[:30], _KNOWN, n=1, cutoff=0.8)
        if meant:
            yield Finding(directive.tag, detail=f"{shorten(name)}; {meant[0]} is meant?")


RULE = Rule(
    id="seo/robots-directive-unknown",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Mistyped directive for search engines",
    description=(
        "{count:A directive is|# directives are} not written as search engines know {count:it|them}, so they do not "
        "obey {count:it|them}."
    ),
    recommendation="Correct the spelling of the directive.",
    how_to_fix='Write, for instance, <meta name="robots" content="noindex, max-snippet:50, max-image-preview:large">',
    sources=("https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag",),
    examples=(
        Bad('<meta name="robots" content="no-index">'),
        Bad("<p>Pears", headers=("X-Robots-Tag: noindexed",)),
        Bad('<meta name="robots" content="unavailable-after: 2026-12-31">'),
        Good('<meta name="robots" content="INDEX, follow, max-image-preview:large, noodp">'),
        Good('<meta name="robots" content="pears">'),
        Good("<p>Pears", headers=("X-Robots-Tag: otherbot: no-index",)),
    ),
)
