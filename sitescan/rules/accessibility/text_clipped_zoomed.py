"""Text is cut off when people zoom in."""

from itertools import islice

from bs4.element import Tag

from sitescan.document.css.computed_style import Style
from sitescan.document.layout.definite_sizes import height_by_window
from sitescan.document.layout.heights import heights
from sitescan.document.layout.off_screen import is_off_screen
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, elements

_CUTS = frozenset({"hidden", "clip"})
_SCROLLS = frozenset({"auto", "scroll", None})
_ZOOM = 2.0
_MOST = 200


def check(document: Document) -> Findings:
    """Report boxes with a height relative to the window that clip lines of text at a zoom of 200%."""
    if not document.styled:
        return
    for element in document.styles.where(_cuts_off):
        height, needed = height_by_window(document.styles.of(element)) or 0.0, _least_height(document, element)
        if needed is not None and needed > height / _ZOOM and document.accessible.exposed(element):
            yield Finding(element, detail=f"{height / _ZOOM:.0f} px high at a zoom of 200%")


def _cuts_off(style: Style) -> bool:
    """Return whether a box has a height relative to the window and clips overflowing content."""
    return height_by_window(style) is not None and style.get("overflow-y") in _CUTS and not is_off_screen(style)


def _least_height(document: Document, box: Tag) -> float | None:
    """Return the minimum height of the content of a box in pixels, or ``None`` if it may scroll."""
    inside = list(islice(elements(box), _MOST + 1))
    if len(inside) > _MOST or any(_scrolls(document, element) for element in inside):
        return None
    return heights(document).least_content(box)


def _scrolls(document: Document, element: Tag) -> bool:
    style = document.styles.of(element)
    return style.get("overflow-y") in _SCROLLS


RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Text is cut off when zoomed to 200%",
    passed="Boxes sized by the window fit zoomed text",
    needs=lambda document: document.styled,
    description=(
        "{count:# box has|# boxes have} a height that depends on the window and {count:hides|hide} what doesn't fit. "
        "At a zoom of 200%, lines of text are cut off and visitors can't scroll to them (WCAG 2.2, 1.4.4 Resize Text, "
        "level AA)."
    ),
    recommendation="Use min-height instead of height, or let the box scroll.",
    how_to_fix=".banner {{ min-height: 16vh; }} instead of .banner {{ height: 16vh; overflow: hidden; }}",
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/resize-text",
        "https://www.w3.org/WAI/standards-guidelines/act/rules/59br37/",
    ),
    covers=("act:59br37",),
    examples=(
        Bad(f'<div style="overflow: hidden; height: 16vh">{"Pears<br>" * 5}</div>'),
        Bad(f'<div style="overflow: hidden; max-height: 10vh">{"<p>Pears</p>" * 4}</div>'),
        Bad(f'<div style="overflow-block: hidden; overflow-x: hidden; max-block-size: 16svh">{"Pears<br>" * 5}</div>'),
        Good(f'<div style="overflow: hidden; block-size: 16vh; translate: 0 -9999px">{"Pears<br>" * 5}</div>'),
        Good(f'<div style="overflow: hidden; height: 90vh">{"Pears<br>" * 5}</div>'),
        Good(f'<div style="overflow: hidden; height: 130px">{"Pears<br>" * 5}</div>'),
        Good(f'<div style="overflow: auto; height: 16vh">{"Pears<br>" * 5}</div>'),
        Good(f'<div style="overflow: hidden; min-height: 20vh; height: 16vh">{"Pears<br>" * 5}</div>'),
        Good(f'<div style="overflow: hidden; height: 16vh"><div style="overflow: auto">{"Pears<br>" * 5}</div></div>'),
        Good(f'<div style="overflow: hidden; height: 16vh; display: flex">{"<p>Pears</p>" * 9}</div>'),
        Good(f'<div style="overflow: hidden; height: 16vh" hidden>{"Pears<br>" * 5}</div>'),
        Good(
            f'<link rel="stylesheet" href="/lost.css"><div style="overflow: hidden; height: 9vh">{"A B<br>" * 5}</div>'
        ),
    ),
)
