"""The heading of level 1 that a page lacks."""

from sitescan.document.accessibility.landmark_content import content_outside_landmarks
from sitescan.document.accessibility.roles import level
from sitescan.document.change import ElementChange, changed
from sitescan.document.document import Document
from sitescan.document.element_markup import UNCHANGED, retagged
from sitescan.document.source_location import shorten
from sitescan.document.tree import ids_inside

#: Landmarks whose headings are about something else than the page.
_BESIDE = ("banner", "complementary", "contentinfo", "navigation")
_LOWEST = 6


def first_heading(document: Document) -> ElementChange | None:
    """
    Return the change that gives a page without a heading of level 1 one, or ``None`` if none is likely.

    The first of the highest headings of the content gets the level, and keeps its look. A page without headings gets
    one with the words of its title, at the start of its main content, or before its first content outside of landmarks.
    """
    accessible = document.accessible
    headings = list(accessible.having("heading"))
    if headings:
        beside = ids_inside(accessible.having(*_BESIDE), document.elements)
        named = [heading for heading in headings if id(heading) not in beside and accessible.name(heading)]
        highest = min(named, key=lambda heading: level(heading) or _LOWEST, default=None)
        return changed(highest, UNCHANGED, aria_level="1") if highest is not None else None
    title = shorten(document.title)
    if title != document.title or not title or accessible.of_role("heading"):
        return None
    heading = retagged("h1", title)
    for main in accessible.having("main"):
        return ElementChange(tag=main, first=heading)
    outside = content_outside_landmarks(document)
    return ElementChange(tag=outside[0], before=heading) if outside else None
