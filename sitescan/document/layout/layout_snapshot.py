"""
The layout that a browser has measured, as it sends it.

https://chromedevtools.github.io/devtools-protocol/tot/DOMSnapshot/#method-captureSnapshot
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from bs4.element import Tag

from sitescan.document.css.measured_styles import MeasuredStyles
from sitescan.document.parsing.flat_tree import ShadowTrees
from sitescan.document.tree import HTML
from sitescan.model.rendered import LAYOUT_STYLES

_ELEMENT = 1
#: Elements that browsers show in boxes of their own making.
_WITHOUT_BOX = frozenset({"optgroup", "option"})


class Nodes(msgspec.Struct, rename="camel"):
    """The nodes of the flat tree, parents first; a parent is an index, or -1."""

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


class DocumentSnapshot(msgspec.Struct, rename="camel"):
    """The nodes of a document, and those of them that have boxes."""

    nodes: Nodes
    layout: _Layout
    text_boxes: _TextBoxes
    scroll_offset_x: float = 0.0
    scroll_offset_y: float = 0.0


class Snapshot(msgspec.Struct):
    """The snapshot of a page and its frames; the page comes first."""

    documents: list[DocumentSnapshot]
    strings: list[str]


def decoded(layout: bytes) -> Snapshot | None:
    """Return a layout; ``None`` if there is none or it isn't valid."""
    if not layout:
        return None
    try:
        snapshot = msgspec.json.decode(layout, type=Snapshot)
    except (msgspec.MsgspecError, RecursionError):
        return None
    return snapshot if snapshot.documents else None


def measured_tags(html: Tag | None, trees: ShadowTrees, snapshot: Snapshot) -> Mapping[int, Tag]:
    """
    Return the elements of the document by their node.

    A serialized DOM that is parsed again may have another shape. So an element is only known if it and its ancestors
    have the same siblings in both. Both are flat trees.
    """
    try:
        return {} if html is None else _same_elements(html, trees, snapshot.documents[0].nodes, snapshot.strings)
    except (IndexError, ValueError):
        return {}


def _same_elements(html: Tag, trees: ShadowTrees, nodes: Nodes, strings: Sequence[str]) -> Mapping[int, Tag]:
    generated = set(nodes.pseudo_type.index)
    inside: dict[int, list[int]] = {}
    for node, (parent, kind) in enumerate(zip(nodes.parent_index, nodes.node_type, strict=True)):
        if kind == _ELEMENT and node not in generated and 0 <= parent < node:
            inside.setdefault(parent, []).append(node)
    root = inside.get(0, [])
    if len(root) != 1:
        return {}
    found = {root[0]: html}
    waiting = [root[0]]
    while waiting:
        node = waiting.pop()
        tag = found[node]
        measured = inside.get(node, [])
        parsed = [] if tag.name == "template" and tag.namespace == HTML else trees.in_flat_tree(tag)
        names = [strings[nodes.node_name[child]].lower() for child in measured]
        if names == [child.name.lower() for child in parsed]:
            found.update(zip(measured, parsed, strict=True))
            waiting += measured
    return found


def measured_styles(
    within: Sequence[Tag], trees: ShadowTrees, tags: Mapping[int, Tag], snapshot: Snapshot | None
) -> MeasuredStyles:
    """
    Return the styles of hosts and of all elements within them, and the ``display`` of every element.

    :param within: these elements.
    :param tags: the elements of the document by their node.
    """
    elements: dict[int, Mapping[str, str]] = {id(tag): {} for tag in within}
    if snapshot is not None:
        elements.update((key, {"display": "none"}) for key in trees.unassigned & elements.keys())
        try:
            return _measured_styles(elements, tags, snapshot)
        except (IndexError, ValueError):
            pass
    return MeasuredStyles(elements)


def _measured_styles(
    elements: Mapping[int, Mapping[str, str]], tags: Mapping[int, Tag], snapshot: Snapshot
) -> MeasuredStyles:
    nodes = snapshot.documents[0].nodes
    boxes = dict(zip(snapshot.documents[0].layout.node_index, computed_styles(snapshot), strict=True))
    # What an element without a box contains is shown in the box around it.
    contents: dict[int, Mapping[str, str]] = {}
    for node in range(len(nodes.parent_index) - 1, 0, -1):
        if node in boxes or node in contents:
            visibility = (boxes.get(node) or contents.get(node, {})).get("visibility", "")
            contents[nodes.parent_index[node]] = {"display": "contents", "visibility": visibility}
    measured = {
        id(tag): boxes.get(node) or contents.get(node, {"display": "none"})
        for node, tag in tags.items()
        if tag.name not in _WITHOUT_BOX
    }
    found = {key: measured.get(key, style) for key, style in elements.items()}
    pseudo: dict[tuple[int, str], Mapping[str, str]] = {}
    for node in nodes.pseudo_type.index:
        origin = tags.get(nodes.parent_index[node])
        if origin is not None and id(origin) in elements and node in boxes:
            pseudo[id(origin), snapshot.strings[nodes.node_name[node]].lower().lstrip(":")] = boxes[node]
    return MeasuredStyles(found, {key: style["display"] for key, style in measured.items()}, pseudo)


def shown_popovers(tags: Mapping[int, Tag], snapshot: Snapshot) -> frozenset[int]:
    """Return the ``id()`` of the popovers that have a box, since the others have none."""
    boxes = frozenset(snapshot.documents[0].layout.node_index)
    return frozenset(id(tag) for node, tag in tags.items() if "popover" in tag.attrs and node in boxes)


def computed_styles(snapshot: Snapshot) -> Iterator[Mapping[str, str]]:
    """
    Iterate over the computed styles of the boxes of a layout. Boxes share them; those of the document are empty.

    :raises IndexError: if the layout is inconsistent.
    :raises ValueError: if it has other styles than :data:`LAYOUT_STYLES`.
    """
    styled: dict[tuple[int, ...], Mapping[str, str]] = {}
    for style in snapshot.documents[0].layout.styles:
        key = tuple(style)
        if key not in styled:
            values = [snapshot.strings[index] for index in style]
            styled[key] = dict(zip(LAYOUT_STYLES, values, strict=True)) if values else {}
        yield styled[key]
