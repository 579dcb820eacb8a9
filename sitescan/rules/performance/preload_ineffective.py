"""Preload hints have no effect."""

from collections.abc import Iterator

from sitescan.document.change import safe
from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

#: https://html.spec.whatwg.org/multipage/links.html#translate-a-preload-destination
_DESTINATIONS = frozenset({"fetch", "font", "image", "script", "style", "track"})


def check(document: Document) -> Iterator[Finding]:
    """Report preloads without a valid ``as``, and font preloads without ``crossorigin``, which fonts always need."""
    for tag in document.rel("preload"):
        kind = attr(tag, "as", "").strip().lower()
        if not attr(tag, "href", "").strip() and "imagesrcset" not in tag.attrs:
            yield Finding(tag, detail="href is missing")
        elif kind not in _DESTINATIONS:
            yield Finding(tag, detail="browsers ignore it without a valid as attribute")
        elif kind == "font" and "crossorigin" not in tag.attrs:
            fixed = safe(fixed_markup(tag, crossorigin=""))
            yield Finding(tag, detail="the font is downloaded twice without crossorigin", fixed_markup=fixed)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Preload hints have no effect",
    description=(
        "{count:# preload hint doesn't|# preload hints don't} work. Browsers ignore a preload without a valid as "
        "attribute, and download a font twice if the preload has no crossorigin attribute."
    ),
    recommendation="Give each preload a valid as attribute, and add crossorigin for fonts.",
    how_to_fix='<link rel="preload" href="/pear.woff2" as="font" type="font/woff2" crossorigin>',
    sources=(
        "https://html.spec.whatwg.org/multipage/links.html#link-type-preload",
        "https://developer.mozilla.org/en-US/docs/Web/HTML/Reference/Attributes/rel/preload",
    ),
    covers=("lighthouse:uses-rel-preload",),
    examples=(
        Bad('<link rel="preload" href="/a.css">'),
        Bad('<link rel="preload" href="/a.css" as="stylesheet">'),
        Bad('<link rel="preload" href="/a.woff2" as="font">'),
        Bad('<link rel="preload" as="image">'),
        Bad('<link rel="preload" href="/a.mp4" as="video">'),
        Good('<link rel="preload" href="/a.css" as="STYLE">'),
        Good('<link rel="preload" href="/a.woff2" as="font" crossorigin>'),
        Good('<link rel="preload" as="image" imagesrcset="/a.jpg 1x, /b.jpg 2x">'),
        Good('<link rel="modulepreload" href="/a.js">'),
    ),
)
