"""Viewport settings, as Chromium interprets them."""

import pytest

from sitescan.standards.viewport import fits_the_screen, parse_viewport


@pytest.mark.parametrize(
    ("content", "fits"),
    [
        # The widths that Chromium 156 gave a page on a screen of 390 px are in the comments.
        ("width=device-width; initial-scale=1", True),  # 390
        ("width=device-width;initial-scale=1", False),  # 980
        ("user-scalable=no;width=device-width;initial-scale=1", False),  # 980
        ("initial-scale=1; maximum-scale=1", True),  # 390
        ("initial-scale=1;width=device-width", True),  # 390
        ("width=device-width;", False),  # 980
        ("width=device-width initial-scale=1", True),  # 390
        ("width device-width", False),  # 980
        ("width = device-width ; initial-scale = 1", True),  # 390
        ("width=device-width&initial-scale=1", False),  # 980
        ("width:device-width", False),  # 980
        ("width=device-width,initial-scale:1", True),  # 390
        ("width=device-width,width=1024", False),  # 1024
        ("initial-scale=-1", False),  # 980
        ("initial-scale=0", False),  # 1560
        ("initial-scale=1.0;", True),  # 390
        ("minimum-scale=1", False),  # 980
        ("", False),  # 980
    ],
)
def test_layout(content: str, fits: bool) -> None:
    """A page fits a phone exactly if Chromium lays it out by the width of the screen."""
    assert fits_the_screen(parse_viewport(content)) is fits
