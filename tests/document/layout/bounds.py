"""The bounds of boxes in small pages, for tests."""

from sitescan.document.document import Document
from sitescan.document.layout.heights import heights
from sitescan.document.layout.horizontal_ranges import HorizontalRange, horizontal_ranges
from sitescan.document.layout.vertical_distances import vertical_distances
from tests.document.pages import document, marked


def page(html: str) -> Document:
    """Return a page with a body of no margin, whose text has a size of 16 px."""
    return document(f"<!doctype html><style>body {{ margin: 0 }}</style><body>{html}")


def least_height(html: str) -> float:
    """Return the least height of the element ``x``."""
    made = page(html)
    return heights(made).least(marked(made))


def most_height(html: str, width: float | None = None) -> float:
    """Return the largest height of the element ``x``."""
    made = page(html)
    box = marked(made)
    return heights(made).most(box, box.find_all(True), width)


def range_of(html: str) -> HorizontalRange | None:
    """Return the horizontal range of the element ``x``."""
    made = page(html)
    return horizontal_ranges(made).box(marked(made))


def distances(html: str) -> tuple[float, float]:
    """Return the least distances of the element ``x`` from the top and to the bottom of the element ``around``."""
    made = page(html)
    found = vertical_distances(made)
    around = marked(made, "around")
    return found.from_top(marked(made), around), found.to_bottom(marked(made), around)
