from bs4.element import Tag

from sitescan.document.tree import ancestors
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, text

_LARGE = 3


def check(document: Document) -> Findings:
    """Report large tables marked as data tables but without header cells."""
    accessible = document.accessible
    cells: dict[int, list[list[Tag]]] = {}
    marked: set[int] = set()
    tables = {id(table): table for table in document.all("table")}
    for part in document.all("caption", "thead", "tr", "th"):
        table = next((ancestor for ancestor in ancestors(part) if ancestor.name == "table"), None)
        if table is None:
            continue
        if part.name == "tr":
            cells.setdefault(id(table), []).append(list(part.find_all("td", recursive=False)))
        elif part.name == "th":
            cells.setdefault(id(table), []).append([])
            marked.discard(id(table))
            tables.pop(id(table), None)
        else:
            marked.add(id(table))
    for key, table in tables.items():
        if key not in marked:
            continue
        rows = cells.get(key, [])
        large = len(rows) >= _LARGE and all(len(row) >= _LARGE for row in rows)
        plain = not any("headers" in cell.attrs or attr(cell, "role") for row in rows for cell in row)
        known = accessible.role(table) == "table" and accessible.exposed(table)
        if large and plain and known and all(text(cell) for cell in rows[0]):
            yield Finding(table)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Data tables have no header cells",
    passed="Data tables have header cells",
    subjects=("th",),
    in_frames=True,
    description=(
        "{count:# data table has|# data tables have} no th element. Screen readers announce the values without saying "
        "which row and column they are in (WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Use th elements for the header cells of rows and columns.",
    how_to_fix=(
        'For example: <tr><th scope="col">Fruit</th><th '
        'scope="col">Price</th></tr> <tr><th scope="row">Pears</th><td>2</td></tr>'
    ),
    sources=("https://www.w3.org/WAI/tutorials/tables/",),
    covers=("axe:td-has-header",),
    examples=(
        Bad("<table><caption>Prices</caption><tr><td>a<td>b<td>c<tr><td>d<td>e<td>f<tr><td>g<td>h<td>i</table>"),
        Good("<table><caption>Prices</caption><tr><th>a<th>b<th>c<tr><td>d<td>e<td>f<tr><td>g<td>h<td>i</table>"),
        Good("<table><tr><td>a<td>b<td>c<tr><td>d<td>e<td>f<tr><td>g<td>h<td>i</table>"),
        Good('<table role="none"><caption>Prices</caption><tr><td>a<td>b<td>c<tr><td>d<td>e<td>f<tr><td>g<td>h<td>i'),
    ),
)
