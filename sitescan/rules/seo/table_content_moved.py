"""Content is directly in a table, outside of its cells."""

from sitescan.document.conformance.parse_error import Kind
from sitescan.document.conformance.parse_errors import parse_errors
from sitescan.rules.authoring import CONVENTION, Bad, Finding, Findings, Good, Rule, Severity, SourceDocument


def check(document: SourceDocument) -> Findings:
    """Report texts and elements that browsers move out of a table."""
    errors = parse_errors(document)
    for error in errors.of(Kind.TABLE_CONTENT):
        yield Finding(errors.place(error))


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    share=CONVENTION,
    title="Table content is outside of the cells",
    passed="Table content is inside the cells",
    subjects=("table",),
    needs=lambda document: document.tokenizer_errors is not None,
    description=(
        "{count:# text or element is|# texts and elements are} in a table, but not in one of its cells. Browsers move "
        "{count:it|them} in front of the table, where visitors and screen readers find {count:it|them} out of place."
    ),
    recommendation="Put all content of a table into cells or its caption.",
    how_to_fix=(
        "Move the content into a <td>, a <th> or the <caption>, or put it before or after the table. A template loop "
        "whose text is between two rows is a common cause."
    ),
    sources=("https://html.spec.whatwg.org/multipage/parsing.html#unexpected-markup-in-tables",),
    examples=(
        Bad("<table><tr><td>Pears</td></tr><p>Sold out</p></table>"),
        Bad("<table><tr>Pears<td>2</td></tr></table>"),
        Good("<table><caption>Pears</caption><tr><td><p>Sold out</p></td></tr></table>"),
        Good('<table><tr><td>Pears</td></tr><script></script><input type="hidden"></table>'),
        Good("<table> <!-- Pears --> <tr> <td>Pears</td> </tr> </table>"),
    ),
)
