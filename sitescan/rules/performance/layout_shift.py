from sitescan.document.loading.layout_shifts import GOOD_SHIFT, cumulative_shift
from sitescan.model.rendered import MovedNode
from sitescan.rules.authoring import Bad, Document, Finding, Findings, Good, Rule, Severity


def check(document: Document) -> Findings:
    """Report the elements that moved in a rendered page whose Cumulative Layout Shift is over 0.1."""
    shift = cumulative_shift(document)
    if shift.score <= GOOD_SHIFT or not document.styled:
        return
    score = f"{shift.score:.2f}" if shift.score >= GOOD_SHIFT + 0.005 else f"{shift.score:.3f}"
    if not shift.moved:
        yield Finding(score=score)
    for element, move in shift.moved:
        yield Finding(element, score=score, detail=f"moves {_distance(move)}")


def _distance(move: MovedNode) -> str:
    if abs(move.down) >= abs(move.across):
        return f"{abs(move.down):.0f} px {'down' if move.down > 0 else 'up'}"
    return f"{abs(move.across):.0f} px to the {'right' if move.across > 0 else 'left'}"


_TEXT = '<div id="a"></div><p id="b">Pears are sweet.</p><p id="c">Plums, too.</p>'

RULE = Rule(
    check=check,
    severity=Severity.INFO,
    share=0,
    title="Content moves while the page loads",
    passed="Content stays in place while the page loads",
    needs=lambda document: document.painted,
    description=(
        "While the page loaded on a screen of 412 by 823 px, a browser measured a Cumulative Layout Shift of {score}. "
        "Up to 0.1 is good, and more than 0.25 is poor. When content moves, visitors lose their place in the text or "
        "click the wrong link. It may be another value on other screens and connections."
    ),
    recommendation="Reserve space for everything that loads or is written late.",
    how_to_fix=(
        "The elements listed here moved. The reason is usually before them: an image or frame without width and "
        "height, a banner that a script inserts, or text whose web font replaces another one. Give such boxes a "
        "min-height or aspect-ratio in CSS, place banners over the page with position: fixed, and animate with "
        "transform instead of top or margin."
    ),
    sources=("https://web.dev/articles/cls", "https://web.dev/articles/optimize-cls"),
    covers=("lighthouse:cumulative-layout-shift", "lighthouse:layout-shifts"),
    examples=(
        Bad(_TEXT, shifts=(("b", 0.3),)),
        Bad(_TEXT, shifts=(("b", 0.06), ("c", 0.05))),
        Bad(_TEXT, shifts=(("b", 0.101),)),
        Good(_TEXT, shifts=(("b", 0.1),)),
        Good(_TEXT),
    ),
)
