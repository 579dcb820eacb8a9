from sitescan.document.accessibility.tables import tables
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report exposed headers of exposed tables that apply to no cell."""
    for table in tables(document):
        if table.complete:
            for header in table.headers_without_cells():
                if document.accessible.exposed(header.tag):
                    yield Finding(header.tag)


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Table headers have no data cells",
    passed="Table headers have data cells",
    subjects=("th", "[role]"),
    needs=lambda document: all(table.complete for table in tables(document)),
    in_frames=True,
    description=(
        "{count:# table header has|# table headers have} no data cells. Either a column or row is missing, or the cell "
        "isn't really a header, and screen readers announce the table wrongly (WCAG 2.2, 1.3.1 Info and Relationships, "
        "level A)."
    ),
    recommendation="Add the missing cells, or make the header an ordinary cell.",
    how_to_fix=(
        "Each <th> of a column needs a <td> below it: <tr><th>Rate</th><th>Value</th></tr> "
        "<tr><td>15%</td><td>7</td></tr>. If the table is only there for layout, use CSS "
        'or <table role="presentation">.'
    ),
    sources=(
        "https://www.w3.org/WAI/standards-guidelines/act/rules/d0f69e/",
        "https://html.spec.whatwg.org/multipage/tables.html#header-and-data-cell-semantics",
    ),
    covers=(
        "act:d0f69e",
        "axe:th-has-data-cells",
        "lighthouse:th-has-data-cells",
    ),
    examples=(
        Bad("<table><tr><th>Rate<th>Value<tr><td>15 %</table>"),
        Bad(
            '<div role="grid"><div role="row"><b role="columnheader">Room</b><b '
            'role="columnheader">For</b></div><div role="row"><b role="gridcell">1A</b></div></div>'
        ),
        Good("<table><tr><th>Rate<th>Value<tr><td>15 %<td>7</table>"),
        Good("<table><tr><th>Rate<td>15 %<tr><th>Value<td>7</table>"),
        Good("<table><tr><th>Rate<th>Value</table>"),
        Good("<table><tr><td><th>Morning<tr><th>Monday<td>8-12</table>"),
        Good("<table><tr><th>Day<th>Hours<tr><th>Monday<td>8-12</table>"),
        Good('<table><tr><th>A<th id="b">B<tr><td>1<tr><td headers="b">2</table>'),
        Good('<table><tr><th colspan="2">Both<tr><td>1<td>2</table>'),
        Good('<table role="presentation"><tr><th>Rate<th>Value<tr><td>1</table>'),
    ),
)
