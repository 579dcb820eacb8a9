"""Bounds of letters and lines in usual fonts, held against published widths."""

from collections import Counter

import pytest

from sitescan.document.language.usual_fonts import are_latin, are_usual, width_bounds

#: The advance widths of fonts in thousandths of the font size.
TIMES = {"a": 444, "e": 444, "i": 278, "l": 278, "m": 778, "n": 500, "r": 333, "s": 389, "t": 278, "W": 944}
VERDANA_BOLD = {"a": 668, "e": 664, "i": 342, "l": 342, "m": 1058, "n": 712, "r": 497, "s": 593, "t": 455, "W": 1128}
DEJAVU_SANS = {"a": 613, "e": 615, "i": 278, "l": 278, "m": 974, "n": 634, "r": 411, "s": 521, "t": 392, "W": 989}
PT_SANS = {"a": 496, "e": 508, "i": 268, "l": 292, "m": 812, "n": 547, "r": 340, "s": 421, "t": 339, "W": 828}
MONTSERRAT_BOLD = {"a": 617, "e": 631, "i": 301, "l": 301, "m": 1049, "n": 691, "r": 431, "s": 531, "t": 435, "W": 1163}


@pytest.mark.parametrize("widths", [TIMES, VERDANA_BOLD, DEJAVU_SANS, PT_SANS, MONTSERRAT_BOLD])
def test_width_bounds(widths: dict[str, int]) -> None:
    """The letters of each usual font are within the bounds, alone and in words."""
    for word in (*widths, "terminals", "Winter"):
        least, most = width_bounds(Counter(word))
        assert least <= sum(widths[letter] for letter in word) / 1000 <= most


@pytest.mark.parametrize(
    ("families", "expected"),
    [
        ("", True),
        ("serif", True),
        ("'Helvetica Neue', Arial, sans-serif", True),
        ('"Segoe UI",system-ui', True),
        ("Montserrat, 'Work Sans', Inter", True),
        ("Poppins, sans-serif", False),
        ("monospace", False),
        ("Arial, Impact", False),
        (None, False),
    ],
)
def test_usual_fonts(families: str | None, expected: bool) -> None:
    """The sizes are known if they are known of each font that may be used."""
    assert are_usual(families) is expected


def test_latin_letters() -> None:
    """The widths of Latin letters are known, also of those with accents."""
    assert are_latin("Für Birnen?")
    assert not are_latin("梨")
