"""Text doesn't fit narrow windows."""

from sitescan.document.layout.narrow_overflow import wide_in_narrow_window
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, attr


def check(document: Document) -> Findings:
    """Report elements of a rendered page whose text sticks out of a window of 320 pixels, if it has a viewport."""
    if not any(attr(meta, "name", "").lower() == "viewport" for meta in document.all("meta")):
        return
    for element, right in wide_in_narrow_window(document):
        yield Finding(element, detail=f"ends at {right:.0f} px")


_META = '<meta name="viewport" content="width=device-width">'
_TEXT = f'{_META}<p id="a">Pears are sweet, and they are good for you.</p>'

RULE = Rule(
    check=check,
    severity=Severity.WARNING,
    title="Text needs horizontal scrolling at a zoom of 400%",
    passed="Text fits the window at a zoom of 400%",
    applies=lambda document: document.metas("viewport"),
    needs=lambda document: document.painted and document.page.measured.narrow,
    description=(
        "In a window of 320 px, which is 1280 px at a zoom of 400%, {count:# element is|# elements are} wider than the "
        "window. People who enlarge the page have to scroll sideways for each line of its text (WCAG 2.2, 1.4.10 "
        "Reflow, level AA). This was measured in a browser."
    ),
    recommendation="Let text wrap at the width of the window.",
    how_to_fix=(
        "Replace fixed widths with max-width, let flex items wrap (flex-wrap: wrap; min-width: 0), remove white-space: "
        "nowrap from text, and break long words with overflow-wrap: anywhere. For example: .page {{ max-width: 960px; "
        "}} instead of .page {{ width: 960px; }}"
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Understanding/reflow",
        "https://www.w3.org/WAI/WCAG22/Techniques/css/C31",
    ),
    examples=(
        Bad(_TEXT, narrow=(("a", (0, 0, 960, 20)),)),
        Bad(
            f'{_META}<div id="b"><p id="a">Pears are sweet, and good for you.</p></div>',
            narrow=(("a", (8, 0, 700, 20)), ("b", (0, 0, 720, 40))),
        ),
        Good(_TEXT, narrow=(("a", (0, 0, 300, 40)),)),
        Good(_TEXT, narrow=(("a", (400, 0, 300, 40)),)),
        Good(f'{_META}<pre id="a">pear = Pear(sweet=True, size="large")</pre>', narrow=(("a", (0, 0, 960, 20)),)),
        Good('<p id="a">Pears are sweet, and good for you.</p>', narrow=(("a", (0, 0, 960, 20)),)),
        Good(f'{_TEXT}<link rel="stylesheet" href="/missing.css">', narrow=(("a", (0, 0, 960, 20)),)),
        Good(_TEXT),
    ),
)
