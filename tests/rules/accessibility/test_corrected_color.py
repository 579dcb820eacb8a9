"""The color that is suggested for a text that lacks contrast is the nearest one of a hundred steps."""

from hypothesis import assume, given
from hypothesis import strategies as st

from sitescan.document.contrast.backdrop import CANVAS
from sitescan.document.css.colors import BLACK, WHITE, Color, contrast
from sitescan.rules.accessibility.contrast import check
from tests.document.pages import document

_PARTS = st.integers(0, 255).map(lambda part: part / 255)
_COLORS = st.builds(Color, _PARTS, _PARTS, _PARTS)


def _expected(letters: Color, background: Color, opacity: float) -> str:
    """What every step tried in its turn finds."""
    backdrop = CANVAS.with_background(background, opacity, is_known=True, is_unobstructed=True)
    start = backdrop.displayed(letters)
    for faded in (True, False):
        for step in range(1, 101):
            for end in (BLACK, WHITE):
                changed = end.with_opacity(step / 100).over(start)
                seen = backdrop.displayed(changed) if faded and opacity < 1 else changed
                if contrast(seen, backdrop.background) >= 4.55:
                    return f"color: {changed.hex}" + " with an opacity of 1" * (not faded)
    return "a different background color"


@given(_COLORS, _COLORS, st.sampled_from((1.0, 0.9, 0.6, 0.3)))
def test_nearest(letters: Color, background: Color, opacity: float) -> None:
    """No color nearer to the page's own would do."""
    html = (
        f'<div style="background: {background.hex}; opacity: {opacity}"><p style="color: {letters.hex}">Pears</p></div>'
    )
    found = [finding.facts["corrected"] for finding in check(document(html))]
    assume(found)
    assert found == [_expected(letters, background, opacity)]
