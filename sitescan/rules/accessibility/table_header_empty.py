"""Table headers have no text."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.fixed_markup import fixed_markup
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report exposed header cells without a name, the corner of a table left out."""
    accessible = document.accessible
    for header in accessible.having("columnheader", "rowheader"):
        corner = not any(True for _ in header.find_previous_siblings(True, limit=1))
        if not corner and accessible.nameless(header):
            yield Finding(header, fixed_markup=fixed_markup(header, "(what the cells contain)"))


RULE = Rule(
    id="accessibility/table-header-empty",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Table headers have no text",
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
        Good("<table><tr><th><th>Price<tr><th>Pear<td>1</table>"),
        Good("<table><tr><th>Pear<th>Price<tr><td>Green<td>1</table>"),
        Good('<table role="presentation"><tr><th>Pear<th></table>'),
    ),
)
