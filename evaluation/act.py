"""
Scan the W3C ACT test cases and compare the reports with the expected outcomes.

DATA is a folder with ``index.json`` (``cases``: ``ruleId``, ``ruleClass``, ``expected``, ``urlPath``, ``contentType``)
and ``www``, the root that is served. A case counts as reported if an issue of a rule that covers its ACT rule
(``act:ID``) is reported; a page that the service does not scan counts as not reported.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from evaluation.real_pages import file_answer
from evaluation.results import Results, outcome
from evaluation.service import Service, issues, rules_covering, service
from tests.site import Answered, serving

SAMPLE = "act"

_SCANS_AT_ONCE = 4
_NOT_A_PAGE = 400


def run(options: argparse.Namespace, results: Results) -> None:
    """Scan the cases and compare."""
    cases = json.loads((options.data / "index.json").read_text())["cases"]
    covering = rules_covering("act:")
    figures = {kind: Counter(caught=0, missed=0, false_alarms=0) for kind in ("a", "b", "c", "all")}
    with serving(_pages(options.data / "www", cases)) as site, service(results) as started:
        with ThreadPoolExecutor(_SCANS_AT_ONCE) as threads:
            reported = list(threads.map(lambda case: _reported(started, site.origin + case["urlPath"]), cases))
        for case, rules in results.cases(zip(cases, reported, strict=True)):
            if rules is None or case["urlPath"] not in site.pages:
                results.fail(f"{case['urlPath']} could not be scanned, or does not exist")
                continue
            mine = covering.get(case["ruleId"], set())
            ours = sorted(rules & mine)
            found = outcome(case["expected"] == "failed", bool(ours))
            if found != "right":
                figures["all"][found] += 1
                figures[case["ruleClass"]][found] += 1
            if found == "false_alarms" or (found == "missed" and mine):
                results.show(case=case["urlPath"], rule=case["ruleId"], title=case["title"], outcome=found, ours=ours)
    results.figures |= figures


def _pages(root: Path, cases: Iterable[Mapping[str, Any]]) -> dict[str, Answered]:
    types = {case["urlPath"]: case["contentType"] for case in cases}
    pages = {f"/{path.relative_to(root).as_posix()}": file_answer(path) for path in root.rglob("*") if path.is_file()}
    for name, answer in pages.items():
        kind = types.get(name) or dict(answer.headers)["Content-Type"].partition(";")[0]
        kind = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
        pages[name] = Answered(answer.body, 200, (("Content-Type", kind),))
    return pages


def _reported(started: Service, url: str) -> set[str] | None:
    """Return the ids of the rules that a scan reports; ``None`` if the scan failed."""
    answer = started.answer(url)
    if answer.status == _NOT_A_PAGE:
        return set()
    return {issue["rule"] for issue in issues(answer.json)} if answer.status == 200 else None
