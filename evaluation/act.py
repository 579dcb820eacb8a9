"""
Scan the W3C ACT test cases and compare the reports with the expected outcomes.

DATA is a folder with ``index.json`` (``cases``: ``ruleId``, ``ruleClass``, ``expected``, ``urlPath``, ``contentType``)
and ``www``, the root that is served. A case counts as reported if an issue of a rule that covers its ACT rule
(``act:ID``) is reported; a page that the service does not scan counts as not reported.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from evaluation.real_pages import file_answer
from evaluation.results import Results
from evaluation.service import issues, service
from sitescan.rules.catalogue import catalogue
from tests.running import Running
from tests.site import Answered, serving

SAMPLE = "act"

_PREFIX = "act:"
_SCANS_AT_ONCE = 4
_NOT_A_PAGE = 400


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    parser.add_argument("--rule", help="scan only the cases of this ACT rule")


def run(options: argparse.Namespace, results: Results) -> None:
    """Scan the cases and compare."""
    cases = json.loads((options.data / "index.json").read_text())["cases"]
    cases = [case for case in cases if options.rule in (None, case["ruleId"])]
    covering = _covering()
    figures = {kind: Counter(caught=0, missed=0, false_alarms=0) for kind in ("a", "b", "c", "all")}
    with serving(_pages(options.data / "www", cases)) as site, service(results) as started:
        with ThreadPoolExecutor(_SCANS_AT_ONCE) as threads:
            reported = list(threads.map(lambda case: _reported(started, site.origin + case["urlPath"]), cases))
        for case, rules in results.cases(zip(cases, reported, strict=True)):
            if rules is None or case["urlPath"] not in site.pages:
                results.fail(f"{case['urlPath']} could not be scanned, or does not exist")
                continue
            ours = sorted(rules & covering[case["ruleId"]])
            outcome = _outcome(case["expected"] == "failed", bool(ours))
            if outcome is not None:
                figures["all"][outcome] += 1
                figures[case["ruleClass"]][outcome] += 1
            if outcome == "false_alarms" or (outcome == "missed" and covering[case["ruleId"]]):
                results.show(case=case["urlPath"], rule=case["ruleId"], title=case["title"], outcome=outcome, ours=ours)
    results.figures |= figures


def _pages(root: Path, cases: Iterable[Mapping[str, Any]]) -> dict[str, Answered]:
    types = {case["urlPath"]: case["contentType"] for case in cases}
    pages: dict[str, Answered] = {}
    for path in root.rglob("*"):
        if path.is_file():
            name = f"/{path.relative_to(root).as_posix()}"
            answer = file_answer(path)
            kind = types.get(name) or dict(answer.headers)["Content-Type"].partition(";")[0]
            kind = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
            pages[name] = Answered(answer.body, 200, (("Content-Type", kind),))
    return pages


def _covering() -> Mapping[str, set[str]]:
    """Return the ids of the rules that cover each ACT rule."""
    found: dict[str, set[str]] = defaultdict(set)
    for rule in catalogue().values():
        for cover in rule.covers:
            if cover.startswith(_PREFIX):
                found[cover.removeprefix(_PREFIX)].add(rule.id)
    return found


def _reported(started: Running, url: str) -> set[str] | None:
    """Return the ids of the rules that a scan reports; ``None`` if the scan failed."""
    answer = started.scan(url, path="/api/v1/scan?include=evidence")
    if answer.status == _NOT_A_PAGE:
        return set()
    return {issue["rule"] for issue in issues(answer.json)} if answer.status == 200 else None


def _outcome(faulty: bool, found: bool) -> str | None:
    """Return what the report makes of a case; ``None`` for a page without a fault that none is reported on."""
    if faulty:
        return "caught" if found else "missed"
    return "false_alarms" if found else None
