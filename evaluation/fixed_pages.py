"""
Compare pages before and after their safe fixes, as Chromium shows them on a desktop and on a phone.

DATA is a folder of pages; with ``--generated``, pages are generated in which what safe fixes depend on is varied:
properties that can hide, size or move an image, scripts and what may need them, and the faults that rules report.
A page is the same if its first and last frame, its print, its requests, the errors in its console, the order of its
focus, and the effects of Enter are the same. ``same`` and ``different`` count the pages with safe fixes; ``kinds`` are
the rules whose safe fixes were applied, and ``visible`` those whose fixes alone change a page that is different, with
what they change. A page that redirects, or that differs from itself, is left out. With ``--unsafe``, the fixes that are
not safe are applied, too, which shows what the comparison finds.
"""

import argparse
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve, fields, frozen

from evaluation.browser_pages import BrowserPages, browser_pages
from evaluation.generated_images import write_pages
from evaluation.generated_scripts import write_script_pages
from evaluation.results import Results
from evaluation.rule_examples import write_example_pages
from evaluation.shown_page import PageViewer, Shown, StillLoading
from sitescan.cli.local_pages import LocalPage
from sitescan.cli.targets import TargetFailed, analysed, server_of
from sitescan.configuration.settings import Settings
from sitescan.fixing import fix_page
from sitescan.model.fix import Fix
from sitescan.model.report import Report
from sitescan.rules.judge import KEPT_OF_ANSWERS

SAMPLE = "fixed_pages"

_SETTINGS = Settings()
#: Some pages are shown in several ways, which depend on the order in which their files arrive.
_MOST_TIMES = 5
_GENERATED = {"images": write_pages, "scripts": write_script_pages, "examples": write_example_pages}
_ASPECTS = tuple(one.name for one in fields(Shown))


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for generated pages and for unsafe fixes."""
    parser.add_argument("--generated", choices=_GENERATED, help="try generated pages in place of DATA")
    parser.add_argument("--unsafe", action="store_true", help="apply fixes that are not safe, too")


def run(options: argparse.Namespace, results: Results) -> None:
    """Fix each page and show it before and after."""
    if options.generated is None:
        _compare(options, results)
        return
    with TemporaryDirectory() as folder:
        options.data = Path(folder)
        _GENERATED[options.generated](options.data)
        _compare(options, results)


def _compare(options: argparse.Namespace, results: Results) -> None:
    counts: Counter[str] = Counter(dict.fromkeys(("fixed", "unchanged", "same", "different"), 0))
    kinds: set[str] = set()
    visible: Counter[str] = Counter()
    wants = _wants_any if options.unsafe else _wants_safe
    with browser_pages(options, results, 1) as pages:
        viewer = PageViewer(pages.browser, pages.site)
        for path in results.cases(pages.pages.paths):
            body = pages.pages.answers[path].body
            comparison = _Comparison(pages, viewer, path, body)
            fix = partial(fix_page, body, examiner(options.data, path))
            try:
                fixed = fix(wants)
                counts["fixed"] += fixed.fixed.total()
                if fixed.lines.body == body:
                    counts["unchanged"] += 1
                    continue
                changed = comparison.changed_by(fixed.lines.body)
                if changed and set(changed) <= set(comparison.changed_by(body)):
                    results.leave_out(path, "it differs from itself")
                    continue
                counts["different" if changed else "same"] += 1
                kinds.update(fixed.fixed)
                if changed:
                    found = {
                        rule: comparison.changed_by(fix(partial(wants, only=rule)).lines.body) for rule in fixed.fixed
                    }
                    visible.update(f"{rule}: {', '.join(aspects)}" for rule, aspects in found.items() if aspects)
                    results.show(page=path, changed=changed, visible=found)
            except (TargetFailed, StillLoading, _Left) as problem:
                results.leave_out(path, str(problem) or type(problem).__name__)
    results.figures |= {**counts, "kinds": sorted(kinds), "visible": dict(visible)}


def _wants_safe(rule: str, fix: Fix, only: str = "") -> bool:
    return fix.safe and only in ("", rule)


def _wants_any(rule: str, fix: Fix, only: str = "") -> bool:
    return not fix.unfinished and only in ("", rule)


def examiner(folder: Path, path: str, base: str = "") -> Callable[[bytes], Report]:
    """
    Return a function that examines a page of a folder with another body.

    :param base: the address of the folder; empty if it isn't known.
    """
    page = LocalPage(folder / path[1:], folder, listed=True)
    _, address = page.addresses(base)
    server = server_of(page, base, _SETTINGS)
    return lambda body: analysed(body, address, server, _SETTINGS, 0.0, fixes=KEPT_OF_ANSWERS)


class _Left(Exception):
    """A page redirects."""


@frozen
class _Comparison:
    """The comparison of a page with what is made of it."""

    pages: BrowserPages
    viewer: PageViewer
    path: str
    body: bytes

    def changed_by(self, fixed: bytes) -> list[str]:
        """Return what is never the same before and after the fixes of a page, by its fixed body."""
        before: dict[str, set[object]] = {aspect: set() for aspect in _ASPECTS}
        after: dict[str, set[object]] = {aspect: set() for aspect in _ASPECTS}
        changed = list(_ASPECTS)
        for _ in range(_MOST_TIMES):
            for found, body in ((before, self.body), (after, fixed)):
                shown = self._shown(body)
                for aspect in _ASPECTS:
                    found[aspect].add(tuple(getattr(screen, aspect) for screen in shown))
            changed = [aspect for aspect in _ASPECTS if not before[aspect] & after[aspect]]
            if not changed:
                break
        return changed

    def _shown(self, body: bytes) -> tuple[Shown, ...]:
        """Return what the browser shows of the page with another body."""
        site = self.pages.site
        site.pages[self.path] = evolve(site.pages[self.path], body=body)
        shown = self.viewer.shown(self.path)
        if not self.pages.is_on(self.path):
            raise _Left
        return shown
