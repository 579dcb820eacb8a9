"""Paragraphs are styled as headings."""

import re
from collections.abc import Iterator
from itertools import islice

from bs4.element import Tag

from sitescan.document.css.computed_style import Style
from sitescan.document.document import Document
from sitescan.document.fixed_markup import retagged
from sitescan.document.tree import children, elements, next_sibling, text
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_SHORT = 80
_LONGER = 2
#: How much heavier and larger than the text a paragraph must be to look like a heading, as axe-core has it.
_HEAVIER = 150.0
_LARGER, _MUCH_LARGER = 1.15, 1.4
_DEEPEST = 8

_HEADING = re.compile("h[1-6]")


def check(document: Document) -> Iterator[Finding]:
    """Report short paragraphs set off by their looks before a longer one."""
    accessible = document.accessible
    for paragraph in document.all("p"):
        behind = next_sibling(paragraph)
        if behind is None or behind.name != "p" or not accessible.exposed(paragraph):
            continue
        here = text(paragraph)
        if not 0 < len(here) <= _SHORT or here[-1] in ".:;,!?" or len(text(behind)) < _LONGER * _SHORT:
            continue
        if _set_off(_letters(document, paragraph), _letters(document, behind)) and not list(_named(paragraph)):
            yield Finding(paragraph, fixed_markup=retagged(_level(document, paragraph), text(paragraph)))


def _level(document: Document, paragraph: Tag) -> str:
    """A heading that skips no level: below the one before it, or the first of the page."""
    headings = [one for one in document.accessible.having("heading") if _HEADING.fullmatch(one.name)]
    before = [one for one in headings if document.order[id(one)] < document.order[id(paragraph)]]
    if not before:
        return "h2" if headings else "h1"
    return f"h{min(6, max(2, int(before[-1].name[1])))}"


def _letters(document: Document, paragraph: Tag) -> Style:
    """The style of a paragraph's words: that of the innermost element that holds all of them."""
    holding, words = paragraph, text(paragraph)
    for _ in range(_DEEPEST):
        inner = list(islice(children(holding), 2))
        if len(inner) != 1 or text(inner[0]) != words:
            break
        holding = inner[0]
    return document.styles.of(holding)


def _set_off(here: Style, there: Style) -> bool:
    """Whether two of weight, slant and size set one style off from another, or its size alone."""
    if not (here.font_size and there.font_size) or here.font_weight is None or there.font_weight is None:
        return False
    larger = here.font_size / there.font_size
    slanted = here.get("font-style") == "italic" and there.get("font-style") != "italic"
    signs = (here.font_weight - there.font_weight >= _HEAVIER, slanted, larger >= _LARGER)
    return sum(signs) > 1 or larger >= _MUCH_LARGER


def _named(paragraph: Tag) -> Iterator[Tag]:
    return (one for one in elements(paragraph) if one.name in ("a", "button", "img", "input"))


_TEXT = "Pears are sweet fruits. " * 10

RULE = Rule(
    id="accessibility/paragraph-as-heading",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Paragraphs are styled as headings",
    description=(
        "{count:# paragraph looks like a heading but isn't marked up as one|# paragraphs look like headings but aren't "
        "marked up as headings}. Screen readers list headings and jump between them, and {count:this one is|these are} "
        "missing from the list (possible failure of WCAG 2.2, 1.3.1 Info and Relationships, level A). It "
        "costs no points."
    ),
    recommendation="Use h2 to h6 for text that serves as a heading.",
    how_to_fix="For example: <h2>Pears</h2> <p>Pears are sweet fruits ...</p>",
    sources=("https://www.w3.org/WAI/tutorials/page-structure/headings/",),
    covers=("axe:p-as-heading",),
    examples=(
        Bad('<p><b style="font-size: 1.2em">Pears</b></p><p>' + _TEXT + "</p>"),
        Bad('<p style="font: italic 700 1em serif">Pears</p><p>' + _TEXT + "</p>"),
        Bad('<p style="font-size: 150%">Pears</p><p>' + _TEXT + "</p>"),
        Good("<h2>Pears</h2><p>" + _TEXT + "</p>"),
        Good("<p><b>Pears</b></p><p>" + _TEXT + "</p>"),
        Good("<p><big>Pears.</big></p><p>" + _TEXT + "</p>"),
        Good('<p style="font-size: 150%">Pears</p><p>Sweet.</p>'),
        Good("<p><b><i>Pears</i></b> are</p><p>" + _TEXT + "</p>"),
    ),
)
