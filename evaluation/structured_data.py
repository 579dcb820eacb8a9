"""
Compare the issues about structured data with the errors of another validator.

DATA is a list of cases: a page (``html``), the types in it (``types``), and what the validator says
(``google_issues``). The service reports an error if a rule on structured data has an issue that is more than ``info``;
recommendations are not compared. ``agreed`` counts the cases with an error that several sources agree on.
"""

import argparse
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evaluation.results import Results, outcome
from evaluation.service import issues, service
from tests.site import page, serving

SAMPLE = "structured_data.json"

_RULES = ("seo/json-ld-", "seo/rich-result-", "seo/schema-")
#: The properties that several sources require of a type; requirements of other types are one validator's own.
_AGREED = json.loads(Path(__file__).with_name("agreed_properties.json").read_text())


def run(options: argparse.Namespace, results: Results) -> None:
    """Scan each case and compare."""
    counts: Counter[str] = Counter(caught=0, missed=0, right=0, false_alarms=0)
    agreed: Counter[str] = Counter(caught=0, missed=0)
    with serving({}) as site, service(results) as started:
        for case in results.cases(json.loads(options.data.read_text(encoding="utf-8"))):
            site.pages["/"] = page(f"<!DOCTYPE html><title>Case</title>{case['html']}")
            found = started.report(site.origin + "/", case["name"])
            if found is None:
                continue
            ours, theirs = _reported(found), _errors(case)
            verdict = outcome(bool(theirs), bool(ours))
            counts[verdict] += 1
            if _is_agreed(case):
                agreed[verdict] += 1
            if verdict in ("missed", "false_alarms"):
                fields = [sorted(error) for error in theirs]
                results.show(case=case["name"], outcome=verdict, theirs=fields, ours=ours, agreed=_is_agreed(case))
    share = round(agreed["caught"] / agreed.total(), 4) if agreed.total() else None
    results.figures |= {**counts, "agreed": {**agreed, "caught_share": share}}


def _errors(case: Mapping[str, Any]) -> list[set[str]]:
    """Return the properties that each error of the other validator is about."""
    return [set(issue["fields"] or ()) for issue in case["google_issues"] if issue["severity"] == "ERROR"]


def _is_agreed(case: Mapping[str, Any]) -> bool:
    """Return whether the case has an error that several sources agree on."""
    return any(fields & set(_AGREED.get(kind, ())) for kind in case["types"] for fields in _errors(case))


def _reported(found: Any) -> dict[str, str]:
    """Return the descriptions of the issues on structured data that are more than info, by rule."""
    return {
        issue["rule"]: issue["description"]
        for issue in issues(found)
        if issue["rule"].startswith(_RULES) and issue["severity"] != "info"
    }
