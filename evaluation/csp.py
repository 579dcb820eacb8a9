"""
Compare our findings about content security policies with those of CSP Evaluator.

    python evaluation/csp.py FILE... [--differences OUT]

Reads files (or folders of them) of the format of ``csp.json``: ``full_cases`` (a policy and everything that CSP
Evaluator says about it) and ``unit_cases`` (policies and what one of its checks says). A policy
agrees where the same types of findings are found at the same severities; ``exact`` counts the
policies whose findings name the same directives and values as well. With ``--differences`` the
policies that differ are written to a file. The last line is JSON.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sitescan.standards import csp_findings as ours
from sitescan.standards.csp import Policy, parse_policy
from sitescan.standards.csp_findings import Check, Weakness

#: CSP Evaluator's checks of one policy, and ours.
_CHECKS: dict[str, Check] = {
    "checkAllowlistFallback": ours.no_host_fallback,
    "checkDeprecatedDirective": ours.deprecated,
    "checkFlashObjectAllowlistBypass": ours.plugin_hosts,
    "checkHasConfiguredReporting": ours.no_reporting,
    "checkInvalidKeyword": ours.invalid_keywords,
    "checkIpSource": ours.addresses,
    "checkMissingDirectives": ours.missing_directives,
    "checkMissingSemicolon": ours.missing_semicolons,
    "checkNonceLength": ours.nonces,
    "checkPlainUrlSchemes": ours.plain_schemes,
    "checkScriptAllowlistBypass": ours.script_hosts,
    "checkScriptUnsafeEval": ours.unsafe_eval,
    "checkScriptUnsafeInline": ours.unsafe_inline,
    "checkSrcHttp": ours.insecure_sources,
    "checkStrictDynamic": ours.lax_hosts,
    "checkStrictDynamicNotStandalone": ours.lone_strict_dynamic,
    "checkUnknownDirective": ours.unknown_directives,
    "checkUnsafeInlineFallback": ours.no_inline_fallback,
    "checkWildcards": ours.wildcards,
}

#: Lighthouse looks at some of the mistakes in writing only.
_SYNTAX: tuple[Check, ...] = (
    ours.nonces,
    ours.unknown_directives,
    ours.deprecated,
    ours.missing_semicolons,
    ours.invalid_keywords,
)


def _failures(policies: Sequence[Policy]) -> Iterator[Weakness]:
    """What every policy lets through: one that stops it is enough."""
    yield from ours.shared(policies, ours.missing_script_src)
    yield from ours.shared(policies, ours.missing_object_src)
    yield from ours.missing_base_uri(*policies)
    effective = [ours.effective(policy) for policy in policies]
    limiting = [policy for policy in effective if policy.governing("script-src")]
    yield from ours.shared(limiting, ours.lax_hosts)
    yield from ours.shared(limiting, ours.unsafe_inline)
    yield from ours.shared(effective, ours.wildcards)
    yield from ours.shared(effective, ours.plain_schemes)


def _of_any(policies: Sequence[Policy], checks: Iterable[Check]) -> Iterator[Weakness]:
    for check in checks:
        for policy in policies:
            yield from check(policy)


#: Lighthouse's three looks at several policies.
_TOGETHER: dict[str, Callable[[Sequence[Policy]], Iterable[Weakness]]] = {
    "evaluateForFailure": _failures,
    "evaluateForWarnings": lambda policies: _of_any(policies, (ours.no_inline_fallback, ours.no_host_fallback)),
    "evaluateForSyntaxErrors": lambda policies: _of_any(policies, _SYNTAX),
}


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path, help="files, or folders of csp*.json")
    parser.add_argument("--differences", type=Path, help="write the policies that differ to this file")
    arguments = parser.parse_args()
    compared: list[dict[str, Any]] = []
    skipped: dict[str, int] = {}
    for case in _cases(arguments.files):
        found = _found(case)
        if found is None:
            skipped[case["check"]] = skipped.get(case["check"], 0) + 1
            continue
        compared.append(_compare(case, found))
    different = [one for one in compared if not one["agrees"]]
    if arguments.differences:
        arguments.differences.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in different))
    print(json.dumps({**_counts(compared), "skipped": skipped, "by_kind": _by_kind(compared)}))


def _cases(paths: Iterable[Path]) -> Iterator[dict[str, Any]]:
    files = (file for path in paths for file in (sorted(path.glob("csp*.json")) if path.is_dir() else [path]))
    for path in files:
        data = json.loads(path.read_text("utf-8"))
        yield from data.get("unit_cases", ())
        for case in data.get("full_cases", ()):
            yield {**case, "policies": [case["policy"]], "check": "", "name": case["policy"]}


def _found(case: dict[str, Any]) -> list[Weakness] | None:
    """Our findings; ``None`` for what is asked of a browser that knows an older level of the standard only."""
    # One text is one policy here; commas separate them in a header only.
    policies = [parse_policy(text) for text in case["policies"]]
    name = case["check"]
    if name in _TOGETHER:
        return list(_TOGETHER[name](policies))
    if not name:
        return [one for policy in policies for one in ours.weaknesses(policy)]
    if case["csp_version"] not in (None, 3) or name not in _CHECKS:
        return None
    if case["csp_version"] == 3:
        policies = [ours.effective(policy) for policy in policies]
    return [one for policy in policies for one in _CHECKS[name](policy)]


def _compare(case: dict[str, Any], found: Iterable[Weakness]) -> dict[str, Any]:
    mine = {(one.type, one.weight.value, one.directive, one.value) for one in found}
    theirs = {(one["type"], one["severity"], one["directive"], one["value"] or "") for one in case["findings"]}
    kinds = {one[:2] for one in mine}, {one[:2] for one in theirs}
    return {
        "name": case["name"],
        "kind": case["check"] or "full",
        "agrees": kinds[0] == kinds[1],
        "exact": mine == theirs,
        "only_ours": sorted(kinds[0] - kinds[1]),
        "only_theirs": sorted(kinds[1] - kinds[0]),
    }


def _counts(compared: Sequence[dict[str, Any]]) -> dict[str, Any]:
    agree = sum(one["agrees"] for one in compared)
    return {
        "policies": len(compared),
        "agreement": round(agree / len(compared), 4) if compared else None,
        "exact": sum(one["exact"] for one in compared),
        "missed": sum(len(one["only_theirs"]) for one in compared),
        "false_alarms": sum(len(one["only_ours"]) for one in compared),
    }


def _by_kind(compared: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    kinds = sorted({one["kind"] for one in compared})
    return {kind: _counts([one for one in compared if one["kind"] == kind]) for kind in kinds}


if __name__ == "__main__":
    sys.exit(main())
