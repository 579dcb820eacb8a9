"""The format ``csv``: one row for each occurrence, safe to open in a spreadsheet."""

import csv
import io
from collections.abc import Iterator, Sequence

from sitescan.model.report import Report
from sitescan.report.json_format import timestamp
from sitescan.report.visible_text import one_line

_HEADING = (
    "url", "scanned_at", "category", "category_score", "severity", "rule", "title", "line", "column", "selector",
    "snippet", "detail", "recommendation", "gain_ms",
)  # fmt: skip

#: The beginnings of texts that spreadsheets evaluate as formulas; https://owasp.org/www-community/attacks/CSV_Injection.
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "|", "%")


def csv_table(reports: Sequence[Report]) -> str:
    """
    Return one table of all reports (RFC 4180).

    Texts that a spreadsheet would evaluate as formulas are prefixed with an apostrophe.
    """
    made = io.StringIO()
    writer = csv.writer(made)
    writer.writerow(_HEADING)
    for report in reports:
        for row in _rows(report):
            writer.writerow([cell(value) for value in row])
    return made.getvalue()


def _rows(report: Report) -> Iterator[tuple[str | int, ...]]:
    head = (report.url, timestamp(report.scanned_at))
    for result in report.categories:
        for issue in result.issues:
            about = (
                result.category.value,
                result.score if result.counted else "",
                issue.severity.value,
                issue.rule,
                issue.title,
            )
            advice = (issue.recommendation, issue.gain_ms or "")
            for occurrence in issue.occurrences:
                place, detail = occurrence.place, str(occurrence.facts.get("detail", ""))
                if place is None:
                    yield (*head, *about, "", "", "", "", detail, *advice)
                else:
                    at = (place.line or "", place.column or "", place.selector, place.snippet)
                    yield (*head, *about, *at, detail, *advice)
            if not issue.occurrences:
                yield (*head, *about, "", "", "", "", "", *advice)


def cell(value: str | int) -> str | int:
    """Return the value of a cell, which no spreadsheet evaluates."""
    if isinstance(value, int):
        return value
    shown = one_line(value)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown
