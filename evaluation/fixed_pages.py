"""
Compare the pixels of pages before and after their safe fixes, as Chromium draws them on a screen of 1280 by 4000 px.

DATA is a folder of pages, whose scripts are off. ``same`` and ``different`` count the pages with safe fixes;
``visible`` counts the rules whose fixes alone change a page that is different. A page that redirects is left out.
"""

import argparse
import base64
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from attrs import evolve

from evaluation.browser_pages import BrowserPages, browser_pages
from evaluation.results import Results
from sitescan.cli.local_pages import LocalPage
from sitescan.cli.targets import LocalFiles, TargetFailed, analysed
from sitescan.fixing import FixedPage, fix_page
from sitescan.model.report import Report
from sitescan.rules.judge import KEPT_OF_ANSWERS
from sitescan.settings import Settings

SAMPLE = "fixed_pages"

_SETTINGS = Settings()
_MOST_SHOTS = 10
_SCREEN = {"width": 1280, "height": 4000, "deviceScaleFactor": 1, "mobile": False}
_LOADED = (
    "Promise.all([document.fonts.ready, ...[...document.images].map(one => one.decode().catch(() => 0))]).then(() => 0)"
)


def run(options: argparse.Namespace, results: Results) -> None:
    """Fix each page and draw it before and after."""
    counts: Counter[str] = Counter(dict.fromkeys(("fixed", "unchanged", "same", "different"), 0))
    visible: Counter[str] = Counter()
    with browser_pages(options, results, 1) as pages:
        pages.browser.ask("Emulation.setDeviceMetricsOverride", **_SCREEN)
        for path in results.cases(pages.pages.paths):
            body = pages.pages.answers[path].body
            try:
                fixed = _fixed(body, options.data, path)
            except TargetFailed as problem:
                results.leave_out(path, str(problem))
                continue
            counts["fixed"] += fixed.fixed.total()
            if not fixed.fixed:
                counts["unchanged"] += 1
            elif not _drawn(pages, path, body):
                results.leave_out(path, "it redirects")
            elif _is_same(pages, path, body, fixed.lines.body):
                counts["same"] += 1
            else:
                alone = ((rule, _fixed(body, options.data, path, (rule,)).lines.body) for rule in fixed.fixed)
                rules = [rule for rule, after in alone if not _is_same(pages, path, body, after)]
                counts["different"] += 1
                visible.update(rules)
                results.show(page=path, visible=rules)
    results.figures |= {**counts, "visible": dict(visible)}


def examiner(folder: Path, path: str) -> Callable[[bytes], Report]:
    """Return a function that examines a page of a folder with another body."""
    root, address = LocalPage(folder / path[1:], folder, listed=True).addresses("")
    files = LocalFiles(folder, root, _SETTINGS.script_bytes)
    return lambda body: analysed(body, address, files, _SETTINGS, 0.0, fixes=KEPT_OF_ANSWERS)


def _fixed(body: bytes, folder: Path, path: str, rules: Iterable[str] = ()) -> FixedPage:
    """Return a page with its safe fixes, or with those of some rules."""
    return fix_page(body, examiner(folder, path), lambda rule, fix: fix.safe and (not rules or rule in rules))


def _is_same(pages: BrowserPages, path: str, body: bytes, after: bytes) -> bool:
    """Return whether a page is drawn alike with both bodies."""
    # Some pages are drawn in several ways, which depend on the order in which their images arrive.
    shots: tuple[set[bytes], set[bytes]] = (set(), set())
    for _ in range(_MOST_SHOTS):
        for found, version in zip(shots, (body, after), strict=True):
            found.add(_drawn(pages, path, version))
        if shots[0] & shots[1]:
            return True
    return False


def _drawn(pages: BrowserPages, path: str, body: bytes) -> bytes:
    """Return the picture of a page with another body; empty if the browser leaves the page."""
    browser, site = pages.browser, pages.site
    site.pages[path] = evolve(site.pages[path], body=body)
    browser.open(site.origin + path)
    browser.ask("Emulation.setScriptExecutionDisabled", value=False)
    browser.run(_LOADED)
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    shot: Any = browser.ask("Page.captureScreenshot", format="png")
    return base64.b64decode(shot["data"]) if pages.is_on(path) else b""
