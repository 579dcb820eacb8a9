"""
Compare the texts that are reported for low contrast with the pixels that Chromium draws.

DATA is a folder of pages, whose scripts are off. With ``--rendered``, their scripts are on, and the service renders
them. Each text is found by the selector of its report, which must match one element. A text is ``true`` if its pixels
have too little contrast too, ``false`` if they have enough, and ``hidden`` if it is not visible.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from attrs import frozen

from evaluation.browser_pages import browser_pages
from evaluation.drawn_text import drawn, shown
from evaluation.results import Results
from evaluation.service import issues, report, service
from sitescan.document.contrast.text_contrast import texts
from sitescan.document.document import Document
from tests.chromium import Browser
from tests.running import Running

SAMPLE = "site"

_LEAST, _LEAST_LARGE = 4.5, 3.0
#: The share of its contrast that a small text may lose because its letters are smoothed.
_SMOOTHED = 0.35


@frozen
class _Reported:
    """
    A reported text.

    :ivar description: its ratio and colors.
    :ivar least: the ratio that it needs.
    """

    selector: str
    line: int | None
    description: str
    ratio: float
    least: float


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    parser.add_argument("--most", type=int, default=6, help="look at so many texts of a page at most")
    parser.add_argument("--rendered", action="store_true", help="run the scripts of the pages")


def run(options: argparse.Namespace, results: Results) -> None:
    """Look at the reported texts of each page."""
    counts = Counter(texts=0, true=0, false=0, hidden=0, unique=0)
    with browser_pages(options, results) as pages, ExitStack() as stack:
        started = None
        if options.rendered:
            started = stack.enter_context(service(results, renderer="chromium", render="always", links=1))
        for path, url, page in pages.each():
            reported = _in_source(page) if started is None else _in_rendered(started, url)
            pages.browser.ask("Emulation.setScriptExecutionDisabled", value=started is None)
            pages.browser.open(url)
            pages.browser.ask("Emulation.setScriptExecutionDisabled", value=False)
            _compare(reported, path, pages.browser, counts, options.most, results)
            pages.browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    results.figures |= counts


def _in_source(page: Document) -> Sequence[_Reported]:
    found: list[_Reported] = []
    for text in texts(page):
        least = _LEAST_LARGE if text.large else _LEAST
        if text.ratio < least:
            place: Any = page.place(text.tag)
            found.append(_Reported(place.selector, place.line, text.description, text.ratio, least))
    return found


def _in_rendered(started: Running, url: str) -> Sequence[_Reported]:
    scanned = report(started, url)
    found: list[_Reported] = []
    for issue in issues(scanned) if scanned is not None else ():
        for one in issue["occurrences"] if issue["rule"] == "accessibility/contrast" else ():
            facts = one["facts"]
            ratio, least = (float(re.match(r"[0-9.]+", facts[name])[0]) for name in ("detail", "least"))  # type: ignore[index]
            found.append(_Reported(one["selector"], one["line"], facts["detail"], ratio, least))
    return found


def _compare(
    reported: Sequence[_Reported], path: str, browser: Browser, counts: Counter[str], most: int, results: Results
) -> None:
    step = max(1, len(reported) // most)
    for text in reported[::step][:most]:
        counts["texts"] += 1
        counts["unique"] += browser.run(f"document.querySelectorAll({json.dumps(text.selector)}).length") == 1
        theirs = drawn(browser, text.selector)
        if theirs is None:
            verdict = "hidden"
        else:
            true = theirs.ratio < text.least and theirs.ratio > text.ratio * (1 - _SMOOTHED) - 0.1
            verdict = "true" if true else "false"
        counts[verdict] += 1
        if verdict != "true":
            where = {"page": path, "line": text.line, "selector": text.selector}
            results.show(**where, ours=text.description, pixels=shown(theirs))
