"""Layouts of rendered pages, as a browser would measure them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import define, field
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import children, own_text
from sitescan.model.exchange import Exchange, Page
from sitescan.model.rendered import LAYOUT_STYLES, FocusTried, LayoutShift, MovedNode, Paints

#: The browser's node number of the document.
FIRST_NODE = 11

PLAIN = {
    **dict.fromkeys(("text-shadow", "background-image", "box-shadow", "backdrop-filter", "transform"), "none"),
    **dict.fromkeys(("filter", "mask-image", "clip-path"), "none"),
    "-webkit-text-fill-color": "rgb(0, 0, 0)",
    "font-size": "16px",
    "font-weight": "400",
    "-webkit-text-stroke-width": "0px",
    "background-color": "rgba(0, 0, 0, 0)",
    "background-clip": "border-box",
    "color-scheme": "normal",
    "opacity": "1",
    "visibility": "visible",
    "display": "block",
    "position": "static",
    "overflow-x": "visible",
    "overflow-y": "visible",
    "mix-blend-mode": "normal",
    "color": "rgb(0, 0, 0)",
    "content": "normal",
    "font-family": "serif",
}


@define
class Node:
    """
    A node of a page.

    :ivar at: left, top, width and height of its box; ``None`` if it has none.
    :ivar lines: the lines of a text.
    :ivar value: the text in a field.
    """

    name: str
    at: tuple[float, float, float, float] | None = (0, 0, 800, 600)
    styles: Mapping[str, str] = field(factory=dict)
    inside: Sequence["Node"] = ()
    order: int = 1
    lines: Sequence[tuple[float, float, float, float]] = ()
    generated: bool = False
    beyond: tuple[float, float] = (0, 0)
    id: str = ""
    value: str | None = None


def layout(*body: Node, **styles: Mapping[str, str]) -> bytes:
    """Return the snapshot of a page with a body."""
    inside = (Node("head", None), Node("body", styles=styles.get("body", {}), inside=body))
    return snapshot(Node("html", styles=styles.get("html", {}), inside=inside))


def snapshot(page: Node) -> bytes:
    """Return the snapshot of a page, as DevTools sends it."""
    strings: list[str] = []
    nodes: dict[str, Any] = {"parentIndex": [-1], "nodeType": [9], "nodeName": [0], "pseudoType": {"index": []}}
    nodes |= {"backendNodeId": [FIRST_NODE], "inputValue": {"index": [], "value": []}}
    nodes |= {"textValue": {"index": [], "value": []}}
    boxes: dict[str, list[Any]] = {"nodeIndex": [], "styles": [], "bounds": [], "text": [], "paintOrders": []}
    boxes |= {"clientRects": [], "scrollRects": []}
    lines: dict[str, list[Any]] = {"layoutIndex": [], "bounds": []}

    def number(string: str) -> int:
        if string not in strings:
            strings.append(string)
        return strings.index(string)

    def add(node: Node, parent: int) -> None:
        here = len(nodes["parentIndex"])
        nodes["parentIndex"].append(parent)
        nodes["nodeType"].append(3 if node.name == "#text" else 1)
        nodes["nodeName"].append(number(node.name.upper()))
        nodes["backendNodeId"].append(FIRST_NODE + here)
        if node.value is not None:
            nodes["inputValue"]["index"].append(here)
            nodes["inputValue"]["value"].append(number(node.value) if node.value else -1)
        if node.generated:
            nodes["pseudoType"]["index"].append(here)
        if node.at is not None:
            lines["layoutIndex"] += [len(boxes["nodeIndex"])] * len(node.lines)
            lines["bounds"] += node.lines
            boxes["nodeIndex"].append(here)
            values = PLAIN | dict(node.styles)
            boxes["styles"].append([number(values[name]) for name in LAYOUT_STYLES])
            boxes["bounds"].append(node.at)
            boxes["text"].append(number("Pears") if node.name == "#text" else -1)
            boxes["paintOrders"].append(node.order)
            width, height = node.at[2:]
            boxes["clientRects"].append([] if node.name == "#text" else [0, 0, width, height])
            boxes["scrollRects"].append(
                [] if node.name == "#text" else [0, 0, width + node.beyond[0], height + node.beyond[1]]
            )
        for child in node.inside:
            add(child, here)

    number("#document")
    add(page, 0)
    return json.dumps(
        {"documents": [{"nodes": nodes, "layout": boxes, "textBoxes": lines}], "strings": strings}
    ).encode()


def covering(scripts: Sequence[tuple[str, int, int]]) -> bytes:
    """Return the coverage of scripts as DevTools sends it, from their URLs, the lengths of unused code, and sizes."""
    result = [
        {
            "url": url,
            "functions": [
                {"ranges": [{"startOffset": 0, "endOffset": size, "count": 1}]},
                {"ranges": [{"startOffset": 5, "endOffset": 5 + unused, "count": 0}]},
            ],
        }
        for url, unused, size in scripts
    ]
    return json.dumps({"result": result}).encode()


def painted(html: str, shifts: Sequence[tuple[str, float]], tried: Sequence[tuple[str, bool]] = ()) -> Paints:
    """
    Return a browser's measurements of a page.

    :param shifts: the ids of elements that move 300 pixels down, half a second after each other, and the scores.
    :param tried: the ids of elements that got the focus, and whether the focus has changed anything visible.
    """
    ids = [None, *_ids(_tree(html, {}))]
    unmarked = tuple(FIRST_NODE + ids.index(name) for name, shows in tried if not shows)
    return Paints(
        focus=FocusTried(unmarked=unmarked) if tried else None,
        shifts=tuple(
            LayoutShift(
                score=score,
                seconds=number * 0.5,
                moved=(MovedNode(node=FIRST_NODE + ids.index(name), across=0.0, down=300.0),),
            )
            for number, (name, score) in enumerate(shifts)
        ),
    )


def _declared(tag: Tag) -> Mapping[str, str]:
    declarations = [
        declaration.split(":") for declaration in str(tag.attrs.get("style", "")).split(";") if declaration.strip()
    ]
    styles = {name.strip(): value.strip() for name, value in declarations}
    overflow = styles.get("overflow", "visible")
    return {"overflow-x": overflow, "overflow-y": overflow, **styles}


def measured(html: str, boxes: Mapping[str, tuple[float, float, float, float]]) -> bytes:
    """
    Return the snapshot of a page in which only the elements with these ids have bounds.

    Their styles are those of their ``style`` attributes, and each text is one line that fills its element.
    """
    return snapshot(_tree(html, boxes))


def _tree(html: str, boxes: Mapping[str, tuple[float, float, float, float]]) -> Node:
    url = "https://example.com/"
    page = Page(exchange=Exchange(requested=url, url=url, status=200), body=html.encode())
    root = Document(page).html
    assert root is not None

    def node(tag: Tag) -> Node:
        name = str(tag.attrs.get("id", ""))
        at = boxes.get(name)
        texts = [Node("#text", at, lines=() if at is None else (at,))] if own_text(tag).strip() else []
        styles = {"display": "inline-block", **_declared(tag)}
        return Node(tag.name, at, styles, [*texts, *map(node, children(tag))], id=name)

    return node(root)


def _ids(node: Node) -> Iterator[str]:
    yield node.id
    for child in node.inside:
        yield from _ids(child)
