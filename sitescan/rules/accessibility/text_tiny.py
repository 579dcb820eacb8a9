"""Text is very small."""

from collections.abc import Iterator

from sitescan.document.css.computed_style import Style
from sitescan.document.document import Document
from sitescan.document.layout.off_screen import is_off_screen
from sitescan.document.tree import HTML, has_own_words, own_text, within
from sitescan.model.report import Severity
from sitescan.rules.rule import Bad, Finding, Good, Rule

_LEAST = 9.0
_SHORTEST = 10


def check(document: Document) -> Iterator[Finding]:
    """Report visible texts of some length below 9 px, raised and lowered ones aside."""
    if not document.styled:
        return
    for element in document.styles.where(_is_tiny):
        if element.namespace != HTML or not has_own_words(element):
            continue
        if len(own_text(element).strip()) < _SHORTEST or element.name in ("sup", "sub", "rt", "option"):
            continue
        style = document.styles.of(element)
        if document.accessible.exposed(element) and not is_off_screen(style) and not within(element, "sup", "sub"):
            yield Finding(element, detail=f"{style.font_size:g} px", size=f"{style.font_size:g} px")


def _is_tiny(style: Style) -> bool:
    return style.font_size is not None and 1 <= style.font_size < _LEAST


RULE = Rule(
    id="accessibility/text-tiny",
    reads=Document,
    check=check,
    severity=Severity.INFO,
    title="Text is smaller than 9 pixels",
    description=(
        "{count:# element has text set in|# elements have text smaller than 9 px, the first in} {size}. Many people "
        "can't read text of that size without zooming in (best practice for WCAG 2.2, 1.4.4 Resize Text, level AA)."
    ),
    recommendation="Make text at least 12 px, and body text 16 px.",
    how_to_fix="Set the size in rem so that it follows the browser's settings: small, .legal {{ font-size: 0.75rem; }}",
    sources=("https://www.w3.org/WAI/WCAG22/Understanding/resize-text",),
    examples=(
        Bad('<p style="font-size: 7px">Terms and conditions</p>'),
        Bad("<style>footer { font-size: 0.5rem }</style><footer>Terms and conditions</footer>"),
        Good('<p style="font-size: 9px">Terms and conditions</p>'),
        Good('<p style="font-size: 0">Terms and conditions</p>'),
        Good('<p style="font-size: 7px">Terms</p>'),
        Good('<p>Pears<sup style="font-size: 8px">see the footnote</sup></p>'),
        Good('<p style="font-size: 7px" hidden>Terms and conditions</p>'),
        Good('<link rel="stylesheet" href="/lost.css"><p style="font-size: 7px">Terms and conditions</p>'),
    ),
)
