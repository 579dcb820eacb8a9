"""The documents in frames that belong to the page: those in ``srcdoc`` attributes, and those of the page's origin."""

from collections.abc import Iterator
from functools import cached_property
from itertools import chain

from bs4.element import Tag

from sitescan.document.accessibility.iframes import perceivable_frames
from sitescan.document.document import Document
from sitescan.document.layout.layout_snapshot import Snapshot
from sitescan.document.parsing.live_tree import LiveFrame
from sitescan.document.parsing.parse import MAX_ELEMENTS
from sitescan.document.parsing.parsed_page import ParsedPage, parse_frame
from sitescan.document.source_location import shorten
from sitescan.document.tree import attr
from sitescan.document.views import view
from sitescan.model.exchange import Exchange, Page
from sitescan.model.outline import Place
from sitescan.model.rendered import RenderedDocument
from sitescan.standards.http_headers import Headers
from sitescan.standards.urls import origin_of

#: The maximum number of frames of a page.
_MOST = 20

#: The mode of documents in ``srcdoc`` attributes doesn't depend on their document type.
_NO_QUIRKS = "<!DOCTYPE html>"

#: The number of characters of a title that are shown.
_LONGEST_TITLE = 60

#: The URLs of documents that have the origin of the page around them.
_WITHOUT_URL = ("about:blank", "about:srcdoc")

_HTML = Headers((("Content-Type", "text/html; charset=utf-8"),))


class FrameDocument(Document):
    """
    The document in a frame. It is judged in the window of a desktop alone.

    :ivar frame: the element that shows it.
    :ivar around: the document with that element.
    """

    def __init__(self, frame: Tag, around: Document) -> None:
        self.frame, self.around = frame, around
        self._live = around.frames.get(id(frame))
        parsed = around.parsed_frames.get(id(frame)) or self._parse()
        around.parsed_frames[id(frame)] = parsed
        super().__init__(parsed, around.sheets.values(), scripts=around.scripts.values())

    def _parse(self) -> ParsedPage:
        url = self._live.url if self._live is not None and self._live.url not in _WITHOUT_URL else self.around.base_url
        page = Page(
            exchange=Exchange(requested=url, url=url, status=200, headers=_HTML),
            body=(_NO_QUIRKS + attr(self.frame, "srcdoc", "")).encode("utf-8", "replace"),
            rendered=None if self._live is None else RenderedDocument(html=""),
        )
        return parse_frame(page, self.around.builder, self._live)

    @property
    def on_phone(self) -> Document:
        """This document."""
        return self

    @cached_property
    def _layout_snapshot(self) -> Snapshot | None:
        around = self.around.layout_snapshot
        if around is None or self._live is None:
            return None
        own = [found for found in around.documents if found.nodes.backend_node_id[:1] == [self._live.number]]
        return Snapshot(documents=[*own, *around.documents], strings=around.strings) if own else None

    @property
    def where(self) -> str:
        """Words that say that something is in this frame."""
        title = shorten(attr(self.frame, "title", ""), _LONGEST_TITLE)
        return f"in the frame “{title}”" if title else "in a frame"

    def place(self, at: object) -> Place | None:
        """Return the place of the frame, with the snippet and the selector of an element in it."""
        frame, inside = self.around.place(self.frame), super().place(at)
        if frame is None or inside is None:
            return frame
        return Place(
            line=frame.line,
            column=frame.column,
            snippet=inside.snippet,
            selector=f"{frame.selector} >>> {inside.selector}" if frame.selector and inside.selector else "",
        )


@view
def frame_documents(page: Document) -> tuple[FrameDocument, ...]:
    """
    Return the documents in the frames of a page that visitors perceive, frames in frames included.

    With the page, they have at most as many elements as one page may have.
    """
    found = list[FrameDocument]()
    left = MAX_ELEMENTS - len(page.elements)
    # What is found is searched for frames, too.
    for document in chain((page,), found) if page.has_frames else ():
        for inside in _inside(document, page):
            left -= len(inside.elements)
            if left < 0 or len(found) == _MOST:
                return tuple(found)
            found.append(inside)
    return tuple(found)


def _inside(document: Document, page: Document) -> Iterator[FrameDocument]:
    """Yield the documents in the frames of a document that have content and belong to the page."""
    for frame in perceivable_frames(document):
        if _belongs_to(page, frame, document.frames.get(id(frame))):
            inside = FrameDocument(frame, document)
            if inside.body is not None and inside.body.contents:
                yield inside


def _belongs_to(page: Document, frame: Tag, live: LiveFrame | None) -> bool:
    if not page.is_rendered:
        return "srcdoc" in frame.attrs and not page.page.is_fragment
    return live is not None and (live.url in _WITHOUT_URL or origin_of(live.url) == origin_of(page.url))
