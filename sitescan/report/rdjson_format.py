"""The format ``rdjson``: diagnostics with suggested edits for reviewdog, which comments on pull requests."""

from collections.abc import Iterator, Sequence
from typing import Any

from sitescan.model.fix import Fix, Position
from sitescan.model.report import Issue, Occurrence, Report, Severity
from sitescan.report.file_paths import file_name
from sitescan.report.visible_text import visible, visible_json
from sitescan.report.wording import message
from sitescan.rules.catalogue import catalogue

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.INFO: "INFO"}


def rdjson(reports: Sequence[Report]) -> str:
    """
    Return a diagnostic for each occurrence that has a line, with the edit that fixes it if it is a single one.

    https://github.com/reviewdog/reviewdog/tree/master/proto/rdf
    """
    return (
        visible_json(
            {
                "source": {"name": "sitescan"},
                "diagnostics": [diagnostic for report in reports for diagnostic in _diagnostics(report)],
            }
        )
        + "\n"
    )


def _diagnostics(report: Report) -> Iterator[dict[str, Any]]:
    path = visible(file_name(report.url))
    for result in report.categories:
        for issue in result.issues:
            for occurrence in issue.occurrences:
                if occurrence.place is not None and occurrence.place.line:
                    yield _diagnostic(path, issue, occurrence, occurrence.place.line)


def _diagnostic(path: str, issue: Issue, occurrence: Occurrence, line: int) -> dict[str, Any]:
    made: dict[str, Any] = {
        "message": message(issue, occurrence),
        "location": {"path": path, "range": {"start": {"line": line}}},
        "severity": _SEVERITIES[issue.severity],
        "code": {"value": issue.rule},
    }
    if issue.rule in catalogue():
        made["code"]["url"] = catalogue()[issue.rule].sources[0]
    if occurrence.fix is not None and _is_suggestible(occurrence.fix):
        (edit,) = occurrence.fix.edits
        edited = {"start": _position(edit.start), "end": _position(edit.end)}
        made["location"]["range"] = edited
        made["suggestions"] = [{"range": edited, "text": edit.replacement}]
    return made


def _is_suggestible(fix: Fix) -> bool:
    """Return whether reviewdog can suggest a fix: it takes one range, in bytes of UTF-8."""
    return len(fix.edits) == 1 and fix.is_utf_8


def _position(position: Position) -> dict[str, int]:
    return {"line": position.line, "column": position.byte_column}
