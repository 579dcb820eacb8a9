"""
Compare computed styles with those of Chromium.

DATA is a folder of pages. Six properties of each element are compared with ``getComputedStyle``.
"""

import argparse
import json
import re
from collections import Counter
from typing import Any

from evaluation.browser_pages import browser_pages
from evaluation.results import Results
from sitescan.document.css.colors import BLACK, Color, color
from sitescan.document.css.computed_style import Style
from sitescan.document.document import Document

SAMPLE = "site"

_PROPERTIES = ("color", "background-color", "font-size", "font-weight", "display", "visibility")
_ASKED = (
    "[...document.querySelectorAll('*')].map(e => { const s = getComputedStyle(e);"
    f" return [e.localName, ...{json.dumps(_PROPERTIES)}.map(p => s.getPropertyValue(p))]; }})"
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add no options."""


def run(options: argparse.Namespace, results: Results) -> None:
    """Compute the styles of each page in both ways and compare."""
    counts: Counter[str] = Counter()
    agreed: Counter[str] = Counter()
    with browser_pages(options, results) as pages:
        for path, url, page in pages.each():
            pages.browser.open(url)
            theirs: list[list[str]] = pages.browser.run(_ASKED)
            if [row[0] for row in theirs] == [element.name for element in page.elements]:
                _compare(page, path, theirs, counts, agreed, results)
            else:
                results.leave_out(path, "the browser's tree differs")
    results.figures |= {"pairs": counts.total(), "agreement": round(agreed.total() / max(1, counts.total()), 4)}
    results.figures |= {name: round(agreed[name] / max(1, counts[name]), 4) for name in _PROPERTIES}


def _compare(
    page: Document,
    path: str,
    theirs: list[list[str]],
    counts: Counter[str],
    agreed: Counter[str],
    results: Results,
) -> None:
    shown = set()
    for element, row in zip(page.elements, theirs, strict=True):
        style = page.styles.of(element)
        for name, value in zip(_PROPERTIES, row[1:], strict=True):
            ours = _ours(style, name)
            counts[name] += 1
            agreed[name] += _is_same(ours, value)
            if not _is_same(ours, value) and (difference := (element.name, name, str(ours), value)) not in shown:
                shown.add(difference)
                place: Any = page.place(element)
                results.show(page=path, line=place.line, property=name, ours=str(ours), chromium=value)


def _ours(style: Style, name: str) -> Any:
    if name == "color":
        return style.color
    if name == "background-color":
        return style.background
    return {
        "font-size": style.font_size,
        "font-weight": style.font_weight,
        "display": style.display,
        "visibility": style.visibility,
    }[name]


def _is_same(ours: Any, theirs: str) -> bool:
    if isinstance(ours, Color):
        other = color(theirs, BLACK)
        mine = (ours.red, ours.green, ours.blue, ours.alpha)
        return other is not None and all(
            abs(a - b) < 0.006 for a, b in zip(mine, (other.red, other.green, other.blue, other.alpha), strict=True)
        )
    if isinstance(ours, float):
        number = re.match(r"[0-9.e+-]+", theirs)
        return number is not None and abs(ours - float(number.group())) < 0.01
    return bool(ours == theirs)
