"""Object elements have no alternative text."""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.accessibility.roles import written_role
from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.document.tree import attr, elements
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule
from sitescan.standards.urls import lower_path

_MEDIA = ("audio/", "image/", "video/")
_ENDINGS = tuple(".avif .gif .jpeg .jpg .m4a .mov .mp3 .mp4 .oga .ogg .ogv .png .svg .wav .webm .webp".split())


def check(document: Document) -> Iterator[Finding]:
    """Report exposed objects that show an image, sound or film and have no name, nor a fallback with an alt."""
    accessible = document.accessible
    for item in document.all("object"):
        if not accessible.exposed(item) or written_role(item) == "none" or not _media(item):
            continue
        if accessible.nameless(item):
            yield Finding(item, fixed_markup=fixed_markup(item, "…", aria_label="(what it holds)"))


def _media(item: Tag) -> bool:
    kind = attr(item, "type", "").strip().lower()
    if any(attr(inner, "alt", "").strip() for inner in elements(item)):
        return False
    return kind.startswith(_MEDIA) if kind else lower_path(attr(item, "data", "")).endswith(_ENDINGS)


RULE = Rule(
    id="accessibility/object-alt",
    reads=Document,
    check=check,
    severity=Severity.ERROR,
    title="Object elements have no alternative text",
    description=(
        "{count:# object element shows an image, audio or video but has|# object elements show images, audio or video "
        "but have} no accessible name. Browsers show the content inside the element only if the file can't be loaded, "
        "so screen readers have nothing to announce (WCAG 2.2, 1.1.1 Non-text Content, level A)."
    ),
    recommendation="Name each object with aria-label or title.",
    how_to_fix='For example: <object data="speech.mp3" type="audio/mpeg" aria-label="The opening speech"></object>',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/non-text-content",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/8fc3b6/",
    ),
    covers=(
        "act:8fc3b6",
        "axe:object-alt",
        "lighthouse:object-alt",
    ),
    examples=(
        Bad('<object data="speech.mp3"></object>'),
        Bad('<object data="film" type="video/mp4" title=""></object>'),
        Good('<object data="speech.mp3" title="The opening speech"></object>'),
        Good('<object data="page.html"></object>'),
        Good('<object data="pear.png" role="presentation"></object>'),
        Good('<object data="drawing.svg" type="image/svg+xml"><img src="drawing.png" alt="A pear"></object>'),
    ),
)
