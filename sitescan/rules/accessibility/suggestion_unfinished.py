"""Placeholders of suggested fixes are left on the page."""

from bs4.element import Tag

from sitescan.document.change import PLACEHOLDER
from sitescan.document.tree import own_text
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr, lazy_pattern

_ATTRIBUTES = ("alt", "aria-label", "aria-roledescription", "title", "value")
_TEXTS = ("a", "h1", "h2", "h3", "h4", "h5", "h6", "label", "legend", "summary", "td", "th", "title")

_BEFORE = ("", ":", "-")
#: The beginning of a placeholder in the source.
_BEGINNING = lazy_pattern(rb"\((?:what |where |site name\))")


def check(document: Document) -> Findings:
    """Report attributes and texts that are, or end with, the placeholder of a suggested fix."""
    if not _BEGINNING.search(document.ascii_source):
        return
    for element in document.elements:
        found = _placeholder(element)
        if found:
            yield Finding(element, detail=found)


def _placeholder(element: Tag) -> str:
    for name in _ATTRIBUTES:
        if name in element.attrs and PLACEHOLDER.fullmatch(attr(element, name, "").strip()):
            return attr(element, name, "").strip()
    written = own_text(element).strip() if element.name in _TEXTS else ""
    found = PLACEHOLDER.search(written)
    # A link keeps its text: "More: (what the page is about)". A title has the first heading: "Pears - (site name)".
    ends = found is not None and found.end() == len(written) and written[: found.start()].strip()[-1:] in _BEFORE
    return found[0] if found is not None and ends else ""


RULE = Rule(
    check=check,
    severity=Severity.ERROR,
    title="Suggested fixes are not filled in",
    passed="Suggested fixes are filled in",
    description=(
        "{count:# text is|# texts are} still the placeholder of a suggested fix, such as {detail}. Screen readers "
        "announce {count:it|them} in place of a name (WCAG 2.2, 1.1.1 Non-text Content, level A)."
    ),
    recommendation="Replace each placeholder with a text that says what it asks for.",
    how_to_fix='For example: <img src="pear.jpg" alt="A ripe pear on a tree">, not alt="(what it shows)"',
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/non-text-content",
        "https://www.w3.org/WAI/WCAG22/Understanding/headings-and-labels",
        "https://www.w3.org/WAI/WCAG22/Techniques/failures/F30",
    ),
    examples=(
        Bad('<img src="pear.jpg" alt="(what it shows)">'),
        Bad("<label>(what to enter) <input></label>"),
        Bad("<h2>(what this section is about)</h2>"),
        Bad('<a href="/pears">More: (what the page is about)</a>'),
        Bad('<button aria-label="(what it does)"></button>'),
        Bad("<title>Pears - (site name)</title>"),
        Good('<img src="pear.jpg" alt="A pear (what a fruit)">'),
        Good("<p>(what it does)</p>"),
        Good("<h2>Pears (what to do)</h2><h2>(what a pear)</h2>"),
        Good('<meta name="description" content="Pears (what it shows)">'),
    ),
)
