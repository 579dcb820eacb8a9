"""
Compare pages before and after their safe fixes, as Chromium draws them: the pixels, and the files that it requests.

DATA is a folder of pages, whose scripts are off; with ``--generated``, pages are generated in which each property that
can hide, size or move an image is tried. The screens are 1280 px wide, and a phone of 412 by 823 px. ``same`` and
``different`` count the pages with safe fixes;
``visible`` counts the rules whose fixes alone change a page that is different. A page that redirects is left out.
"""

import argparse
import base64
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attrs import evolve

from evaluation.browser_pages import BrowserPages, browser_pages
from evaluation.generated_images import write_pages
from evaluation.results import Results
from sitescan.cli.local_pages import LocalPage
from sitescan.cli.targets import TargetFailed, analysed, server_of
from sitescan.fixing import FixedPage, fix_page
from sitescan.model.report import Report
from sitescan.rules.judge import KEPT_OF_ANSWERS
from sitescan.settings import Settings

SAMPLE = "fixed_pages"

_SETTINGS = Settings()
_MOST_SHOTS = 10
_SCREENS = (
    {"width": 1280, "height": 4000, "deviceScaleFactor": 1, "mobile": False},
    {"width": 412, "height": 823, "deviceScaleFactor": 1, "mobile": True},
)
#: A lazy image that is not shown is never loaded.
_LOADED = """
Promise.race([
  new Promise(done => setTimeout(done, 400)),
  Promise.all([document.fonts.ready, ...[...document.images].map(one => one.decode().catch(() => 0))]),
]).then(() => 0)
"""

#: What a browser makes of a page: a picture and the requested paths on each screen; empty if it leaves the page.
_Drawn = tuple[tuple[bytes, frozenset[str]], ...]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the option for generated pages."""
    parser.add_argument("--generated", action="store_true", help="try properties on generated pages in place of DATA")


def run(options: argparse.Namespace, results: Results) -> None:
    """Fix each page and draw it before and after."""
    if not options.generated:
        _compare(options, results)
        return
    with TemporaryDirectory() as folder:
        options.data = Path(folder)
        write_pages(options.data)
        _compare(options, results)


def _compare(options: argparse.Namespace, results: Results) -> None:
    counts: Counter[str] = Counter(dict.fromkeys(("fixed", "unchanged", "same", "different"), 0))
    visible: Counter[str] = Counter()
    with browser_pages(options, results, 1) as pages:
        pages.browser.ask("Network.enable")
        pages.browser.ask("Network.setCacheDisabled", cacheDisabled=True)
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
    page = LocalPage(folder / path[1:], folder, listed=True)
    _, address = page.addresses("")
    server = server_of(page, "", _SETTINGS)
    return lambda body: analysed(body, address, server, _SETTINGS, 0.0, fixes=KEPT_OF_ANSWERS)


def _fixed(body: bytes, folder: Path, path: str, rules: Iterable[str] = ()) -> FixedPage:
    """Return a page with its safe fixes, or with those of some rules."""
    return fix_page(body, examiner(folder, path), lambda rule, fix: fix.safe and (not rules or rule in rules))


def _is_same(pages: BrowserPages, path: str, body: bytes, after: bytes) -> bool:
    """Return whether a page is drawn alike with both bodies."""
    # Some pages are drawn in several ways, which depend on the order in which their images arrive.
    shots: tuple[set[_Drawn], set[_Drawn]] = (set(), set())
    for _ in range(_MOST_SHOTS):
        for found, version in zip(shots, (body, after), strict=True):
            found.add(_drawn(pages, path, version))
        if shots[0] & shots[1]:
            return True
    return False


def _drawn(pages: BrowserPages, path: str, body: bytes) -> _Drawn:
    """Return what the browser makes of a page with another body."""
    browser, site = pages.browser, pages.site
    site.pages[path] = evolve(site.pages[path], body=body)
    found: list[tuple[bytes, frozenset[str]]] = []
    for screen in _SCREENS:
        browser.ask("Emulation.setDeviceMetricsOverride", **screen)
        site.requests.clear()
        browser.open(site.origin + path)
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)
        browser.run(_LOADED)
        browser.ask("Emulation.setScriptExecutionDisabled", value=True)
        shot: Any = browser.ask("Page.captureScreenshot", format="png")
        if not pages.is_on(path):
            return ()
        requested = frozenset(asked for _, asked in site.requests if asked != "/favicon.ico")
        found.append((base64.b64decode(shot["data"]), requested))
    return tuple(found)
