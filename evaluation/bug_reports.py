"""
Compare the issues with what is right on pages that were rebuilt after bug reports on other tools.

DATA has the frames of a page (``page``, ``body``) and ``cases``: what is in the frames (``head``, ``body``), a rule,
and whether it is ``reported`` or ``not reported`` on the page. ``kinds`` counts the right answers and the cases of each
kind.
"""

import argparse
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from evaluation.results import Results, outcome
from sitescan.offline import analyse

SAMPLE = "bug_reports.json"

_REPORTED = {"reported": True, "not reported": False}


def run(options: argparse.Namespace, results: Results) -> None:
    """Examine each page and compare."""
    data = json.loads(options.data.read_text(encoding="utf-8"))
    counts = Counter(dict.fromkeys(("caught", "missed", "right", "false_alarms"), 0))
    right, given = Counter[str](), Counter[str]()
    for case in results.cases(data["cases"]):
        found = outcome(_REPORTED[case["expected"]], case["rule"] in _rules(data, case))
        counts[found] += 1
        given[case["kind"]] += 1
        if found in ("caught", "right"):
            right[case["kind"]] += 1
        else:
            results.show(outcome=found, **{name: case[name] for name in ("kind", "report", "name", "rule")})
    kinds = {kind: f"{right[kind]}/{count}" for kind, count in given.items()}
    results.figures |= {**counts, "correct": right.total(), "kinds": kinds}


def _rules(data: Mapping[str, Any], case: Mapping[str, Any]) -> set[str]:
    """Return the ids of the rules that report an issue on the page of a case."""
    # The frames are filled one by one, because the styles of a page contain braces.
    body = data["body"].replace("{}", case["body"], 1)
    head, _, rest = data["page"].partition("{}")
    html = f"{head}{case['head']}{rest.replace('{}', body, 1)}"
    headers = {"Content-Type": "text/html; charset=utf-8"}
    report = analyse("https://pears.example/", headers=headers, body=html.encode())
    return {issue.rule for result in report.categories for issue in result.issues}
