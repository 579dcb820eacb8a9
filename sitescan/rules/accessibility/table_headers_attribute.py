from bs4.element import Tag

from sitescan.document.tree import ancestors
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, shorten


def check(document: Document) -> Findings:
    """Report cells of exposed tables whose headers attribute references no other header of the same table."""
    accessible = document.accessible
    for cell in document.all("td", "th"):
        wanted = attr(cell, "headers", "").split()
        if not wanted or not accessible.exposed(cell):
            continue
        root = _table(cell)
        if root is None or accessible.role(root) not in ("grid", "table", "treegrid"):
            continue
        for identifier in dict.fromkeys(wanted):
            target = next(iter(document.ids_of(cell).get(identifier, ())), None)
            header = target is not None and accessible.role(target) in ("columnheader", "rowheader")
            if target is None or target is cell or not header or _table(target) is not root:
                yield Finding(cell, detail=f'no header "{shorten(identifier)}" in the table')
                break


def _table(cell: Tag) -> Tag | None:
    return next((parent for parent in ancestors(cell) if parent.name == "table"), None)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Table cells refer to headers that don't exist",
    passed="Table cells refer to existing headers",
    subjects=("[headers]",),
    in_frames=True,
    description=(
        "{count:# table cell has a headers attribute that names|# table cells have headers attributes that name} "
        "something other than header cells of the same table. Screen readers announce no header for the cell, or the "
        "wrong one (WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Name only th elements of the same table in headers attributes, or remove the attributes.",
    how_to_fix=(
        'For example: <th id="rate">Rate</th> ... <td headers="rate">15%</td>. Tables with one row or column of '
        "headers don't need the attribute."
    ),
    sources=(
        "https://www.w3.org/WAI/standards-guidelines/act/rules/a25f45/",
        "https://html.spec.whatwg.org/multipage/tables.html#attr-tdth-headers",
    ),
    covers=(
        "act:a25f45",
        "axe:td-headers-attr",
        "lighthouse:td-headers-attr",
    ),
    examples=(
        Bad('<table><tr><th id="a">Rate<tr><td headers="b">15 %</table>'),
        Bad('<table><tr><td id="a">Rate<tr><td headers="a">15 %</table>'),
        Bad('<table><tr><th id="a" headers="a">Rate<tr><td>15 %</table>'),
        Good('<table><tr><th id="a">Rate<tr><td headers="a">15 %</table>'),
        Good('<table role="presentation"><tr><td headers="b">15 %</table>'),
        Good('<table hidden><tr><td headers="b">15 %</table>'),
        Good('<table><tr><td role="columnheader" id="a">Rate<tr><td headers="a">15 %</table>'),
        Good(
            '<table><tr><th id="a" colspan="2">Name<tr><th headers="a">First<th headers="a">Last<tr><td>A<td>B</table>'
        ),
    ),
)
