"""
The layout of a rendered page, as the browser measured it.

https://chromedevtools.github.io/devtools-protocol/tot/DOMSnapshot/#method-captureSnapshot
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec
from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import attr, children
from sitescan.document.views import view
from sitescan.model.rendered import LAYOUT_STYLES

#: The types of input elements that show nothing but their text.
_TEXT_FIELDS = frozenset({"email", "password", "tel", "text", "url"})

_ELEMENT, _TEXT, _SHADOW_ROOT = 1, 3, 11

Bounds = tuple[float, float, float, float]
"""Left, top, right and bottom in CSS pixels, from the top left corner of the page."""


class _Nodes(msgspec.Struct, rename="camel"):
    parent_index: list[int]
    node_type: list[int]
    node_name: list[int]
    backend_node_id: list[int]
    pseudo_type: "_Rare"
    input_value: "_RareStrings"
    text_value: "_RareStrings"


class _Rare(msgspec.Struct):
    """A value that few nodes have: their indices."""

    index: list[int]


class _RareStrings(_Rare):
    """A string that few nodes have: their indices, and the numbers of the strings, or -1 for empty ones."""

    value: list[int]


class _Layout(msgspec.Struct, rename="camel"):
    node_index: list[int]
    styles: list[list[int]]
    bounds: list[tuple[float, float, float, float]]
    paint_orders: list[int]
    client_rects: list[list[float]]
    scroll_rects: list[list[float]]


class _TextBoxes(msgspec.Struct, rename="camel"):
    layout_index: list[int]
    bounds: list[tuple[float, float, float, float]]


class _DocumentSnapshot(msgspec.Struct, rename="camel"):
    nodes: _Nodes
    layout: _Layout
    text_boxes: _TextBoxes
    scroll_offset_x: float = 0.0
    scroll_offset_y: float = 0.0


class _Snapshot(msgspec.Struct):
    """The snapshot of a page and its frames; the page comes first."""

    documents: list[_DocumentSnapshot]
    strings: list[str]


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
    return _read_boxes(document, _snapshot(document))


def measured_boxes(document: Document) -> Sequence[Box]:
    """Return the boxes that visitors see; none if a stylesheet is missing that they may get."""
    return drawn_boxes(document) if document.styled else ()


@view
def narrow_boxes(document: Document) -> Sequence[Box]:
    """
    Return the boxes that visitors see in a window of 320 pixels.

    None if the page isn't wider than that, or if a stylesheet is missing that they may get.
    """
    return _read_boxes(document, _decoded(document.page.narrow)) if document.styled else ()


@view
def scroll_offset(document: Document) -> tuple[float, float]:
    """Return by how many pixels the window of a rendered page is scrolled to the right and down."""
    snapshot = _snapshot(document)
    if snapshot is None:
        return 0.0, 0.0
    return snapshot.documents[0].scroll_offset_x, snapshot.documents[0].scroll_offset_y


def _read_boxes(document: Document, snapshot: _Snapshot | None) -> Sequence[Box]:
    try:
        return () if snapshot is None else tuple(_boxes(document, snapshot))
    except (IndexError, ValueError):
        return ()


@view
def measured_elements(document: Document) -> Mapping[int, Tag]:
    """Return the elements of a rendered page by the browser's numbers for them and for the texts in them."""
    snapshot = _snapshot(document)
    if snapshot is None:
        return {}
    nodes, tags = snapshot.documents[0].nodes, _tags(document)
    found: dict[int, Tag] = {}
    numbers = zip(nodes.backend_node_id, nodes.parent_index, nodes.node_type, strict=False)
    for node, (number, parent, kind) in enumerate(numbers):
        tag = tags.get(parent if kind == _TEXT else node)
        if tag is not None:
            found[number] = tag
    return found


@view
def _snapshot(document: Document) -> _Snapshot | None:
    return _decoded(document.page.layout) if document.is_rendered else None


def _decoded(layout: bytes) -> _Snapshot | None:
    if not layout:
        return None
    try:
        snapshot = msgspec.json.decode(layout, type=_Snapshot)
    except (msgspec.MsgspecError, RecursionError):
        return None
    return snapshot if snapshot.documents else None


def _boxes(document: Document, snapshot: _Snapshot) -> Iterator[Box]:
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
    styled: dict[tuple[int, ...], Mapping[str, str]] = {}
    sizes = zip(layout.client_rects, layout.scroll_rects, strict=True)
    rows = zip(layout.node_index, layout.styles, layout.bounds, layout.paint_orders, sizes, strict=True)
    for number, (node, style, rectangle, order, (client, scroll)) in enumerate(rows):
        key = tuple(style)
        if key not in styled:
            values = [strings[index] for index in style]
            styled[key] = dict(zip(LAYOUT_STYLES, values, strict=True)) if values else {}
        tag = elements.get(nodes.backend_node_id[node])
        yield Box(
            tag=tag,
            name=strings[nodes.node_name[node]].lower(),
            styles=styled[key],
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


@view
def _tags(document: Document) -> Mapping[int, Tag]:
    """
    Return the elements of the document by their node.

    A serialized DOM that is parsed again may have another shape. So an element is only known if it and its ancestors
    have the same siblings in both.
    """
    snapshot = _snapshot(document)
    if snapshot is None:
        return {}
    try:
        return _same_elements(document, snapshot.documents[0].nodes, snapshot.strings)
    except (IndexError, ValueError):
        return {}


def _same_elements(document: Document, nodes: _Nodes, strings: Sequence[str]) -> Mapping[int, Tag]:
    generated = set(nodes.pseudo_type.index)
    inside: dict[int, list[int]] = {}
    for node, (parent, kind) in enumerate(zip(nodes.parent_index, nodes.node_type, strict=True)):
        if (
            kind == _ELEMENT
            and node not in generated
            and 0 <= parent < node
            and nodes.node_type[parent] != _SHADOW_ROOT
        ):
            inside.setdefault(parent, []).append(node)
    root = inside.get(0, [])
    if len(root) != 1 or document.html is None:
        return {}
    found = {root[0]: document.html}
    waiting = [root[0]]
    while waiting:
        node = waiting.pop()
        tag = found[node]
        measured = inside.get(node, [])
        parsed = [] if tag.name == "template" else [one for one in children(tag) if not _is_shadow_tree(one)]
        names = [strings[nodes.node_name[one]].lower() for one in measured]
        if names == [one.name.lower() for one in parsed]:
            found.update(zip(measured, parsed, strict=True))
            waiting += measured
    return found


def _is_shadow_tree(tag: Tag) -> bool:
    return tag.name == "template" and "shadowrootmode" in tag.attrs
