"""Texts as Chromium draws them: the contrast of their pixels with the pixels behind them."""

import json
from pathlib import Path
from typing import Any

from attrs import frozen

from sitescan.document.css.colors import Color, contrast
from tests.chromium import Browser

_FUNCTIONS = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
_LARGEST = 900
#: Fewer pixels than this belong to a stroke of a neighboring letter, not to a text.
_FEWEST = 12


@frozen
class Drawn:
    """A text as it is drawn: the contrast of its clearest pixels with the pixels behind them, and both colors."""

    ratio: float
    foreground: Color
    background: Color


def drawn(browser: Browser, selector: str = "#t") -> Drawn | None:
    """Return the text of an element of the open page as it is drawn; ``None`` if it is not visible."""
    box = _call(browser, "textBox", selector)
    if box is None:
        return None
    left, top, width, height = map(int, box)
    size = {"width": min(_LARGEST, width + 2), "height": min(_LARGEST, height + 2)}
    clip = {"x": left, "y": top, **size, "scale": 1}
    with_letters = browser.ask("Page.captureScreenshot", format="png", clip=clip)["data"]
    _call(browser, "hideLetters")
    without = browser.ask("Page.captureScreenshot", format="png", clip=clip)["data"]
    _call(browser, "restore")
    rows: list[list[int]] = _call(browser, "differences", [with_letters, without])
    if sum(row[6] for row in rows) < _FEWEST:
        return None
    # The edges of smoothed letters have colors between the two; the inner pixels have the color of the text.
    found = [(_drawn(row), row[6]) for row in sorted(rows, reverse=True)]
    left_over = _FEWEST // 4
    for candidate, number in sorted(found, key=lambda pair: pair[0].ratio, reverse=True):
        left_over -= number
        if left_over <= 0:
            return candidate
    return None


def _call(browser: Browser, function: str, *arguments: object) -> Any:
    """Return the result of one of the functions beside this module."""
    return browser.run(f"(() => {{ {_FUNCTIONS}; return {function}(...{json.dumps(arguments)}) }})()")


def _drawn(row: list[int]) -> Drawn:
    foreground, background = (Color(*(part / 255 for part in row[at : at + 3])) for at in (0, 3))
    return Drawn(contrast(foreground, background), foreground, background)


def shown(text: Drawn | None) -> str | None:
    """Return a text's contrast and colors for people."""
    if text is None:
        return None
    return f"{text.ratio:.2f}:1, {text.foreground.hex} on {text.background.hex}"
