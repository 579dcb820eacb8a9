"""Table cells have an invalid scope."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.document.tree import attr
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_SCOPES = frozenset({"col", "colgroup", "row", "rowgroup"})


def check(document: Document) -> Iterator[Finding]:
    """Report invalid values of ``scope``, on ``td`` as well, where HTML 4 allowed it."""
    for cell in document.all("td", "th"):
        scope = attr(cell, "scope")
        if scope is not None and scope.strip().lower() not in _SCOPES and document.accessible.exposed(cell):
            first = not any(True for _ in cell.find_previous_siblings(True, limit=1))
            yield Finding(
                cell, fixed_markup=fixed_markup(cell, scope="row" if first and cell.find_next_sibling("td") else "col")
            )


RULE = Rule(
    id="accessibility/scope-invalid",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Table cells have an invalid scope",
    description=(
        "{count:# table cell has|# table cells have} a scope value that HTML doesn't define. Browsers then guess which "
        "cells the header belongs to (best practice for WCAG 2.2, 1.3.1 Info and Relationships, level A)."
    ),
    recommendation="Set scope to col, row, colgroup or rowgroup.",
    how_to_fix=(
        'Write <th scope="col"> for the header of a column and <th scope="row"> for the header of a row. Use colgroup '
        "and rowgroup for groups of columns or rows."
    ),
    sources=("https://html.spec.whatwg.org/multipage/tables.html#attr-th-scope",),
    covers=("axe:scope-attr-valid",),
    examples=(
        Bad('<table><tr><th scope="column">Price<tr><td>1</table>'),
        Good('<table><tr><th scope="col">Price<tr><td>1</table>'),
        Good('<table><tr><th scope="ROW">Price<td>1</table>'),
        Good("<table><tr><th>Price<tr><td>1</table>"),
    ),
)
