"""Empty headings leave gaps in the page outline."""

from collections.abc import Iterator

from sitescan.document.document import Document
from sitescan.document.fixed_markup import without_empty_heading
from sitescan.document.language.headings import headings
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule


def check(document: Document) -> Iterator[Finding]:
    """Report empty headings below the first level; another rule reports a page without text in an ``h1``."""
    first = [heading for heading in headings(document) if heading.level == 1]
    named = any(heading.wording for heading in first)
    for heading in headings(document):
        if not heading.wording and (heading.level > 1 or named) and not heading.tag.attrs.keys() & {"id", "data-bind"}:
            yield Finding(heading.tag).fixed_by(without_empty_heading(heading.tag).change)


RULE = Rule(
    check=check,
    severity=Severity.INFO,
    title="Empty headings leave gaps in the page outline",
    passed="Headings fill the page outline",
    subjects=("h1", "h2", "h3", "h4", "h5", "h6"),
    description=(
        "{count:# heading has|# headings have} no text. {count:It leaves a gap|They leave gaps} in the outline that "
        "search engines and screen readers build from the page."
    ),
    recommendation="Add text to the heading, or remove it.",
    how_to_fix='Remove headings that only add space, and use CSS margins instead: <section style="margin-top: 2em">',
    sources=("https://html.spec.whatwg.org/multipage/sections.html#the-h1,-h2,-h3,-h4,-h5,-and-h6-elements",),
    examples=(
        Bad("<h1>Pears</h1><h2></h2>"),
        Bad("<h1>Pears</h1><h1> <br> </h1>"),
        Bad('<h2><img src="a.png" alt=""></h2>'),
        Good("<h1></h1>"),
        Good('<h2 id="filled-by-script"></h2>'),
        Good('<h2><img src="a.png" alt="Pears"></h2><h3 title="Pears"></h3><h4 hidden></h4>'),
    ),
)
