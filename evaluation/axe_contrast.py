"""
Compare verdicts on contrast with those of axe-core in Chromium.

DATA is a folder of pages. The elements whose own text both tools measure are compared, at levels AA and AAA: verdicts
and ratios. ``axe_only`` and ``ours_only`` count the elements that one tool measures; the other does not know what is
behind the text, or assumes that the text is hidden. ``neither`` counts those that a person has to check.
"""

import argparse
from collections import Counter
from typing import Any

from evaluation.axe_core import AxeCore, PageResults, add_engine_option
from evaluation.browser_pages import browser_pages
from evaluation.results import Results
from sitescan.document.contrast.text_contrast import Text, texts
from sitescan.document.document import Document

SAMPLE = "site"

#: The minimum contrast of small and of large text, https://www.w3.org/TR/WCAG22/#contrast-minimum.
_RULES = {"color-contrast": (4.5, 3.0), "color-contrast-enhanced": (7.0, 4.5)}
#: axe-core rounds colors to whole numbers of 255, and ratios down to hundredths.
_TOLERANCE = 0.06


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    add_engine_option(parser)


def run(options: argparse.Namespace, results: Results) -> None:
    """Measure each page with both tools and compare."""
    core = AxeCore(options.engine, _RULES, ("violations", "incomplete", "passes"))
    counts = Counter(both=0, axe_only=0, ours_only=0, neither=0, verdict=0, ratio=0, falsely_failed=0, missed=0)
    with browser_pages(options, results) as pages:
        for path, url, page in pages.each():
            _compare(page, path, core.results(pages.browser, url), counts, results)
    shares = {f"same_{name}": round(counts.pop(name) / max(1, counts["both"]), 4) for name in ("verdict", "ratio")}
    results.figures |= {**counts, **shares}


def _compare(page: Document, path: str, theirs: PageResults, counts: Counter[str], results: Results) -> None:
    ours = {page.order[id(text.tag)]: text for text in texts(page)}
    for rule in _RULES:
        verdicts = {one.at: (True, _ratio(one.data)) for one in theirs.passes if one.rule == rule}
        verdicts |= {one.at: (False, _ratio(one.data)) for one in theirs.violations if one.rule == rule}
        measured = {at: (passes, ratio) for at, (passes, ratio) in verdicts.items() if ratio is not None}
        to_check = {one.at for one in theirs.incomplete if one.rule == rule}
        counts["axe_only"] += len(measured.keys() - ours.keys())
        counts["ours_only"] += len(ours.keys() - measured.keys())
        counts["neither"] += len(to_check - ours.keys())
        for at in sorted(measured.keys() & ours.keys()):
            passes, ratio = measured[at]
            mine, close = _passes(ours[at], rule), abs(ours[at].ratio - ratio) < _TOLERANCE
            counts["both"] += 1
            counts["verdict"] += mine is passes
            counts["ratio"] += close
            counts["falsely_failed"] += passes and not mine
            counts["missed"] += mine and not passes
            if mine is not passes or not close:
                place: Any = page.place(ours[at].tag)
                shown = {"page": path, "line": place.line, "snippet": place.snippet[:80]}
                results.show(**shown, rule=rule, ours=ours[at].description, axe=ratio)


def _passes(text: Text, rule: str) -> bool:
    """Return the verdict; axe-core does not report at level AAA again what fails at level AA."""
    least = _RULES["color-contrast"][text.large]
    return text.ratio >= _RULES[rule][text.large] or (rule == "color-contrast-enhanced" and text.ratio < least)


def _ratio(data: tuple[Any, ...]) -> float | None:
    """Return the ratio that axe-core measured; ``None`` if it did not have to."""
    return next((float(one["contrastRatio"]) for one in data if one and one.get("contrastRatio")), None)
