"""The formats of reports by name."""

from collections.abc import Callable, Mapping, Sequence

from attrs import evolve, frozen

from sitescan.model.report import Report
from sitescan.report.annotations_format import annotations
from sitescan.report.badge_format import badge
from sitescan.report.concise_format import concise
from sitescan.report.csv_format import csv_table
from sitescan.report.gitlab_format import gitlab
from sitescan.report.html_format import html
from sitescan.report.json_format import report_json
from sitescan.report.junit_format import junit
from sitescan.report.markdown_format import markdown
from sitescan.report.rdjson_format import rdjson
from sitescan.report.sarif_format import sarif
from sitescan.report.visible_text import visible_json


@frozen(kw_only=True)
class Format:
    """
    A format of reports.

    :ivar media_type: the media type of responses in this format.
    :ivar write: a function that returns the text of one or more reports.
    :ivar negotiated: whether ``Accept`` can select it, because the media type is that of this format alone.
    """

    name: str
    media_type: str
    write: Callable[[Sequence[Report]], str]
    negotiated: bool = True


def shortened(report: Report, most: int = 100) -> Report:
    """Return a report with at most this many occurrences of each issue; writing more would block the reactor."""
    return evolve(
        report,
        categories=tuple(
            evolve(result, issues=tuple(evolve(issue, occurrences=issue.occurrences[:most]) for issue in result.issues))
            for result in report.categories
        ),
    )


def json_text(reports: Sequence[Report]) -> str:
    """Return the reports as JSON with evidence: one object, or an array if there are several."""
    made = [report_json(report, evidence=True) for report in reports]
    return visible_json(made[0] if len(made) == 1 else made, indent=2) + "\n"


FORMATS: Mapping[str, Format] = {
    report_format.name: report_format
    for report_format in (
        Format(name="json", media_type="application/json", write=json_text),
        Format(name="html", media_type="text/html", write=html),
        Format(name="markdown", media_type="text/markdown", write=markdown),
        Format(name="sarif", media_type="application/sarif+json", write=sarif),
        Format(name="junit", media_type="application/junit+xml", write=junit),
        Format(name="annotations", media_type="text/plain", write=annotations, negotiated=False),
        Format(name="rdjson", media_type="application/json", write=rdjson, negotiated=False),
        Format(name="gitlab", media_type="application/json", write=gitlab, negotiated=False),
        Format(name="csv", media_type="text/csv", write=csv_table),
        Format(name="concise", media_type="text/plain", write=concise, negotiated=False),
        Format(name="badge", media_type="image/svg+xml", write=badge),
    )
}
"""The formats by name; the first one is the default."""
