from bs4.element import Tag

from sitescan.document.change import inserted
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
)
from sitescan.standards.viewport import fits_the_screen, parse_viewport

_META = '<meta name="viewport" content="width=device-width, initial-scale=1">'


def check(document: Document) -> Findings:
    """Report a page without a viewport, or with one that sets neither a usable width nor a scale."""
    # The last viewport with content counts; those in noscript don't.
    metas = [
        meta
        for meta in document.all("meta")
        if attr(meta, "name", "").lower() == "viewport"
        and attr(meta, "content") is not None
        and not document.in_noscript(meta)
    ]
    if not metas:
        change = inserted(document.head, _META) if document.head is not None else None
        yield Finding(seen="The page has no viewport meta tag", change=change)
        return
    content = attr(metas[-1], "content", "")
    if not fits_the_screen(parse_viewport(content)):
        yield Finding(metas[-1], seen=_explained(content, len(metas)), change=_separated(metas[-1], content))


def _separated(meta: Tag, content: str) -> ElementChange | None:
    """Return the change of semicolons to commas, or ``None`` if that isn't what is wrong."""
    separated = content.replace(";", ",")
    if not fits_the_screen(parse_viewport(separated)):
        return None
    return changed(meta, content=separated)


def _explained(content: str, count: int) -> str:
    which = f"The last of {count} viewport meta tags counts, and it" if count > 1 else "The viewport meta tag"
    if fits_the_screen(parse_viewport(content.replace(";", ","))):
        return f"{which} separates its settings with semicolons, which browsers treat as part of the values"
    return f"{which} sets neither width=device-width nor an initial scale"


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Viewport meta tag is missing or unusable",
    passed="Viewport fits the page to the screen",
    description=(
        "{seen}. Phones lay the page out for a wide screen and shrink it until the text is too small to read. Search "
        "engines judge the page by its mobile version."
    ),
    recommendation="Let the layout follow the width of the screen.",
    how_to_fix=(
        'Put this into the head once, with a comma between the settings: <meta name="viewport" '
        'content="width=device-width, initial-scale=1">'
    ),
    shows_change=False,
    sources=(
        "https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/meta/name/viewport",
        "https://developers.google.com/search/docs/crawling-indexing/mobile/mobile-sites-mobile-first-indexing",
    ),
    covers=("lighthouse:viewport", "webhint:meta-viewport"),
    examples=(
        Bad("<title>Pears</title>"),
        Bad('<meta name="viewport" content="width=1024">'),
        Bad('<meta name="viewport" content="maximum-scale=1">'),
        Bad('<meta name="viewport" content="width=device-width;initial-scale=1">'),
        Bad('<meta name="viewport" content="width=device-width"><meta name="viewport" content="width=1024">'),
        Bad('<meta property="viewport" content="width=device-width">'),
        Bad('<noscript><meta name="viewport" content="width=device-width"></noscript>'),
        Good('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Good('<meta name="viewport" content="width=device-width; initial-scale=1">'),
        Good('<meta name="viewport" content="width=1024"><meta name="viewport" content="width=device-width">'),
        Good('<meta name="viewport" content="initial-scale = 1.0; user-scalable = yes">'),
        Good('<meta name="viewport" content="WIDTH=Device-Width">'),
        Good('<meta name="viewport" content="width=1024, initial-scale=0.5">'),
    ),
)
