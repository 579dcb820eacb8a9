"""
Scan every page of a folder twice and compare the reports.

DATA is a folder of pages. ``unequal`` names the pages with rules whose issues differ between the two scans.
"""

import argparse
import statistics
import time
from typing import Any

from evaluation.real_pages import served
from evaluation.results import Results
from evaluation.service import issues, report, service
from tests.site import serving

SAMPLE = "site"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    parser.add_argument("--issues", action="store_true", help="print the issues")


def run(options: argparse.Namespace, results: Results) -> None:
    """Scan the pages."""
    milliseconds: list[float] = []
    unequal: dict[str, list[str]] = {}
    pages = served("", options.data, 10_000, smallest=0)
    with serving(pages.answers) as site, service(results) as started:
        for path in results.cases(pages.paths):
            before = time.perf_counter()
            first = report(started, site.origin + path)
            milliseconds.append((time.perf_counter() - before) * 1000)
            second = report(started, site.origin + path)
            if first is None or second is None:
                results.fail(f"{path} could not be scanned")
                continue
            scores = {category["category"]: category["score"] for category in first["categories"]}
            results.show(page=path, overall=first["overallScore"], **scores, issues=len(list(issues(first))))
            if options.issues:
                for issue in issues(first):
                    results.show(**{name: issue[name] for name in ("severity", "rule", "title", "description")})
            if differing := _differing(first, second):
                unequal[path] = differing
    results.figures |= {"unequal": unequal, "milliseconds_median": round(statistics.median(milliseconds or [0]))}


def _differing(first: Any, second: Any) -> list[str]:
    """Return the rules whose issues differ between two reports."""
    one, other = ({issue["rule"]: issue for issue in issues(found)} for found in (first, second))
    return sorted(rule for rule in one.keys() | other.keys() if one.get(rule) != other.get(rule))
