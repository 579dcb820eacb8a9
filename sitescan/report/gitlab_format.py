"""The format ``gitlab``: a report of GitLab Code Quality, which a merge request shows."""

from collections.abc import Iterator, Sequence
from typing import Any

from sitescan.model.report import Issue, Occurrence, Report, Severity
from sitescan.report.file_paths import file_name
from sitescan.report.fingerprint import fingerprint
from sitescan.report.visible_text import one_line, visible, visible_json
from sitescan.report.wording import detail, shown_issues, snippet

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def gitlab(reports: Sequence[Report]) -> str:
    """
    Return a finding for each occurrence, at its line or else at the first one.

    https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
    """
    return visible_json([finding for report in reports for finding in _findings(report)]) + "\n"


def _findings(report: Report) -> Iterator[dict[str, Any]]:
    path = visible(file_name(report.url))
    for result in report.categories:
        for issue in shown_issues(result):
            for occurrence in issue.occurrences or (Occurrence(),):
                yield _finding(path, issue, occurrence)


def _finding(path: str, issue: Issue, occurrence: Occurrence) -> dict[str, Any]:
    line = occurrence.place.line if occurrence.place is not None else 0
    parts = (issue.title, snippet(occurrence), detail(occurrence))
    return {
        "description": one_line(": ".join(part for part in parts if part)),
        "check_name": issue.rule,
        "fingerprint": fingerprint(path, issue, occurrence),
        "severity": _SEVERITIES[issue.severity],
        "location": {"path": path, "lines": {"begin": line or 1}},
    }
