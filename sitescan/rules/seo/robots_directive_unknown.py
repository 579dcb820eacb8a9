from difflib import get_close_matches

from bs4.element import Tag

from sitescan.document.indexing.robots_meta import robots_directives
from sitescan.rules.authoring import (
    Bad,
    Document,
    ElementChange,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    attr,
    changed,
    shorten,
)

_KNOWN = frozenset(
    (
        "all index follow noindex nofollow none noarchive nocache nosnippet indexifembedded max-snippet "
        "max-image-preview max-video-preview notranslate noimageindex unavailable_after noodp noydir archive snippet "
        "imageindex translate nositelinkssearchbox noai noimageai noyaca nopagereadaloud"
    ).split()
)
_MOST_WORDS = 10
_HIDING = frozenset({"noindex", "none", "nosnippet", "unavailable_after", "noarchive", "nofollow", "noimageindex"})


def check(document: Document) -> Findings:
    """Report an unknown directive that is similar to a known one."""
    unknown = {
        directive.name: directive for directive in reversed(robots_directives(document)) if directive.name not in _KNOWN
    }
    for name, directive in list(unknown.items())[:_MOST_WORDS]:
        meant = get_close_matches(name[:30], _KNOWN, n=1, cutoff=0.8)
        if meant:
            yield Finding(
                directive.tag,
                detail=f"{shorten(name)}, probably {meant[0]}",
                written=shorten(name),
                meant=meant[0],
                change=_corrected(directive.tag, name, meant[0]),
            )


def _corrected(tag: Tag | None, written: str, meant: str) -> ElementChange | None:
    """Return the change of the word to the correct one, unless that would hide the page from search engines."""
    if tag is None or meant in _HIDING:
        return None
    content = attr(tag, "content", "")
    before, found, behind = content.lower().partition(written)
    if not found or not content.isascii():
        return None
    return changed(tag, content=content[: len(before)] + meant + content[len(content) - len(behind) :])


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Robots directives are misspelled",
    passed="Robots directives are spelled correctly",
    applies=robots_directives,
    description=(
        "{count:# directive for search engines is|# directives for search engines are} misspelled, so search engines "
        "don't follow {count:it|them}."
    ),
    recommendation="Correct the spelling of the directive.",
    how_to_fix=(
        "Write {meant} instead of {written} if that is what you mean: noindex, none and nosnippet hide the page or its "
        "text from search results. A page that people should find needs no directive at all."
    ),
    sources=("https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag",),
    examples=(
        Bad('<meta name="robots" content="no-index">'),
        Bad('<meta name="robots" content="index, folow">'),
        Bad("<p>Pears", headers=("X-Robots-Tag: noindexed",)),
        Bad('<meta name="robots" content="unavailable-after: 2026-12-31">'),
        Good('<meta name="robots" content="INDEX, follow, max-image-preview:large, noodp">'),
        Good('<meta name="robots" content="pears">'),
        Good("<p>Pears", headers=("X-Robots-Tag: otherbot: no-index",)),
    ),
)
