from sitescan.document.layout.overlapping_texts import overlapping_texts
from sitescan.document.tree import own_text
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity, shorten


def check(document: Document) -> Findings:
    """Report texts of a rendered page that are painted over another text without a background between them."""
    for below, above in overlapping_texts(document):
        yield Finding(above, detail=f"over “{shorten(' '.join(own_text(below).split()))}”")


_TEXTS = '<p id="a">Pears are sweet</p><p id="b">Plums are sour</p>'

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Texts are painted over each other",
    passed="Texts are painted clear of each other",
    needs=lambda document: document.painted,
    description=(
        "{count:# text is|# texts are} painted over another text, with no background in between. Visitors can hardly "
        "read either of them (possible failure of WCAG 2.2, 1.4.4 Resize Text, level AA). This was measured on "
        "screens of 1280 by 800 and 412 by 823 px. It costs no points."
    ),
    recommendation="Give each text its own place, or hide the one that isn't needed.",
    how_to_fix=(
        "Find out which style moves the text: usually position: absolute, a negative margin, or a fixed height of the "
        "box before it. Let the layout place it instead, for example with grid or flexbox, or give the text on top a "
        "background of its own."
    ),
    sources=(
        "https://www.w3.org/WAI/WCAG22/Techniques/failures/F69",
        "https://developer.mozilla.org/en-US/docs/Learn_web_development/Core/CSS_layout/Positioning",
    ),
    examples=(
        Bad(_TEXTS, boxes=(("a", (0, 0, 200, 20)), ("b", (100, 5, 200, 20)))),
        Good(_TEXTS, boxes=(("a", (0, 0, 200, 20)), ("b", (0, 20, 200, 20)))),
        Good(_TEXTS, boxes=(("a", (0, 0, 200, 20)), ("b", (190, 5, 200, 20)))),
        Good(_TEXTS, boxes=(("a", (0, 0, 200, 20)), ("b", (0, 12, 200, 20)))),
        Good(
            '<p id="a">Pears are sweet</p><p id="b" style="background-color: rgb(255, 255, 255)">Plums are sour</p>',
            boxes=(("a", (0, 0, 200, 20)), ("b", (100, 5, 200, 20))),
        ),
        Good(
            '<p id="a">Pears are sweet</p><p id="b" style="opacity: 0">Plums are sour</p>',
            boxes=(("a", (0, 0, 200, 20)), ("b", (100, 5, 200, 20))),
        ),
        Good(
            '<p id="a">Pears are sweet</p><p id="b">Pears are sweet</p>',
            boxes=(("a", (0, 0, 200, 20)), ("b", (2, 2, 200, 20))),
        ),
        Good(
            '<p id="a">Pears are sweet</p><p id="b" style="position: fixed">Plums are sour</p>',
            boxes=(("a", (0, 0, 200, 20)), ("b", (100, 5, 200, 20))),
        ),
        Good('<p id="a">Pears are sweet</p><b id="b">3</b>', boxes=(("a", (0, 0, 200, 20)), ("b", (100, 5, 40, 20)))),
    ),
)
