"""
Compare the texts that are reported for low contrast with the pixels that Chromium draws.

DATA is a folder of pages, whose scripts are off. Each text is found by the selector of its report, which must match one
element. A text is ``true`` if its pixels have too little contrast too, and ``false`` if they have enough or the text is
not visible.
"""

import argparse
import json
from collections import Counter
from typing import Any

from evaluation.browser_pages import browser_pages
from evaluation.drawn_text import drawn, shown
from evaluation.results import Results
from sitescan.document.contrast.text_contrast import texts
from sitescan.document.document import Document
from tests.chromium import Browser

SAMPLE = "site"

_LEAST, _LEAST_LARGE = 4.5, 3.0
#: The share of its contrast that a small text may lose because its letters are smoothed.
_SMOOTHED = 0.35


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    parser.add_argument("--most", type=int, default=6, help="look at so many texts of a page at most")


def run(options: argparse.Namespace, results: Results) -> None:
    """Look at the reported texts of each page."""
    counts = Counter(texts=0, true=0, false=0, unique=0)
    with browser_pages(options, results) as pages:
        for path, url, page in pages.each():
            pages.browser.open(url)
            pages.browser.ask("Emulation.setScriptExecutionDisabled", value=False)
            _compare(page, path, pages.browser, counts, options.most, results)
            pages.browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    results.figures |= counts


def _compare(page: Document, path: str, browser: Browser, counts: Counter[str], most: int, results: Results) -> None:
    reported = [text for text in texts(page) if text.ratio < (_LEAST_LARGE if text.large else _LEAST)]
    step = max(1, len(reported) // most)
    for text in reported[::step][:most]:
        place: Any = page.place(text.tag)
        counts["texts"] += 1
        counts["unique"] += browser.run(f"document.querySelectorAll({json.dumps(place.selector)}).length") == 1
        theirs = drawn(browser, place.selector)
        least = _LEAST_LARGE if text.large else _LEAST
        true = theirs is not None and theirs.ratio < least and theirs.ratio > text.ratio * (1 - _SMOOTHED) - 0.1
        counts["true" if true else "false"] += 1
        if not true:
            where = {"page": path, "line": place.line, "selector": place.selector}
            results.show(**where, ours=text.description, pixels=shown(theirs))
