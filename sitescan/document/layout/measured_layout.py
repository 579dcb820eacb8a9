"""The layout of a rendered page: its boxes, as the browser measured them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.layout.layout_snapshot import Snapshot, computed_styles, decoded
from sitescan.document.tree import attr
from sitescan.document.views import view

#: The types of input elements that show nothing but their text.
_TEXT_FIELDS = frozenset({"email", "password", "tel", "text", "url"})

_ELEMENT, _TEXT = 1, 3

Bounds = tuple[float, float, float, float]
"""Left, top, right and bottom in CSS pixels, from the top left corner of the page."""


@frozen
class Box:
    """
    A box of the layout: of an element, of content that styles generate, or of a text.

    :ivar tag: the element, or the one that contains the text; ``None`` if it isn't known.
    :ivar name: the name of the node in lower case, such as ``div``, ``::before`` or ``#text``.
    :ivar styles: the computed values of :data:`~sitescan.model.rendered.LAYOUT_STYLES`; empty for the document itself.
    :ivar around: the number of the box that contains it, or -1.
    :ivar paint_order: greater than that of boxes that are painted before its stacking layer.
    :ivar lines: the bounds of the lines of a text.
    :ivar is_blank: whether it is a text field without a text.
    :ivar beyond: the width and height of its content that are beyond the box, in pixels.
    """

    tag: Tag | None
    name: str
    styles: Mapping[str, str]
    bounds: Bounds
    around: int
    paint_order: int
    lines: Sequence[Bounds]
    is_blank: bool
    beyond: tuple[float, float]


@view
def drawn_boxes(document: Document) -> Sequence[Box]:
    """
    Return the boxes of a rendered page as the browser has drawn them, in document order; none if it was not measured.

    What the browser sent is not trusted: an inconsistent layout is none.
    """
    return _read_boxes(document, document.layout_snapshot)


def measured_boxes(document: Document) -> Sequence[Box]:
    """Return the boxes that visitors see; none if all stylesheets are missing that they may get."""
    return drawn_boxes(document) if document.painted else ()


@view
def narrow_boxes(document: Document) -> Sequence[Box]:
    """
    Return the boxes that visitors see in a window of 320 pixels.

    None if the page isn't wider than that, or if all stylesheets are missing that they may get.
    """
    return _read_boxes(document, decoded(document.page.measured.narrow)) if document.painted else ()


@view
def scroll_offset(document: Document) -> tuple[float, float]:
    """Return by how many pixels the window of a rendered page is scrolled to the right and down."""
    snapshot = document.layout_snapshot
    if snapshot is None:
        return 0.0, 0.0
    return snapshot.documents[0].scroll_offset_x, snapshot.documents[0].scroll_offset_y


def _read_boxes(document: Document, snapshot: Snapshot | None) -> Sequence[Box]:
    try:
        return () if snapshot is None else tuple(_boxes(document, snapshot))
    except (IndexError, ValueError):
        return ()


@view
def measured_elements(document: Document) -> Mapping[int, Tag]:
    """Return the elements of a rendered page by the browser's numbers for them and for the texts in them."""
    snapshot = document.layout_snapshot
    if snapshot is None:
        return {}
    nodes, tags = snapshot.documents[0].nodes, document.measured_tags
    found: dict[int, Tag] = {}
    numbers = zip(nodes.backend_node_id, nodes.parent_index, nodes.node_type, strict=False)
    for node, (number, parent, kind) in enumerate(numbers):
        tag = tags.get(parent if kind == _TEXT else node)
        if tag is not None:
            found[number] = tag
    return found


def shown_on_desktop_only(document: Document) -> int:
    """Return how many elements have a box on a desktop that aren't in the page as it is on a phone."""
    phone, desktop = document.on_phone.layout_snapshot, document.layout_snapshot
    if phone is None or desktop is None:
        return 0
    nodes = desktop.documents[0].nodes
    known, generated = frozenset(phone.documents[0].nodes.backend_node_id), frozenset(nodes.pseudo_type.index)
    boxed = frozenset(desktop.documents[0].layout.node_index) - generated
    numbered = enumerate(zip(nodes.backend_node_id, nodes.node_type, strict=False))
    return sum(kind == _ELEMENT and number not in known and node in boxed for node, (number, kind) in numbered)


def _boxes(document: Document, snapshot: Snapshot) -> Iterator[Box]:
    page, strings = snapshot.documents[0], snapshot.strings
    nodes, layout = page.nodes, page.layout
    around = _boxes_around(nodes.parent_index, layout.node_index)
    elements = measured_elements(document)
    lines: dict[int, list[Bounds]] = {}
    for number, rectangle in zip(page.text_boxes.layout_index, page.text_boxes.bounds, strict=True):
        lines.setdefault(number, []).append(_bounds(rectangle))
    blank = {
        node
        for values in (nodes.input_value, nodes.text_value)
        for node, value in zip(values.index, values.value, strict=True)
        if value < 0
    }
    sizes = zip(layout.client_rects, layout.scroll_rects, strict=True)
    rows = zip(layout.node_index, computed_styles(snapshot), layout.bounds, layout.paint_orders, sizes, strict=True)
    for number, (node, style, rectangle, order, (client, scroll)) in enumerate(rows):
        tag = elements.get(nodes.backend_node_id[node])
        yield Box(
            tag=tag,
            name=strings[nodes.node_name[node]].lower(),
            styles=style,
            bounds=_bounds(rectangle),
            around=around[node],
            paint_order=order,
            lines=lines.get(number, ()),
            is_blank=node in blank and tag is not None and _shows_only_text(tag),
            beyond=(scroll[2] - client[2], scroll[3] - client[3]) if client and scroll else (0.0, 0.0),
        )


def _shows_only_text(field: Tag) -> bool:
    """Return whether a form control shows nothing but the text in it."""
    return (field.name == "textarea" or attr(field, "type", "text").lower() in _TEXT_FIELDS) and not field.get(
        "placeholder"
    )


def _boxes_around(parents: Sequence[int], nodes: Sequence[int]) -> Sequence[int]:
    """
    Return the number of the box around each node, or -1: elements without one ("display: contents") are skipped.

    :param parents: the parent of each node, or -1.
    :param nodes: the node of each box.
    :raises ValueError: unless parents precede their children, and boxes are in the order of their nodes.
    """
    if any(node < before for before, node in pairwise((0, *nodes))):
        raise ValueError
    box_of_node: dict[int, int] = {}
    for number, node in enumerate(nodes):
        box_of_node.setdefault(node, number)
    around: list[int] = []
    for node, parent in enumerate(parents):
        if not -1 <= parent < node:
            raise ValueError
        around.append(-1 if parent < 0 else box_of_node.get(parent, around[parent]))
    return around


def _bounds(rectangle: tuple[float, float, float, float]) -> Bounds:
    left, top, width, height = rectangle
    return left, top, left + width, top + height
