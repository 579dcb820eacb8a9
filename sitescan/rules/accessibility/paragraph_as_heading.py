"""Paragraphs look like headings."""

from collections.abc import Iterator

from bs4.element import Tag

from sitescan.document.document import Document
from sitescan.document.mended import retagged
from sitescan.document.tree import children, elements, text
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_SHORT = 80
_LONGER = 2
_BOLD = 600


def check(document: Document) -> Iterator[Finding]:
    """Report short bold paragraphs before a longer one that is not."""
    accessible = document.accessible
    for paragraph in document.all("p"):
        behind = paragraph.find_next_sibling()
        if not isinstance(behind, Tag) or behind.name != "p" or not accessible.exposed(paragraph):
            continue
        here, there = text(paragraph), text(behind)
        if not 0 < len(here) <= _SHORT or len(there) < _LONGER * _SHORT or here[-1] in ".:;,!?":
            continue
        if _bold(document, paragraph) and not _bold(document, behind) and not list(_named(paragraph)):
            yield Finding(paragraph, mended=retagged("h2", here))


def _bold(document: Document, paragraph: Tag) -> bool:
    """Whether all the words of a paragraph are bold."""
    inner = list(children(paragraph))
    shown = [paragraph] if len(inner) != 1 or text(inner[0]) != text(paragraph) else inner
    weight = document.styles.of(shown[0]).font_weight
    return weight is not None and weight >= _BOLD


def _named(paragraph: Tag) -> Iterator[Tag]:
    return (one for one in elements(paragraph) if one.name in ("a", "button", "img", "input"))


_TEXT = "Pears are sweet fruits. " * 10

RULE = Rule(
    id="accessibility/paragraph-as-heading",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Paragraphs that look like headings",
    description=(
        "{count:# bold paragraph stands|# bold paragraphs stand} before a text as a heading would, and is "
        "none. Screen readers list headings and jump between them; these are not in the list (possible "
        "failure of WCAG 2.2, 1.3.1 Info and Relationships, level A). It costs no points."
    ),
    recommendation="Use h2 to h6 for what stands above a text as its heading.",
    how_to_fix=("<h2>Pears</h2> <p>A text about pears ...</p>"),
    sources=("https://www.w3.org/WAI/tutorials/page-structure/headings/",),
    covers=("axe:p-as-heading",),
    examples=(
        Bad("<p><b>Pears</b></p><p>" + _TEXT + "</p>"),
        Bad('<p style="font-weight: 700">Pears</p><p>' + _TEXT + "</p>"),
        Good("<h2>Pears</h2><p>" + _TEXT + "</p>"),
        Good("<p><b>Pears.</b></p><p>" + _TEXT + "</p>"),
        Good("<p><b>Pears</b></p><p>Sweet.</p>"),
        Good("<p><b>Pears</b> are</p><p>" + _TEXT + "</p>"),
    ),
)
