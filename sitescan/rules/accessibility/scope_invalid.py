from sitescan.document.change import renamed
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, changed

_SCOPES = frozenset({"col", "colgroup", "row", "rowgroup"})


def check(document: Document) -> Findings:
    """Report invalid values of ``scope``, and ``scope`` on ``td``, where HTML 4 allowed it."""
    for cell in document.having("scope"):
        scope = attr(cell, "scope", "").strip().lower()
        if cell.name not in ("td", "th") or not document.accessible.exposed(cell):
            continue
        if cell.name == "td":
            fixed = renamed(cell, "th") if scope in _SCOPES else changed(cell, scope=None)
            yield Finding(cell, detail="scope on td", change=fixed)
        elif scope not in _SCOPES:
            first = not any(True for _ in cell.find_previous_siblings(True, limit=1))
            yield Finding(cell, change=changed(cell, scope="row" if first and cell.find_next_sibling("td") else "col"))


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Table cells have an invalid scope",
    passed="Table cells have a valid scope",
    subjects=("[scope]",),
    scope="tag",
    description=(
        "{count:# table cell has|# table cells have} a scope value that HTML doesn't define, or a scope although "
        "{count:it isn't a header|they aren't headers}. Browsers then guess which cells a header belongs to (best "
        "practice for WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Set scope to col, row, colgroup or rowgroup, on th elements only.",
    how_to_fix=(
        'Write <th scope="col"> for the header of a column and <th scope="row"> for the header of a row. Use colgroup '
        "and rowgroup for groups of columns or rows."
    ),
    sources=("https://html.spec.whatwg.org/multipage/tables.html#attr-th-scope",),
    covers=("axe:scope-attr-valid",),
    examples=(
        Bad('<table><tr><th scope="column">Price<tr><td>1</table>'),
        Bad('<table><tr><td scope="row">Price<td>1</table>'),
        Good('<table><tr><th scope="col">Price<tr><td>1</table>'),
        Good('<table><tr><th scope="ROW">Price<td>1</table>'),
        Good("<table><tr><th>Price<tr><td>1</table>"),
    ),
)
