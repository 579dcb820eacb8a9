"""
Crawl a generated site, and compare the issues between its pages with the faults that it was made with.

DATA says how large the site is: the least number of ``pages``, and how many faults of ``each`` kind it has. ``missed``
counts faults that were not reported, ``false`` what was reported and is none, near misses included, and ``trapped`` the
most pages that were read of a trap; one that is not named in the report is an error. ``requests`` and ``cpu`` are the
requests and the seconds of processor time a page.

The sample has one fault of each kind. ``{"pages": 1000, "each": 14}`` makes 434 faults and 322 near misses.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from evaluation.results import Results
from evaluation.site_farm import TRAPS, grown
from tests.site import serving

SAMPLE = "site_farm.json"

#: Rules whose issues are about one group of pages each. Others are about a target, or about each of their pages.
_GROUPS = frozenset(
    f"site/{name}"
    for name in (
        "title-duplicate",
        "description-duplicate",
        "content-duplicate",
        "url-variants",
    )
)


def run(options: argparse.Namespace, results: Results) -> None:
    """Crawl the site and compare."""
    recipe = json.loads(options.data.read_text())
    with serving({}) as site, tempfile.TemporaryDirectory() as folder:
        farm = grown(site.origin, recipe["pages"], recipe["each"])
        site.pages = farm.answers
        before = _cpu()
        words = ["site", f"{site.origin}/", "-o", folder, "--robots", "obey", "-m", "5000", "--allow-private"]
        program = [sys.executable, "-c", "import sys; from sitescan.cli.main import main; sys.exit(main())"]
        ended = subprocess.run([*program, *words], capture_output=True, text=True, check=False)
        if ended.returncode:
            results.fail(ended.stderr)
            return
        report = json.loads((Path(folder) / "site.json").read_bytes())
        cpu, requests = _cpu() - before, len(site.requests)
    read = [page["url"] for page in report["pages"]]
    found: dict[str, set[Any]] = {}
    for issue in report["issues"]:
        found.setdefault(issue["rule"], set()).update(_items(issue))
    counts = Counter[str]()
    for rule, item in results.cases([(rule, item) for rule, items in farm.faults.items() for item in items]):
        if item not in found.get(rule, set()):
            counts["missed"] += 1
            results.show(rule=rule, missed=item)
    for rule, items in found.items():
        for item in items - farm.faults.get(rule, set()):
            counts["false"] += 1
            results.show(rule=rule, false=item)
    for part, sentence in TRAPS.items():
        counts["trapped"] = max(counts["trapped"], sum(part in url for url in read))
        if not any(sentence in reason for reason in report["leftOut"]):
            results.fail(f"the trap {part} is not named")
    results.figures |= {
        "pages": len(read),
        "near_misses": sum(farm.near.values()),
        "missed": counts["missed"],
        "false": counts["false"],
        "trapped": counts["trapped"],
        "requests": round(requests / len(read), 2),
        "cpu": round(cpu / len(read), 4),
    }


def _cpu() -> float:
    """Return the seconds of processor time of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _items(issue: dict[str, Any]) -> set[Any]:
    """Return what an issue is about: a group of pages, a target, or pages."""
    if issue["rule"] in _GROUPS:
        return {frozenset(issue["pages"])}
    return {issue["target"]} if issue.get("target") else set(issue["pages"])
