"""Layouts that a browser has measured, and malformed layouts from a compromised browser."""

import json
from typing import Any

import pytest
from attrs import evolve

from sitescan.document.contrast.measured_texts import measured_texts
from sitescan.document.document import Document
from sitescan.document.layout.measured_layout import drawn_boxes, measured_boxes, narrow_boxes
from sitescan.model.exchange import Exchange, Page
from sitescan.model.rendered import RenderedDocument
from tests.measured_pages import Node, layout
from tests.measured_pages import snapshot as layout_of
from tests.work import lines

LINE = (10, 10, 100, 20)
OPAQUE = {"styles": {"background-color": "rgb(255, 255, 255)"}}
INLINE = {"styles": {"display": "inline", "background-color": "rgb(255, 255, 255)"}}


def rendered(html: str, snapshot: bytes) -> Document:
    """Return a rendered page."""
    exchange = Exchange(requested="http://pears.example/", url="http://pears.example/", status=200)
    return Document(Page(exchange=exchange, body=b"", rendered=RenderedDocument(html=html, layout=snapshot)))


def text() -> Node:
    """Return a text of one line."""
    return Node("#text", LINE, lines=(LINE,))


def nested(depth: int, *texts: Node, **box: Any) -> Document:
    """Return a page of nested boxes, each with the given texts, and the innermost with a text of one line."""
    node = Node("div", inside=[text()], **box)
    for _ in range(depth):
        node = Node("div", inside=[*texts, node], **box)
    before = "Pears" * len(texts)
    html = f"<div>{before}" * depth + "<div>Pears</div>" + "</div>" * depth
    return rendered(f"<html><head></head><body>{html}</body></html>", layout(node))


def test_enclosing_box() -> None:
    """The box around a text is that of the nearest ancestor with a box."""
    snapshot = layout(Node("div", inside=[Node("p", None, inside=[Node("b", None, inside=[text()])])]))
    boxes = measured_boxes(rendered("<html><head></head><body><div><p><b>Pears</b></p></div></body></html>", snapshot))
    assert [(box.name, box.around) for box in boxes] == [("html", -1), ("body", 0), ("div", 1), ("#text", 2)]


def test_missing_stylesheet() -> None:
    """Visitors may see other boxes; those that the browser has drawn are in the screenshot."""
    html = "<html><head></head><body><div><p>Pears</p></div></body></html>"
    snapshot = layout(Node("div", inside=[Node("p", inside=[text()])]))
    for link, number in (("", 5), ("<link rel=stylesheet href=/a.css>", 0)):
        page = rendered(html.replace("</body>", f"{link}</body>"), snapshot)
        page = Document(evolve(page.page, rendered=evolve(page.page.measured, narrow=snapshot)))
        assert [len(boxes(page)) for boxes in (drawn_boxes, measured_boxes, narrow_boxes)] == [5, number, number]


def test_container_queries() -> None:
    """What stylesheets don't decide about an element's display, the browser has measured."""
    style = "<style>b {display: block} u {display: none} @container (width < 9em) {b, i {display: none}}</style>"
    html = f"<html><head>{style}</head><body><b>one</b><b>two</b><i>three</i><u>four</u></body></html>"
    head = Node("head", None, inside=[Node("style", None, inside=[Node("#text", None)])])
    shown = [Node("b", inside=[text()]), Node("b", None, inside=[Node("#text", None)])]
    others = [Node("i", None, inside=[Node("#text", None)]), Node("u", inside=[text()])]
    snapshot = layout_of(Node("html", inside=[head, Node("body", inside=[*shown, *others])]))
    for measured, displays in ((snapshot, ["block", "none", "none", "none"]), (b"", [None, None, None, "none"])):
        document = rendered(html, measured)
        assert [document.styles.of(tag).display for tag in document.all("b", "i", "u")] == displays
    narrow = layout_of(Node("html", inside=[head, Node("body", inside=[shown[1], shown[1], *others])]))
    page = rendered(html, snapshot).page
    document = Document(evolve(page, rendered=evolve(page.measured, phone=narrow)))
    for screen, hidden in ((document, [False, True]), (document.on_phone, [True, True])):
        assert [screen.styles.of(tag).display == "none" for tag in screen.all("b")] == hidden


@pytest.mark.parametrize(
    ("part", "values"),
    [
        (("nodes", "parentIndex"), [-1, 0, 1, 1, 5, 4]),
        (("nodes", "parentIndex"), [-1, 0, 1, 1, 4, 4]),
        (("nodes", "parentIndex"), [-1, 5, 1, 1, 3, 4]),
        (("nodes", "parentIndex"), [-1, 0, 1, 1, 3, -7]),
        (("nodes", "parentIndex"), [5, 0, 1, 1, 3, 4]),
        (("layout", "nodeIndex"), [1, 4, 3, 5]),
        (("layout", "nodeIndex"), [-3, 3, 4, 5]),
        (("layout", "nodeIndex"), [1, 3, 4, 99]),
    ],
)
def test_invalid_trees(part: tuple[str, str], values: list[int]) -> None:
    """A layout whose tree is invalid, such as boxes that contain each other, is ignored."""
    html = "<html><head></head><body><div>Pears</div></body></html>"
    snapshot = json.loads(layout(Node("div", inside=[text()])))
    assert len(measured_boxes(rendered(html, json.dumps(snapshot).encode()))) == 4
    snapshot["documents"][0][part[0]][part[1]] = values
    assert measured_boxes(rendered(html, json.dumps(snapshot).encode())) == ()


@pytest.mark.parametrize("box", [{"at": None}, OPAQUE])
def test_deep_boxes(box: Any) -> None:
    """The work for a layout of nested elements grows in proportion to their number."""

    def work(depth: int) -> int:
        document = nested(depth, text(), **box)
        assert document.html is not None
        return lines(lambda: measured_boxes(document), {})[""]

    small, double, fourfold = map(work, (100, 200, 400))
    assert fourfold - double < 3 * (double - small)


@pytest.mark.parametrize("box", [INLINE, OPAQUE, {"styles": {"opacity": "0.9"}}])
def test_deep_texts(box: Any) -> None:
    """The work for texts in nested boxes grows in proportion to the number of boxes."""

    def work(depth: int) -> int:
        document = nested(depth, **box)
        measured_boxes(document)
        return lines(lambda: measured_texts(document), {})[""]

    # The first one compiles regular expressions.
    _, small, double, fourfold = map(work, (1, 100, 200, 400))
    assert fourfold - double < 3 * (double - small)
