"""The format ``sarif``: SARIF 2.1.0 for code scanning and editors."""

from collections.abc import Iterator, Sequence
from typing import Any

from sitescan import __version__
from sitescan.model.fix import Fix
from sitescan.model.report import Issue, Occurrence, Report, Severity
from sitescan.report.file_paths import uri_reference
from sitescan.report.fingerprint import fingerprint
from sitescan.report.json_format import timestamp
from sitescan.report.visible_text import LONGEST, one_line, visible, visible_json
from sitescan.report.wording import detail, shown_issues, snippet
from sitescan.rules.catalogue import catalogue
from sitescan.rules.rule import Rule

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def sarif(reports: Sequence[Report]) -> str:
    """
    Return a SARIF log with the results of all reports in one run.

    https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
    """
    found = {issue.rule for report in reports for result in report.categories for issue in shown_issues(result)}
    rules = [catalogue()[name] for name in sorted(found & catalogue().keys())]
    index = {rule.id: number for number, rule in enumerate(rules)}
    driver = {
        "name": "sitescan",
        "semanticVersion": __version__.replace(".dev", "-dev."),
        "rules": [_rule(rule) for rule in rules],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report) for report in reports],
        "results": [result for report in reports for result in _results(report, index)],
    }
    # Without indentation, json writes a large log five times as fast.
    return visible_json({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"


def _rule(rule: Rule[Any]) -> dict[str, Any]:
    return {
        **({"deprecatedIds": list(rule.former_ids)} if rule.former_ids else {}),
        "id": rule.id,
        "shortDescription": {"text": rule.title},
        "help": {"text": rule.recommendation},
        "helpUri": rule.sources[0],
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": [category.value for category in rule.categories], "sources": list(rule.sources)},
    }


def _invocation(report: Report) -> dict[str, Any]:
    """Return the invocation of one scan with its scores and the parts that could not be examined."""
    return {
        "executionSuccessful": True,
        "startTimeUtc": timestamp(report.scanned_at),
        "toolExecutionNotifications": [
            {
                "descriptor": {"id": part.key},
                "level": "note",
                "message": {"text": f"{result.category.label}: {one_line(part.sentence)}"},
            }
            for result in report.categories
            for part in result.unexamined
        ],
        "properties": {
            "url": visible(report.url),
            "overallScore": report.overall_score,
            "scores": {result.category.value: result.score for result in report.categories if result.counted},
        },
    }


def _results(report: Report, index: dict[str, int]) -> Iterator[dict[str, Any]]:
    uri = uri_reference(report.url[:LONGEST])
    for result in report.categories:
        for issue in shown_issues(result):
            for occurrence in issue.occurrences or (Occurrence(),):
                yield _result(uri, issue, occurrence, index)


def _result(uri: str, issue: Issue, occurrence: Occurrence, index: dict[str, int]) -> dict[str, Any]:
    parts = [issue.summary or issue.description, snippet(occurrence), detail(occurrence), issue.recommendation]
    made: dict[str, Any] = {
        "ruleId": issue.rule,
        "level": _LEVELS[issue.severity],
        "message": {"text": "\n".join(visible(part) for part in parts if part)},
        "locations": [{"physicalLocation": _location(uri, occurrence)}],
        "partialFingerprints": {"sitescan/v1": fingerprint(uri, issue, occurrence)},
        "properties": {"share": issue.share, **({"gainMs": issue.gain_ms} if issue.gain_ms else {})},
    }
    if issue.rule in index:
        made["ruleIndex"] = index[issue.rule]
    if occurrence.fix is not None and occurrence.fix.is_utf_8:
        made["fixes"] = [_fix(uri, issue, occurrence.fix)]
    return made


def _fix(uri: str, issue: Issue, fix: Fix) -> dict[str, Any]:
    """Return a fix, whose text is written as it is: editors apply it."""
    replacements = [
        {
            "deletedRegion": {
                "startLine": edit.start.line,
                "startColumn": edit.start.column,
                "endLine": edit.end.line,
                "endColumn": edit.end.column,
            },
            "insertedContent": {"text": edit.replacement},
        }
        for edit in fix.edits
    ]
    return {
        "description": {"text": issue.recommendation},
        "artifactChanges": [{"artifactLocation": {"uri": uri}, "replacements": replacements}],
        "properties": {"safe": fix.safe},
    }


def _location(uri: str, occurrence: Occurrence) -> dict[str, Any]:
    made: dict[str, Any] = {"artifactLocation": {"uri": uri}}
    place = occurrence.place
    if place is not None and place.line:
        made["region"] = {"startLine": place.line}
        if place.column:
            made["region"]["startColumn"] = place.column
        if place.snippet:
            made["region"]["snippet"] = {"text": visible(place.snippet)}
    return made
