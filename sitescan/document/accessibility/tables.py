"""The grid of a table: its cells, their positions, the headers and the cells that they apply to."""

from collections.abc import Callable, Iterator, Sequence

from attrs import frozen
from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.tree import after, attr
from sitescan.document.views import view

_HEADERS = frozenset({"columnheader", "rowheader"})
_CELLS = frozenset({"cell", "gridcell", "columnheader", "rowheader"})
#: The maximum number of slots of all tables of a page. A table that needs more than are left is not judged.
_MOST_SLOTS = 200_000
_WIDEST = 1000


@frozen
class Cell:
    """
    A table cell with its position.

    :ivar tag: the element.
    :ivar role: the role of the element.
    :ivar x: the first column, from 0.
    :ivar y: the first row, from 0.
    :ivar width: the number of columns that the cell spans.
    :ivar height: the number of rows that the cell spans.
    """

    tag: Tag
    role: str
    x: int
    y: int
    width: int
    height: int

    @property
    def header(self) -> bool:
        """Whether the cell is a header."""
        return self.role in _HEADERS


@frozen
class Table:
    """
    A table's grid, formed as https://html.spec.whatwg.org/multipage/tables.html#forming-a-table describes.

    :ivar cells: the cells in document order.
    :ivar complete: whether the grid contains all cells; otherwise the tables of the page have too many.
    """

    cells: Sequence[Cell]
    complete: bool = True

    def headers_without_cells(self) -> Iterator[Cell]:
        """
        Iterate over the headers that apply to no cell: not by column, not by row, not by reference.

        A table without data cells yields nothing: scripts may fill it.
        https://html.spec.whatwg.org/multipage/tables.html#header-and-data-cell-semantics
        """
        if all(cell.header for cell in self.cells):
            return
        named = {word for cell in self.cells for word in attr(cell.tag, "headers", "").split()}
        columns: dict[int, list[Cell]] = {}
        rows: set[int] = set()
        for cell in self.cells:
            if "headers" in cell.tag.attrs:
                continue
            for x in range(cell.x, cell.x + cell.width):
                columns.setdefault(x, []).append(cell)
            if not cell.header:
                rows.update(range(cell.y, cell.y + cell.height))
        for cell in self.cells:
            if not cell.header or attr(cell.tag, "id", "") in named:
                continue
            alone = all(len(columns.get(x, ())) < 2 for x in range(cell.x, cell.x + cell.width))
            if alone and not any(y in rows for y in range(cell.y, cell.y + cell.height)):
                yield cell


@view
def tables(document: Document) -> Sequence[Table]:
    """Return the grids of the exposed tables of a page, by role and in document order."""
    accessible = document.accessible

    def role(tag: Tag) -> str:
        return "" if accessible.state(tag).rendered is False else accessible.role(tag)

    found: list[Table] = []
    left = _MOST_SLOTS
    for root in accessible.having("grid", "table", "treegrid"):
        found.append(_table(root, role, left))
        left -= sum(cell.width * cell.height for cell in found[-1].cells)
    return found


def _table(root: Tag, role: Callable[[Tag], str], most: int) -> Table:
    """
    Return the grid of a table, without the tables inside its cells.

    :param role: returns the role of an element.
    :param most: the maximum number of slots.
    """
    cells: list[Cell] = []
    occupied: set[tuple[int, int]] = set()
    y = -1
    x = 0
    for tag, kind in _parts(root, role):
        if kind == "row":
            y, x = y + 1, 0
            continue
        width, height = _span(tag, "colspan"), _span(tag, "rowspan")
        y = max(y, 0)
        while (x, y) in occupied:
            x += 1
        most -= width * height
        if most < 0:
            return Table(cells, complete=False)
        occupied.update((column, row) for column in range(x, x + width) for row in range(y, y + height))
        cells.append(Cell(tag, kind, x, y, width, height))
        x += width
    return Table(cells)


def _parts(root: Tag, role: Callable[[Tag], str]) -> Iterator[tuple[Tag, str]]:
    """Iterate over the rows and cells of a table in document order."""
    end = after(root)
    node = root.next_element
    while node is not None and node is not end:
        if not isinstance(node, Tag):
            node = node.next_element
            continue
        kind = role(node)
        if kind == "row" or kind in _CELLS:
            yield node, kind
        node = after(node) if kind in _CELLS or kind in ("table", "grid", "treegrid") else node.next_element


def _span(tag: Tag, name: str) -> int:
    written = attr(tag, name, "").strip() or attr(tag, f"aria-{name}", "").strip()
    return min(max(int(written), 1), _WIDEST) if written.isascii() and written.isdigit() and len(written) < 6 else 1
