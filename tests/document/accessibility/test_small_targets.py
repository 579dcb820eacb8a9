"""Targets that are too small, from layouts that a browser has measured."""

from collections.abc import Sequence

import pytest

from sitescan.document.accessibility.small_targets import small_targets
from sitescan.document.document import Document
from sitescan.model.exchange import Exchange, Page
from sitescan.model.rendered import RenderedDocument
from tests.measured_pages import Node, layout

URL = "http://pears.example/"


def found(html: str, *body: Node) -> list[str]:
    """Return the texts of the elements of a body that are too small."""
    exchange = Exchange(requested=URL, url=URL, status=200)
    rendered = f"<html><head></head><body>{html}</body></html>"
    page = Page(exchange=exchange, body=b"", rendered=RenderedDocument(html=rendered, layout=layout(*body)))
    return [target.element.get_text() for target, _ in small_targets(Document(page))]


def links(*at: tuple[float, float, float, float], display: str = "inline") -> Sequence[Node]:
    """Return links with these bounds."""
    return [Node("a", bounds, {"display": display}) for bounds in at]


A, B = (0, 0, 50, 19), (52, 0, 10, 19)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<div><a href=/>A</a> <a href=/>B</a></div>", ["B"]),
        ("<div><a href=/>A</a> | <a href=/>B</a></div>", ["B"]),
        ("<div><a href=/>A</a> or <a href=/>B</a></div>", []),
        ("<p>See <span><a href=/>A</a> <a href=/>B</a></span></p>", []),
    ],
)
def test_links_in_text(html: str, expected: list[str]) -> None:
    """Links between words may be small, as the lines of the text limit their size; adjacent links may not."""
    inside = links(A, B)
    body = Node("p", inside=[Node("span", inside=inside)]) if "span" in html else Node("div", inside=inside)
    assert found(html, body) == expected


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        ((25, 0, 16, 16), []),
        ((23, 0, 16, 16), ["A", "B"]),
        ((0, 19, 200, 16), ["A"]),
        ((0, 22, 200, 16), []),
        ((0, 500, 16, 16), []),
        ((0, 95, 16, 16), []),
    ],
)
def test_spacing(second: tuple[float, float, float, float], expected: list[str]) -> None:
    """A small target needs room around its center, from edges of other targets and from centers of small ones."""
    boxes = links((0, 0, 16, 16), second, display="block")
    assert found("<div><a href=/>A</a><a href=/>B</a></div>", Node("div", inside=boxes)) == expected


def test_many_targets() -> None:
    """Thousands of targets with enough room are not reported."""
    html = "<div>" + "<a href=/>x</a>" * 2000 + "</div>"
    boxes = links(*[(0, 30 * number, 16, 16) for number in range(2000)], display="block")
    assert found(html, Node("div", inside=boxes)) == []


@pytest.mark.parametrize(
    "html",
    [
        "<a>A</a><a>B</a>",
        "<a href=/ hidden>A</a><a href=/ hidden>B</a>",
        "<a href=/ role=none>A</a><a href=/ role=img>B</a>",
    ],
)
def test_elements_that_are_not_targets(html: str) -> None:
    """Elements that take no clicks, or aren't seen, may have any size."""
    assert found(f"<div>{html}</div>", Node("div", inside=links(A, B, display="block"))) == []


@pytest.mark.parametrize(("top", "expected"), [(0, ["A", "B"]), (40, [])])
def test_clipped_target(top: float, expected: list[str]) -> None:
    """A target outside of the box that clips it is ignored."""
    free = Node("a", (20, top, 16, 16), {"display": "block", "position": "absolute"})
    clipping = {"position": "relative", "overflow-x": "hidden", "overflow-y": "hidden"}
    body = [
        *links((0, 0, 16, 16), display="block"),
        Node("div", (0, 0, 99, 20), clipping, [free]),
        *links((20, 40, 200, 30), display="block"),
    ]
    html = "<a href=/>A</a><div><a href=/>B</a></div><a href=/>C</a>"
    assert found(html, *body) == expected


@pytest.mark.parametrize(("position", "expected"), [("static", ["A", "B"]), ("fixed", [])])
def test_fixed_target(position: str, expected: list[str]) -> None:
    """A target in a bar that doesn't scroll is close to others only for a moment."""
    bar = Node("div", styles={"position": position}, inside=links((20, 0, 16, 16), display="block"))
    body = [*links((0, 0, 16, 16), display="block"), bar]
    assert found("<a href=/>A</a><div><a href=/>B</a></div>", *body) == expected


@pytest.mark.parametrize(("left", "expected"), [(0, ["A", "B"]), (-9999, [])])
def test_off_screen_targets(left: float, expected: list[str]) -> None:
    """Targets to the left of the page can't be hit."""
    boxes = links((left, 0, 16, 16), (left + 18, 0, 16, 16), display="block")
    assert found("<div><a href=/>A</a><a href=/>B</a></div>", Node("div", inside=boxes)) == expected
