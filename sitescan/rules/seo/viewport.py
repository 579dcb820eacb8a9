"""The page does not say that it fits small screens."""

import re
from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_SEPARATOR = re.compile(r"[,;\s]+")
_EQUALS = re.compile(r"[ \t\n\f\r]*=[ \t\n\f\r]*")


def check(document: Document) -> Iterator[Finding]:
    """Report a missing viewport, or one that sets neither a usable width nor a scale."""
    metas = document.metas("viewport")
    if not metas:
        yield Finding(seen="The page has no viewport meta tag")
        return
    content = (document.meta("viewport") or "").lower()[:1000]
    settings = dict(part.partition("=")[::2] for part in _SEPARATOR.split(_EQUALS.sub("=", content)))
    if settings.get("width") != "device-width" and _scale(settings.get("initial-scale", "")) <= 0:
        yield Finding(metas[0], seen="The viewport meta tag sets neither width=device-width nor an initial scale")


def _scale(written: str) -> float:
    try:
        return float(written)
    except ValueError:
        return 0


RULE = Rule(
    id="seo/viewport",
    reads=Document,
    check=check,
    severity=Severity.WARNING,
    title="Missing or unusable viewport",
    description=(
        "{seen}, so phones lay the page out for a wide screen and shrink it until its text is too small to read. "
        "Search engines judge the page by its mobile form."
    ),
    recommendation="Let the layout follow the width of the screen.",
    how_to_fix='Put this into the head: <meta name="viewport" content="width=device-width, initial-scale=1">',
    sources=(
        "https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Elements/meta/name/viewport",
        "https://developers.google.com/search/docs/crawling-indexing/mobile/mobile-sites-mobile-first-indexing",
    ),
    covers=("lighthouse:viewport", "webhint:meta-viewport"),
    examples=(
        Bad("<title>Pears</title>"),
        Bad('<meta name="viewport" content="width=1024">'),
        Bad('<meta name="viewport" content="maximum-scale=1">'),
        Good('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Good('<meta name="viewport" content="initial-scale = 1.0; user-scalable = yes">'),
        Good('<meta name="viewport" content="WIDTH=Device-Width">'),
        Good('<meta name="viewport" content="width=1024, initial-scale=0.5">'),
    ),
)
