"""Whether the texts in a frame can be judged without the page around it."""

from sitescan.document.accessibility.frame_documents import FrameDocument
from sitescan.document.contrast.painted_boxes import PaintedBoxes
from sitescan.document.document import Document
from sitescan.document.layout.box_surroundings import fixed_boxes
from sitescan.document.layout.measured_layout import measured_boxes
from sitescan.document.tree import attr
from sitescan.document.views import view


def stands_alone(document: Document) -> bool:
    """
    Return whether nothing around a document shows through it or is painted over it; a page always does.

    A frame does if it was measured in a browser, has an opaque background of its own, and contains nothing that stays
    in its window: the size of that isn't known.
    """
    if not isinstance(document, FrameDocument):
        return True
    inside = _painted_boxes(document)
    if not inside.has_opaque_canvas or fixed_boxes(inside.boxes):
        return False
    if attr(document.frame, "scrolling", "").strip().lower() == "no":
        return False
    return _is_in_front(document) and stands_alone(document.around)


def _is_in_front(document: FrameDocument) -> bool:
    """Return whether a frame is painted as it is, and nothing is painted over it."""
    page = _painted_boxes(document.around)
    for number, box in enumerate(page.boxes):
        if box.tag is document.frame and box.styles:
            around, over = page.around[number], page.near(page.painted(number))
            is_changed = around.group >= 0 or around.is_transparent or around.is_uncertain or page.is_exhausted
            return not is_changed and all(page.boxes[other].paint_order <= box.paint_order for other in over - {number})
    return False


@view
def _painted_boxes(document: Document) -> PaintedBoxes:
    return PaintedBoxes(measured_boxes(document), document.screen)
