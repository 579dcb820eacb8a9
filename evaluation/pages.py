"""
Scan every page of a folder through the installed service, and say what came of it.

    python evaluation/pages.py DIR [--twice] [--issues]

Prints one JSON line per page: its scores, how many issues it has, how long the scan took. With
``--twice`` each page is scanned twice and the reports are compared; with ``--issues`` the issues
are printed as text, to be read. The last line sums up.
"""

import argparse
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.running import Running, running
from tests.site import Answered, serving

_TYPES = {".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml", ".css": "text/css"}


def main() -> None:
    """Scan the pages."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--twice", action="store_true", help="scan each page twice and compare")
    parser.add_argument("--issues", action="store_true", help="print the issues as text")
    arguments = parser.parse_args()
    pages = {f"/{path.name}": path for path in sorted(arguments.folder.iterdir()) if path.suffix in _TYPES}
    answers = {
        name: Answered(path.read_bytes(), 200, (("Content-Type", _TYPES[path.suffix]),)) for name, path in pages.items()
    }
    milliseconds: list[float] = []
    unequal: dict[str, list[str]] = {}
    failed: list[str] = []
    options = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8")
    with serving(answers) as site, running(*options) as service:
        for name in pages:
            report, took = _scan(service, site.origin + name)
            milliseconds.append(took)
            if "categories" not in report:
                failed.append(name)
                print(json.dumps({"page": name, "error": report}))
                continue
            print(json.dumps({"page": name, **_summary(report), "milliseconds": round(took)}))
            if arguments.issues:
                _tell(report)
            if arguments.twice and (differing := _differing(report, _scan(service, site.origin + name)[0])):
                unequal[name] = differing
        errors = [line for line in service.lines if "#error" in line or "#critical" in line]
    print(
        json.dumps(
            {
                "pages": len(pages),
                "failed": failed,
                "unequal": unequal,
                "errors_logged": len(errors),
                "milliseconds_median": round(statistics.median(milliseconds)),
                "milliseconds_p95": round(sorted(milliseconds)[max(0, round(len(milliseconds) * 0.95) - 1)]),
            }
        )
    )


def _scan(service: Running, url: str) -> tuple[Any, float]:
    started = time.perf_counter()
    answer = service.scan(url, path="/api/v1/scan?include=evidence")
    return answer.json, (time.perf_counter() - started) * 1000


def _summary(report: Any) -> dict[str, Any]:
    return {
        "overall": report["overallScore"],
        **{category["category"]: category["score"] for category in report["categories"]},
        "issues": sum(len(category["issues"]) for category in report["categories"]),
    }


def _differing(one: Any, other: Any) -> list[str]:
    """The rules whose issues differ between two reports on one page."""
    issues = [
        {issue["rule"]: issue for category in report.get("categories", ()) for issue in category["issues"]}
        for report in (one, other)
    ]
    return sorted(rule for rule in issues[0].keys() | issues[1].keys() if issues[0].get(rule) != issues[1].get(rule))


def _tell(report: Any) -> None:
    for category in report["categories"]:
        for issue in category["issues"]:
            print(f"  [{issue['severity']}] {issue['rule']}: {issue['title']}\n      {issue['description']}")


if __name__ == "__main__":
    main()
