"""
Compare findings about content security policies with those of CSP Evaluator.

DATA is a file, or a folder of files ``csp*.json``, with ``full_cases`` (a policy and everything that CSP Evaluator says
about it) and ``unit_cases`` (policies and what one of its checks says). A policy agrees if findings of the same types
have the same severities; ``exact`` counts the policies whose findings name the same directives and values as well.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

from evaluation.results import Results
from sitescan.standards import csp_findings as ours
from sitescan.standards.csp import Policy, parse_policy
from sitescan.standards.csp_findings import Check, CspFinding

SAMPLE = "csp.json"

#: CSP Evaluator's checks of one policy, and the functions that correspond to them.
_CHECKS: dict[str, Check] = {
    name: getattr(ours, function)
    for name, function in json.loads(Path(__file__).with_name("csp_checks.json").read_text()).items()
}

#: The syntax errors that Lighthouse reports.
_SYNTAX = (ours.nonces, ours.unknown_directives, ours.deprecated, ours.missing_semicolons, ours.invalid_keywords)


def _failures(policies: Sequence[Policy]) -> Iterator[CspFinding]:
    """Return the weaknesses that all policies share, since one policy that blocks something is enough."""
    yield from ours.shared(policies, ours.missing_script_src)
    yield from ours.shared(policies, ours.missing_object_src)
    yield from ours.missing_base_uri(*policies)
    effective = [ours.effective(policy) for policy in policies]
    limiting = [policy for policy in effective if policy.governing("script-src")]
    yield from ours.shared(limiting, ours.lax_hosts)
    yield from ours.shared(limiting, ours.unsafe_inline)
    yield from ours.shared(effective, ours.wildcards)
    yield from ours.shared(effective, ours.plain_schemes)


def _of_any(policies: Sequence[Policy], checks: Iterable[Check]) -> Iterator[CspFinding]:
    for check in checks:
        for policy in policies:
            yield from check(policy)


#: Lighthouse's three checks of several policies.
_TOGETHER: dict[str, Callable[[Sequence[Policy]], Iterable[CspFinding]]] = {
    "evaluateForFailure": _failures,
    "evaluateForWarnings": lambda policies: _of_any(policies, (ours.no_inline_fallback, ours.no_host_fallback)),
    "evaluateForSyntaxErrors": lambda policies: _of_any(policies, _SYNTAX),
}


def run(options: argparse.Namespace, results: Results) -> None:
    """Check each policy and compare."""
    totals: dict[str, Counter[str]] = {}
    for case in results.cases(_cases(options.data)):
        found = _found(case)
        if found is None:
            results.leave_out(case["name"], f"{case['check']} has no counterpart for this version of CSP")
            continue
        mine = {(weakness.type, weakness.weight.value, weakness.directive, weakness.value) for weakness in found}
        fields = itemgetter("type", "severity", "directive", "value")
        theirs = {(*kind, value or "") for *kind, value in map(fields, case["findings"])}
        only_ours = {finding[:2] for finding in mine} - {finding[:2] for finding in theirs}
        only_theirs = {finding[:2] for finding in theirs} - {finding[:2] for finding in mine}
        agrees = not only_ours and not only_theirs
        counts = Counter(policies=1, agree=int(agrees), exact=int(mine == theirs))
        counts.update(missed=len(only_theirs), false_alarms=len(only_ours))
        for kind in ("all", case["check"] or "full"):
            totals.setdefault(kind, Counter()).update(counts)
        if not agrees:
            results.show(case=case["name"], only_ours=sorted(only_ours), only_theirs=sorted(only_theirs))
    whole = totals.pop("all", Counter())
    share = round(whole["agree"] / whole["policies"], 4) if whole else None
    results.figures |= {**whole, "agreement": share, "by_check": dict(sorted(totals.items()))}


def _cases(path: Path) -> Iterator[dict[str, Any]]:
    for file in sorted(path.glob("csp*.json")) if path.is_dir() else [path]:
        data = json.loads(file.read_text("utf-8"))
        yield from data.get("unit_cases", ())
        for case in data.get("full_cases", ()):
            yield {**case, "policies": [case["policy"]], "check": "", "name": case["policy"]}


def _found(case: dict[str, Any]) -> list[CspFinding] | None:
    """Our findings; ``None`` for what is asked of a browser that knows an older level of the standard only."""
    # One text is one policy here; commas separate them in a header only.
    policies = [parse_policy(text) for text in case["policies"]]
    name = case["check"]
    if name in _TOGETHER:
        return list(_TOGETHER[name](policies))
    if not name:
        return [weakness for policy in policies for weakness in ours.weaknesses(policy)]
    if case["csp_version"] not in (None, 3) or name not in _CHECKS:
        return None
    if case["csp_version"] == 3:
        policies = [ours.effective(policy) for policy in policies]
    return [weakness for policy in policies for weakness in _CHECKS[name](policy)]
