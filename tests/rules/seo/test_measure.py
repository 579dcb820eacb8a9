"""The widths of texts, and generic texts."""

import pytest

from sitescan.document.language.text_measure import pixel_width, width
from sitescan.document.links.generic_link_texts import generic


@pytest.mark.parametrize(
    ("written", "columns"),
    [
        ("Pears", 5),
        ("梨の木", 6),
        ("ﾅｼ", 2),
        ("e\u0301", 1),
        ("नाशपाती", 7),
        ("🍐", 2),
        ("👩‍🌾", 2),
        ("👍🏽", 2),
        ("❤️", 1),
        ("\u1112\u1161\u11ab", 2),
        ("", 0),
    ],
)
def test_width(written: str, columns: int) -> None:
    """East Asian characters and emoji take two columns, marks and joiners none."""
    assert width(written) == columns


@pytest.mark.parametrize(
    ("written", "pixels"),
    [
        ("", 0),
        ("Pears", 52),
        ("MMMMM", 83),
        ("iiiii", 22),
        ("Göteborg", 83),
        ("Go\u0308teborg", 83),
        ("梨の木", 60),
        ("Груши", 50),
    ],
)
def test_pixels(written: str, pixels: int) -> None:
    """Letters have the widths of Arial, marks none, and other characters those of their columns."""
    assert pixel_width(written, 20) == pixels


@pytest.mark.parametrize(
    ("text", "language", "is_generic"),
    [
        ("more", "en-GB", True),
        ("more", "hr", False),
        ("hier", "de", True),
        ("hier", "fr-CA", False),
        ("hier", "", True),
        ("hier", "xx", True),
        ("click here", "ja", True),
        ("les mer", "no", True),
        ("pears", "en", False),
    ],
)
def test_generic(text: str, language: str, is_generic: bool) -> None:
    """A text is generic in its own language, not in another language that has the same word."""
    assert generic(text, language) is is_generic


@pytest.mark.parametrize(
    ("character", "columns"),
    [
        pytest.param("\U0001fae8", 2, id="emoji of Unicode 15"),
        pytest.param("\u0ece", 0, id="combining mark of Unicode 15"),
        pytest.param("\u0378", 1, id="unassigned"),
        pytest.param("\U000e0100", 0, id="variation selector"),
        pytest.param("\U0002ebf0", 2, id="ideograph of Unicode 15.1"),
    ],
)
def test_widths_are_the_same_on_each_python(character: str, columns: int) -> None:
    """Characters that only some Pythons know are as wide on all of them."""
    assert width(character) == columns
