from sitescan.document.layout.cut_texts import cut_texts
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report boxes of a rendered page that are lower than the first line of their text and hide the rest of it."""
    for element, hidden in cut_texts(document):
        yield Finding(element, detail=f"{hidden:.0%} of the letters' height is hidden")


_TURNED = '<p id="b" style="transform: matrix(0, 1, -1, 0, 0, 0)">Pears</p>'

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Text is cut off by its box",
    passed="Text fits its box",
    needs=lambda document: document.painted,
    description=(
        "{count:# box is|# boxes are} lower than the first line of the text in {count:it|them}, and {count:hides|hide} "
        "the rest. Visitors see only a part of the letters, at any zoom (WCAG 2.2, 1.4.4 Resize Text, level AA). This "
        "was measured on screens of 1280 by 800 and 412 by 823 px."
    ),
    recommendation="Let the box grow with its text.",
    how_to_fix=(
        "Replace height with min-height, give it in em or lh, or remove overflow: hidden. For example: .label {{ "
        "min-height: 1.5em; }} instead of .label {{ height: 12px; overflow: hidden; }}"
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/resize-text",
        "https://www.w3.org/WAI/WCAG22/Techniques/failures/F69",
    ),
    examples=(
        Bad(
            '<div id="a" style="overflow: hidden"><p id="b">Pears</p></div>',
            boxes=(("a", (0, 0, 200, 10)), ("b", (0, 0, 200, 20))),
        ),
        Bad(
            '<div id="a" style="overflow: clip"><p id="b">Pears</p><p id="c">Plums</p></div>',
            boxes=(("a", (0, 0, 200, 12)), ("b", (0, 4, 200, 20)), ("c", (0, 24, 200, 20))),
        ),
        Good(
            '<div id="a" style="overflow: hidden"><p id="b">Pears</p><p id="c">Plums</p></div>',
            boxes=(("a", (0, 0, 200, 30)), ("b", (0, 0, 200, 20)), ("c", (0, 20, 200, 20))),
        ),
        Good(
            '<div id="a" style="overflow: hidden"><p id="b">Pears</p></div>',
            boxes=(("a", (0, 0, 200, 16)), ("b", (0, 0, 200, 20))),
        ),
        Good(
            '<div id="a" style="overflow: hidden"><p id="b">Pears</p></div>',
            boxes=(("a", (0, 0, 1, 1)), ("b", (0, 0, 200, 20))),
        ),
        Good(
            '<div id="a" style="overflow: auto"><p id="b">Pears</p></div>',
            boxes=(("a", (0, 0, 200, 10)), ("b", (0, 0, 200, 20))),
        ),
        Good(
            f'<div id="a" style="overflow: hidden">{_TURNED}</div>',
            boxes=(("a", (0, 0, 200, 10)), ("b", (0, 0, 200, 20))),
        ),
        Good(
            '<div id="a" style="overflow: hidden" aria-hidden="true"><p id="b">Pears</p></div>',
            boxes=(("a", (0, 0, 200, 10)), ("b", (0, 0, 200, 20))),
        ),
    ),
)
