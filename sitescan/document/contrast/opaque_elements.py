"""Elements whose content is not part of the page: frames, and what scripts draw on a canvas."""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.accessibility.frame_documents import frame_documents
from sitescan.document.accessibility.iframes import is_pixel, perceivable_frames
from sitescan.document.contrast.letters import words_of
from sitescan.document.document import Document
from sitescan.document.tree import attr
from sitescan.document.views import view

#: Elements besides texts that can be examined.
_EXAMINED = frozenset("a area audio button embed iframe img input object select summary svg textarea video".split())


def opaque_frames(document: Document) -> Iterator[tuple[Document, Tag]]:
    """Iterate over the frames that visitors perceive and whose document isn't examined, with the document around."""
    inside = frame_documents(document)
    examined = {id(part.frame) for part in inside}
    for part in (document, *inside):
        for frame in perceivable_frames(part):
            address = attr(frame, "src", "").strip().lower()
            shows_another = "srcdoc" in frame.attrs or (address and not address.startswith("about:"))
            if shows_another and id(frame) not in examined:
                yield part, frame


@view
def canvases(document: Document) -> tuple[Tag, ...]:
    """Return the canvases that visitors perceive."""
    exposed = document.accessible.exposed
    return tuple(tag for tag in document.all("canvas") if exposed(tag) and not is_pixel(document, tag))


@view
def canvas_is_the_page(document: Document) -> bool:
    """
    Return whether a page shows nothing but what scripts draw on a canvas.

    What is in a canvas is shown only where there are no canvases, and to assistive technology.
    """
    body = document.body
    if body is None or not canvases(document):
        return False
    words = words_of(document)
    inside: set[int] = set()
    for tag in document.elements[document.order[id(body)] :]:
        parent = tag.parent
        if tag.name == "canvas" or id(parent) in inside:
            inside.add(id(tag))
        elif (tag.name in _EXAMINED or words.are_in(tag)) and document.accessible.exposed(tag):
            return False
    return True
