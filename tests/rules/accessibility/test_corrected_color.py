"""The color that is suggested for a text that lacks contrast is the nearest one of 255 steps."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sitescan.document.contrast.backdrop import CANVAS
from sitescan.document.css.colors import BLACK, WHITE, Color, contrast
from sitescan.rules.accessibility.contrast import check
from tests.document.pages import document

_PARTS = st.integers(0, 255).map(lambda part: part / 255)
_COLORS = st.builds(Color, _PARTS, _PARTS, _PARTS)


def _expected(letters: Color, background: Color, opacity: float) -> str:
    """Return the color that trying every step in turn finds, first away from the background."""
    backdrop = CANVAS.with_background(background, opacity, is_known=True, is_unobstructed=True)
    start, behind = backdrop.displayed(letters), backdrop.background
    for end in (WHITE, BLACK) if start.luminance > behind.luminance else (BLACK, WHITE):
        for faded in (True, False):
            for step in range(1, 256):
                changed = _written(end.with_opacity(step / 255).over(start))
                seen = backdrop.displayed(changed) if faded and opacity < 1 else changed
                if contrast(seen, behind) >= 4.5:
                    return f"color: {changed.hex}" + " with an opacity of 1" * (not faded)
    return "a different background color"


def _written(color: Color) -> Color:
    """Return a color as its notation has it."""
    return Color(*(int(color.hex[at : at + 2], 16) / 255 for at in (1, 3, 5)))


@given(_COLORS, _COLORS, st.sampled_from((1.0, 0.9, 0.6, 0.3)))
def test_nearest(letters: Color, background: Color, opacity: float) -> None:
    """The suggested color is the nearest one with enough contrast."""
    html = (
        f'<div style="background: {background.hex}; opacity: {opacity}"><p style="color: {letters.hex}">Pears</p></div>'
    )
    found = [finding.facts["corrected"] for finding in check(document(html))]
    assume(found)
    assert found == [_expected(letters, background, opacity)]


@pytest.mark.parametrize(
    ("style", "corrected"),
    [
        ("color: #f0f0f0; background: #1d809f", "color: #ffffff"),
        ("color: #fff; background: #0085a1", "background-color: #00819d"),
        ("color: #eee; background: #0085a1", "background-color: #00768f"),
        ("color: #000; background: #666", "background-color: #757575"),
        ("color: #777; background: #eee", "color: #6c6c6c"),
        ("color: #222; background: #666", "background-color: #898989"),
        ("color: #fff; background: linear-gradient(#0085a1, #0085a1)", "color: #0d0d0d"),
    ],
)
def test_direction(style: str, corrected: str) -> None:
    """Light text becomes lighter, or its own background darker, and dark text the opposite, before it changes sides."""
    page = document(f"<p style='{style}'>Pears</p>")
    assert [finding.facts["corrected"] for finding in check(page)] == [corrected]


def test_background_of_ancestor_is_not_changed() -> None:
    """The background of an element around the text may be behind other texts, so it isn't changed for this one."""
    page = document("<div style='background: #0085a1'><p style='color: #fff'>Pears</p></div>")
    assert [finding.facts["corrected"] for finding in check(page)] == ["color: #0d0d0d"]


@given(st.sampled_from((BLACK, WHITE)), st.builds(Color, *[st.integers(90, 150).map(lambda part: part / 255)] * 3))
def test_suggested_backgrounds_have_enough_contrast(letters: Color, background: Color) -> None:
    """A text on the suggested background is not reported."""
    html = '<p style="color: {}; background: {}">Pears</p>'
    for found in check(document(html.format(letters.hex, background.hex))):
        name, _, suggested = str(found.facts["corrected"]).partition(": ")
        assert name == "background-color"
        assert not list(check(document(html.format(letters.hex, suggested))))
