from collections.abc import Iterator
from itertools import islice

from bs4.element import Tag

from sitescan.document.css.computed_style import Style
from sitescan.document.element_markup import retagged
from sitescan.document.tree import children, next_sibling
from sitescan.rules.authoring import (
    Bad,
    Document,
    Finding,
    Findings,
    Good,
    Rule,
    Severity,
    elements,
    lazy_pattern,
    text,
)

_SHORT = 80
_LONGER = 2
#: The minimum differences in weight and size of a paragraph that looks like a heading, as in axe-core.
_HEAVIER = 150.0
_LARGER, _MUCH_LARGER = 1.15, 1.4
_DEEPEST = 8

_HEADING = lazy_pattern("h[1-6]")


def check(document: Document) -> Findings:
    """Report short paragraphs that look different from a longer paragraph after them."""
    accessible = document.accessible
    for paragraph in document.all("p"):
        following = next_sibling(paragraph)
        if following is None or following.name != "p" or not accessible.exposed(paragraph):
            continue
        here = text(paragraph)
        if not 0 < len(here) <= _SHORT or here[-1] in ".:;,!?" or len(text(following)) < _LONGER * _SHORT:
            continue
        if _looks_like_heading(_letters(document, paragraph), _letters(document, following)) and not list(
            _named(paragraph)
        ):
            yield Finding(paragraph, fixed_markup=retagged(_level(document, paragraph), text(paragraph)))


def _level(document: Document, paragraph: Tag) -> str:
    """Return a heading element that skips no level: below the heading before, or the first of the page."""
    headings = [heading for heading in document.accessible.having("heading") if _HEADING.fullmatch(heading.name)]
    before = [heading for heading in headings if document.order[id(heading)] < document.order[id(paragraph)]]
    if not before:
        return "h2" if headings else "h1"
    return f"h{min(6, max(2, int(before[-1].name[1])))}"


def _letters(document: Document, paragraph: Tag) -> Style:
    """Return the style of a paragraph's text: that of the innermost element that contains all of it."""
    innermost, words = paragraph, text(paragraph)
    for _ in range(_DEEPEST):
        inner = list(islice(children(innermost), 2))
        if len(inner) != 1 or text(inner[0]) != words:
            break
        innermost = inner[0]
    return document.styles.of(innermost)


def _looks_like_heading(paragraph: Style, following: Style) -> bool:
    """Return whether two of weight, slant and size, or a much larger size, distinguish two styles."""
    if (
        not (paragraph.font_size and following.font_size)
        or paragraph.font_weight is None
        or following.font_weight is None
    ):
        return False
    larger = paragraph.font_size / following.font_size
    slanted = paragraph.get("font-style") == "italic" and following.get("font-style") != "italic"
    signs = (paragraph.font_weight - following.font_weight >= _HEAVIER, slanted, larger >= _LARGER)
    return sum(signs) > 1 or larger >= _MUCH_LARGER


def _named(paragraph: Tag) -> Iterator[Tag]:
    return (element for element in elements(paragraph) if element.name in ("a", "button", "img", "input"))


_TEXT = "Pears are sweet fruits. " * 10

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Paragraphs are styled as headings",
    passed="Headings are marked up as headings",
    subjects=("p",),
    needs=lambda document: document.styled,
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
