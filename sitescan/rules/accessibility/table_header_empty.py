from collections.abc import Iterator
from itertools import islice

from bs4.element import Tag

from sitescan.document.tree import ancestors, children
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, changed

_MOST_ROWS = 40


def check(document: Document) -> Findings:
    """Report exposed header cells without a name, except the corner of a table with headers on two sides."""
    accessible = document.accessible
    heading_rows: dict[int, bool] = {}
    for header in accessible.having("columnheader", "rowheader"):
        if accessible.nameless(header) and not _is_corner(header, heading_rows):
            if next(children(header), None) is None:
                yield Finding(header, change=changed(header, "(what the cells contain)"))
            else:
                # Icons and images in the cell stay.
                yield Finding(header)


def _is_corner(header: Tag, heading_rows: dict[int, bool]) -> bool:
    """Return whether a header begins a row, and so do the headers of the rows of data."""
    if any(True for _ in header.find_previous_siblings(True, limit=1)):
        return False
    table = next((around for around in ancestors(header) if around.name == "table"), None)
    if table is None:
        return True
    if id(table) not in heading_rows:
        rows = [[cell.name for cell in children(row)] for row in islice(_rows(table), _MOST_ROWS)]
        firsts = [row[0] for row in rows if "td" in row]
        heading_rows[id(table)] = bool(firsts) and "td" not in firsts
    return heading_rows[id(table)]


def _rows(table: Tag) -> Iterator[Tag]:
    for part in children(table):
        if part.name == "tr":
            yield part
        elif part.name in ("thead", "tbody", "tfoot"):
            yield from (row for row in children(part) if row.name == "tr")


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Table headers have no text",
    passed="Table headers have text",
    subjects=("th",),
    in_frames=True,
    description=(
        "{count:# table header has|# table headers have} no text. Screen readers announce headers to tell people which "
        "column or row they are in (best practice for WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Add text to each header cell, or make it an ordinary cell.",
    how_to_fix=(
        "For example: <th>Price</th>. For text that only screen readers "
        'announce: <th><span class="visually-hidden">Actions</span></th>.'
    ),
    sources=("https://www.w3.org/WAI/tutorials/tables/",),
    covers=("axe:empty-table-header",),
    examples=(
        Bad("<table><tr><th>Pear<th><tr><td>Green<td>1</table>"),
        Bad("<table><tr><th><th>Pear<tr><td>Green<td>1</table>"),
        Bad("<table><thead><tr><th><th>Pear<tbody><tr><td>Green<td>1</table>"),
        Bad('<table><tr><th>Pear<th><i class="icon"></i><tr><td>Green<td>1</table>'),
        Bad("<table><tr><th><th>Price</table><table><tr><td>Pear<td>1</table>"),
        Bad('<table><tr><th><input type="checkbox"><th>Price<tr><td><input type="checkbox"><td>1</table>'),
        Good('<table><tr><th><input type="checkbox" aria-label="All"><th>Price<tr><td><td>1</table>'),
        Good("<table><tr><th><th>Price<tr><th>Pear<td>1</table>"),
        Good("<table><tr><th><th>Price<tr><th>Pear<td><table><tr><td>1</table></table>"),
        Good("<table><tr><th>Pear<th>Price<tr><td>Green<td>1</table>"),
        Good('<table role="presentation"><tr><th>Pear<th></table>'),
        Good("<table><tr><th><pear-text></pear-text><th>Price<tr><td>1<td>2</table><script src=/texts.js></script>"),
    ),
)
