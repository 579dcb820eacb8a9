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
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any

from attrs import frozen

from evaluation.browser_pages import browser_pages
from evaluation.drawn_text import drawn, shown
from evaluation.results import Results, spread
from evaluation.service import Service, issues, service
from sitescan.document.document import Document
from sitescan.rules.catalogue import catalogue
from tests.chromium import Browser

SAMPLE = "site"

_RULE = "accessibility/contrast"
#: The share of its contrast that a small text may lose because its letters are smoothed.
_SMOOTHED = 0.35


@frozen
class _Reported:
    """
    A reported text.

    :ivar facts: among others, its ratio and colors (``detail``), and the ratio that it needs (``least``).
    """

    selector: str
    line: int | None
    facts: Mapping[str, Any]

    def ratio(self, name: str) -> float:
        """Return the ratio at the beginning of a fact."""
        return float(re.match(r"[0-9.]+", self.facts[name])[0])  # type: ignore[index]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    parser.add_argument("--texts", type=int, default=6, help="look at so many texts of a page at most")
    parser.add_argument("--rendered", action="store_true", help="run the scripts of the pages")


def run(options: argparse.Namespace, results: Results) -> None:
    """Look at the reported texts of each page."""
    counts = Counter(texts=0, true=0, false=0, hidden=0, unique=0)
    with browser_pages(options, results) as pages, ExitStack() as stack:
        started = None
        if options.rendered:
            started = stack.enter_context(service(results, renderer="chromium", render="always", links=1))
        for path, url, page in pages.each():
            reported = list(_in_source(page) if started is None else _in_rendered(started, url))
            pages.browser.ask("Emulation.setScriptExecutionDisabled", value=started is None)
            pages.browser.open(url)
            pages.browser.ask("Emulation.setScriptExecutionDisabled", value=False)
            for text in spread(reported, options.texts):
                _compare(text, path, pages.browser, counts, results)
            pages.browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    results.figures |= counts


def _in_source(page: Document) -> Iterator[_Reported]:
    for finding in catalogue()[_RULE].check(page):
        place: Any = page.place(finding.at)
        yield _Reported(place.selector, place.line, finding.facts)


def _in_rendered(started: Service, url: str) -> Iterator[_Reported]:
    for issue in issues(started.report(url) or {"categories": ()}):
        for occurrence in issue["occurrences"] if issue["rule"] == _RULE else ():
            yield _Reported(occurrence["selector"], occurrence["line"], occurrence["facts"])


def _compare(text: _Reported, path: str, browser: Browser, counts: Counter[str], results: Results) -> None:
    counts["texts"] += 1
    counts["unique"] += browser.run(f"document.querySelectorAll({json.dumps(text.selector)}).length") == 1
    theirs = drawn(browser, text.selector)
    if theirs is None:
        verdict = "hidden"
    else:
        letters = text.ratio("detail") * (1 - _SMOOTHED) - 0.1
        verdict = "true" if letters < theirs.ratio < text.ratio("least") else "false"
    counts[verdict] += 1
    if verdict != "true":
        where = {"page": path, "line": text.line, "selector": text.selector}
        results.show(**where, ours=text.facts["detail"], pixels=shown(theirs))
