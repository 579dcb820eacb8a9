"""The boxes of elements on the screenshot."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from sitescan.document.layout.screen_boxes import MOST_BOXES, screen_boxes
from sitescan.model.outline import ScreenBox
from tests.document.layout.test_measured_layout import rendered
from tests.measured_pages import Node, layout

CLIPS = {"overflow-x": "hidden"}


def boxes(*body: Node, html: str, **changed: Any) -> Mapping[str, tuple[int, int, int, int]]:
    """Return the boxes on the screen by the selectors of their elements."""
    snapshot = json.loads(layout(*body))
    snapshot["documents"][0] |= changed
    document = rendered(f"<html><head></head><body>{html}</body></html>", json.dumps(snapshot).encode())
    return {place.selector: (box.x, box.y, box.width, box.height) for place, box in screen_boxes(document)}


def test_boxes_are_clipped_to_window() -> None:
    """A box is the part of an element inside the window, in whole pixels; the page itself has none."""
    found = boxes(
        Node("p", (10.4, 20.6, 100.2, 30), inside=[Node("#text", (10.4, 20.6, 100.2, 30))]),
        Node("div", (-50, 700, 5000, 5000)),
        Node("i", (0, 800, 100, 20)),
        Node("b", (0, 0, 1, 1)),
        Node("u", None),
        html="<p>Pears</p><div></div><i></i><b></b><u></u>",
    )
    assert found == {"body > p": (10, 20, 101, 31), "body > div": (0, 700, 1280, 100)}


def test_scrolled_page() -> None:
    """Boxes are relative to the position that a script has scrolled to."""
    found = boxes(Node("p", (300, 1000, 50, 50)), html="<p></p>", scrollOffsetX=100, scrollOffsetY=900.5)
    assert found == {"body > p": (200, 99, 50, 51)}


@pytest.mark.parametrize(
    ("outer", "inner", "shown"),
    [
        ({}, {}, True),
        ({}, {"visibility": "hidden"}, False),
        ({}, {"opacity": "0"}, False),
        ({"opacity": "0"}, {}, False),
        ({}, {"transform": "matrix(0.5, 0.5, -0.5, 0.5, 0, 0)"}, True),
        (CLIPS, {}, False),
        (CLIPS, {"position": "absolute"}, False),
    ],
)
def test_invisible_elements(outer: Mapping[str, str], inner: Mapping[str, str], *, shown: bool) -> None:
    """An element that is hidden, transparent, or outside of the box that clips it has no box on the screen."""
    inside = Node("p", (300, 300, 50, 50), styles=inner)
    found = boxes(Node("div", (0, 0, 200, 200), styles=outer, inside=[inside]), html="<div><p></p></div>")
    assert ("body > div > p" in found) == shown


def test_clipped_elements() -> None:
    """The visible part of a clipped element has a box, unless the element may be outside of what clips it."""
    part, whole = (150, 10, 100, 20), (10, 10, 100, 20)
    for at, styles, expected in (
        (part, {}, (150, 10, 50, 20)),
        (part, {"position": "absolute"}, None),
        (whole, {"position": "absolute"}, whole),
    ):
        inside = Node("p", at, styles=styles)
        found = boxes(Node("div", (0, 0, 200, 200), styles=CLIPS, inside=[inside]), html="<div><p></p></div>")
        assert found.get("body > div > p") == expected


def test_box_limit() -> None:
    """The number of boxes is limited, since all of them are sent to the parent."""
    document = rendered(
        f"<html><head></head><body>{'<p></p>' * (MOST_BOXES + 10)}</body></html>",
        layout(*(Node("p", (0, 0, 9, 9)) for _ in range(MOST_BOXES + 10))),
    )
    found = list(screen_boxes(document))
    assert len(found) == MOST_BOXES
    assert found[0][1] == ScreenBox(x=0, y=0, width=9, height=9)
