"""
Compare computed styles with Chromium's on real pages.

    python evaluation/styles.py [DIR] [--differences N]

The pages are those of DIR and of packages that are installed in a cache folder. For each element, six properties are
compared with ``getComputedStyle``; a stylesheet of another host is missing on both sides, and a page of which the two
trees differ is left out. Prints the first differences, and last one JSON line.
"""

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluation.real_pages import document, real_pages
from sitescan.document.css.colors import BLACK, Color, color
from sitescan.document.css.computed_style import Style
from sitescan.document.source_location import SourceLocator
from tests.chromium import Browser, browsing
from tests.site import Site, serving

_PROPERTIES = ("color", "background-color", "font-size", "font-weight", "display", "visibility")
_ASKED = (
    "[...document.querySelectorAll('*')].map(e => { const s = getComputedStyle(e);"
    f" return [e.localName, ...{json.dumps(_PROPERTIES)}.map(p => s.getPropertyValue(p))]; }})"
)


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--differences", type=int, default=40, help="how many differences are printed")
    arguments = parser.parse_args()
    pages = real_pages(arguments.folder)
    counts: Counter[str] = Counter()
    with serving(pages.answers) as site, browsing() as browser:
        for path in pages.paths:
            _compare(site, browser, path, counts, arguments.differences)
    pairs = sum(counts[name] for name in _PROPERTIES)
    agreed = sum(counts[f"{name} agreed"] for name in _PROPERTIES)
    by_property = {name: round(counts[f"{name} agreed"] / max(1, counts[name]), 4) for name in _PROPERTIES}
    figures = {"pages": counts["pages"], "left_out": counts["left out"], "elements": counts["elements"]}
    print(json.dumps({**figures, "pairs": pairs, "agreement": round(agreed / max(1, pairs), 4), **by_property}))


def _compare(site: Site, browser: Browser, path: str, counts: Counter[str], shown: int) -> None:
    page = document(site, path)
    browser.open(site.origin + path)
    theirs: list[list[str]] = browser.run(_ASKED)
    if [row[0] for row in theirs] != [element.name for element in page.elements]:
        counts["left out"] += 1
        return
    counts["pages"] += 1
    places = SourceLocator(page.decoded.text)
    for element, row in zip(page.elements, theirs, strict=True):
        counts["elements"] += 1
        style = page.styles.of(element)
        for name, value in zip(_PROPERTIES, row[1:], strict=True):
            counts[name] += 1
            if _same(ours := _ours(style, name), value):
                counts[f"{name} agreed"] += 1
            elif counts["shown"] < shown and not counts[f"{path} {name} {ours} {value} {element.name}"]:
                counts["shown"] += 1
                counts[f"{path} {name} {ours} {value} {element.name}"] += 1
                print(f"{path}:{places.of(element).line} {places.of(element).snippet} {name}: {ours} / {value}")


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


def _same(ours: Any, theirs: str) -> bool:
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


if __name__ == "__main__":
    main()
