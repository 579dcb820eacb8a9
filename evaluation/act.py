"""
Scan W3C ACT test cases through the installed service, and compare with their expected outcomes.

    python evaluation/act.py CORPUS_DIR [--rule ID]

The folder holds ``index.json`` (cases: ``ruleId``, ``ruleClass``, ``expected``, ``urlPath``, ``contentType``) and
``www``, the root that is served. A case counts as reported where an issue of a rule that covers its ACT rule
(``act:ID``) is reported; a page that the service does not scan counts as not reported.

Prints a table of every miss and every false alarm, the figures of each ACT rule, and last one JSON line.
"""

import argparse
import json
import mimetypes
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from sitescan.rules.catalogue import catalogue
from tests.running import Running, running
from tests.site import Answered, serving

_PREFIX = "act:"
_AT_ONCE = 4
_NOT_A_PAGE = 400


def main() -> None:
    """Scan the cases."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--rule", help="only the cases of this ACT rule")
    arguments = parser.parse_args()
    cases = json.loads((arguments.corpus / "index.json").read_text())["cases"]
    cases = [case for case in cases if arguments.rule in (None, case["ruleId"])]
    options = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8")
    with serving(_pages(arguments.corpus / "www", cases)) as site, running(*options) as service:
        started = time.perf_counter()
        with ThreadPoolExecutor(_AT_ONCE) as threads:
            reported = list(threads.map(lambda case: _reported(service, site.origin + case["urlPath"]), cases))
        seconds = time.perf_counter() - started
    covering = _covering()
    outcomes = [_outcome(case, rules & covering[case["ruleId"]]) for case, rules in zip(cases, reported, strict=True)]
    _tell(cases, outcomes, reported, covering)
    print(json.dumps({**_figures(cases, outcomes), "pages_per_second": round(len(cases) / seconds, 1)}))


def _pages(root: Path, cases: Iterable[Mapping[str, Any]]) -> dict[str, Answered]:
    types = {case["urlPath"]: case["contentType"] for case in cases}
    pages: dict[str, Answered] = {}
    for path in root.rglob("*"):
        if path.is_file():
            name = f"/{path.relative_to(root).as_posix()}"
            kind = types.get(name) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            kind = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
            pages[name] = Answered(path.read_bytes(), 200, (("Content-Type", kind),))
    return pages


def _covering() -> Mapping[str, set[str]]:
    """Our rules by the ACT rule that they cover."""
    found: dict[str, set[str]] = defaultdict(set)
    for rule in catalogue().values():
        for cover in rule.covers:
            if cover.startswith(_PREFIX):
                found[cover.removeprefix(_PREFIX)].add(rule.id)
    return found


def _reported(service: Running, url: str) -> set[str]:
    """The ids of the rules that a scan reports."""
    answer = service.scan(url, path="/api/v1/scan?include=evidence")
    report = answer.json
    if answer.status != _NOT_A_PAGE and "categories" not in report:
        sys.exit(f"{url}: {report}")
    return {issue["rule"] for category in report.get("categories", ()) for issue in category["issues"]}


def _outcome(case: Mapping[str, Any], reported: set[str]) -> str:
    if case["expected"] == "failed":
        return "caught" if reported else "missed"
    return "false_alarms" if reported else "fine"


def _tell(
    cases: list[dict[str, Any]], outcomes: list[str], reported: list[set[str]], covering: Mapping[str, set[str]]
) -> None:
    rows: dict[tuple[str, str, str], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for case, outcome, rules in zip(cases, outcomes, reported, strict=True):
        rows[case["ruleClass"], case["ruleId"], case["ruleName"]][outcome] += 1
        if outcome in ("missed", "false_alarms") and (outcome != "missed" or covering[case["ruleId"]]):
            by = ", ".join(sorted(rules & covering[case["ruleId"]]))
            print(f"{outcome:12} {case['ruleClass']} {case['ruleId']} {case['title']:24} {case['urlPath']} {by}")
    for (kind, identifier, name), counts in sorted(rows.items()):
        figures = " ".join(f"{outcome} {counts[outcome]:2}" for outcome in ("caught", "missed", "false_alarms"))
        rules = ", ".join(sorted(covering[identifier])) or "no rule"
        print(f"{kind} {identifier} {figures}  {name} [{rules}]")


def _figures(cases: list[dict[str, Any]], outcomes: list[str]) -> dict[str, dict[str, int]]:
    figures = {name: {"caught": 0, "missed": 0, "false_alarms": 0} for name in ("a", "b", "c", "all")}
    for case, outcome in zip(cases, outcomes, strict=True):
        for name in (case["ruleClass"], "all"):
            if outcome != "fine":
                figures[name][outcome] += 1
    return figures


if __name__ == "__main__":
    main()
