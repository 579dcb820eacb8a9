"""The notations of colors in CSS. The expected colors were measured in the pixels that Chromium paints."""

from itertools import product

import pytest

from sitescan.document.css.color_spaces import SPACES
from sitescan.document.css.colors import BLACK, TRANSPARENT, color, is_color


@pytest.mark.parametrize("space", sorted(SPACES))
def test_conversions_are_inverse(space: str) -> None:
    """A color that is converted to a space and back is the same."""
    into, out = SPACES[space]
    colors = list(product((0.0, 0.002, 0.3, 0.77, 1.0), repeat=3))
    assert [out(into(parts)) for parts in colors] == [pytest.approx(parts, abs=5e-4) for parts in colors]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rebeccapurple", "#663399"),
        ("#abc", "#aabbcc"),
        ("rgb(10% 20% 30%)", "#1a334d"),
        ("hwb(200 60% 5%)", "#99d4f2"),
        ("hsl(0.5turn 50% 50%)", "#40bfbf"),
        ("lab(80 10 20)", "#e3bfa2"),
        ("lch(80 40 90)", "#d9c57a"),
        ("oklch(85% none none)", "#cecece"),
        ("color(a98-rgb .8 .8 .7)", "#cdcdb3"),
        ("color(xyz .6 .7 .7)", "#bfe2d0"),
        ("color(srgb 1 .5 0)", "#ff8000"),
        ("color-mix(in hsl, #fee, #ffa)", "#ffe6cc"),
        ("color-mix(in oklch decreasing hue, red, blue)", "#ba00c2"),
        ("color-mix(in srgb, red 25%, blue)", "#4000bf"),
        ("color-mix(in srgb, red calc(.5 * 50%), blue)", "#4000bf"),
        ("color-mix(in srgb, clamp(0%, 25%, 90%) red, blue)", "#4000bf"),
        ("color-mix(in srgb, red calc(3 * 50%), blue)", "#ff0000"),
        ("color-mix(in srgb, red, blue 25%)", "#bf0040"),
        ("contrast-color(white)", "#000000"),
        ("light-dark(red, blue)", "#ff0000"),
        ("rgb(from hsl(200 50% 50%) r g b)", "#4095bf"),
        ("rgb(from red calc(r / 2) max(g, 10) b)", "#800a00"),
    ],
)
def test_color_syntaxes(text: str, expected: object) -> None:
    """Names, numbers, functions and colors that depend on other colors are read."""
    found = color(text, BLACK)
    assert found is not None
    assert expected in (found.hex, found)
    assert is_color(text)


@pytest.mark.parametrize(
    ("text", "alpha"),
    [
        ("rgb(1, 2, 3, .5)", 0.5),
        ("rgb(1 2 3 / 50%)", 0.5),
        ("rgb(from rgb(1 2 3 / .4) r g b)", 0.4),
        ("rgb(from rgb(1 2 3 / .4) r g b / calc(alpha / 2))", 0.2),
        ("color-mix(in srgb, red 20%, blue 20%)", 0.4),
        ("color-mix(in srgb, red, transparent)", 0.5),
    ],
)
def test_opacity_syntaxes(text: str, alpha: float) -> None:
    """Opacity is read in both syntaxes, of an origin color, and of a mixture with less than 100%."""
    found = color(text, BLACK)
    assert found is not None
    assert found.alpha == pytest.approx(alpha)


def test_mix_of_transparent_colors() -> None:
    """A mixture of two transparent colors is transparent."""
    assert color("color-mix(in oklab, transparent, transparent)", BLACK) == TRANSPARENT


@pytest.mark.parametrize(
    "text",
    [
        "pear",
        "rgb(1 2)",
        "rgb(1 2 3 4 5)",
        "rgb(1, 2,, 3)",
        "rgb(1, 2, , / 3)",
        "rgb(1, 2, ,)",
        "rgb(1 2, 3)",
        "color(hsl 1 2 3)",
        "oklch(1deg 1px 1)",
        "light-dark(red)",
        "color-mix(red)",
        "x" * 2000,
    ],
)
def test_invalid_color(text: str) -> None:
    """An invalid color has no value."""
    assert color(text, BLACK) is None
