"""The Cumulative Layout Shift of a page."""

import pytest

from sitescan.document.document import Document
from sitescan.document.loading.layout_shifts import cumulative_shift
from sitescan.model.exchange import Exchange, Page
from sitescan.model.rendered import LayoutShift, MovedNode, Paints, RenderedDocument
from tests.measured_pages import FIRST_NODE, measured

HTML = "<html><head></head><body><p id=a>Pears</p><p id=b>Plums</p></body></html>"


def page(*shifts: LayoutShift) -> Document:
    """Return a page with these layout shifts."""
    exchange = Exchange(requested="http://pears.example/", url="http://pears.example/", status=200)
    layout = measured(HTML, {"a": (0, 0, 9, 9)})
    rendered = RenderedDocument(html=HTML, layout=layout, paints=Paints(shifts=shifts))
    return Document(Page(exchange=exchange, body=b"", rendered=rendered))


def shift(score: float, seconds: float, *nodes: int) -> LayoutShift:
    """Return a layout shift."""
    moved = tuple(MovedNode(node=FIRST_NODE + node, across=0, down=seconds) for node in nodes)
    return LayoutShift(score=score, seconds=seconds, moved=moved)


@pytest.mark.parametrize(
    ("times", "score"),
    [
        ((), 0.0),
        ((1.0,), 0.25),
        ((1.0, 1.9, 2.8), 0.75),
        ((1.0, 2.0, 2.5), 0.5),
        ((0.0, 0.9, 1.8, 2.7, 3.6, 4.5, 5.4), 1.5),
    ],
)
def test_session_windows(times: tuple[float, ...], score: float) -> None:
    """Shifts add up while less than a second is between them, for less than five seconds; the largest sum counts."""
    assert cumulative_shift(page(*(shift(0.25, seconds) for seconds in times))).score == score


def test_elements_that_move() -> None:
    """Each element is listed once, with its first move; a removed or unknown node is not listed."""
    found = cumulative_shift(page(shift(0.1, 1.0, 4, 77), shift(0.2, 1.5, 6, 5))).moved
    assert [(tag.attrs["id"], move.down) for tag, move in found] == [("a", 1.0), ("b", 1.5)]
