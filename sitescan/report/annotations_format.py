"""The format ``annotations``: GitHub workflow commands that annotate lines of files."""

from collections.abc import Iterator, Sequence

from sitescan.model.report import Issue, Occurrence, Report, Severity
from sitescan.report.visible_text import visible
from sitescan.report.wording import detail, snippet

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def annotations(reports: Sequence[Report]) -> str:
    """
    Return one workflow command for each occurrence in the reports.

    Occurrences in a local file annotate that file; for other pages, the message contains the URL.

    https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
    """
    return "".join(f"{line}\n" for report in reports for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    for result in report.categories:
        for issue in result.issues:
            for occurrence in issue.occurrences or (Occurrence(),):
                yield _command(report.url, issue, occurrence)


def _command(url: str, issue: Issue, occurrence: Occurrence) -> str:
    place = occurrence.place
    fields = {"title": f"{issue.title} ({issue.rule})"}
    if "://" not in url:
        fields["file"] = url
    if place is not None and place.line:
        fields |= {"line": str(place.line), "col": str(place.column)}
    parts = (issue.summary or issue.description, snippet(occurrence), detail(occurrence), issue.recommendation)
    message = "\n".join(part for part in (*parts, url if "://" in url else "") if part)
    properties = ",".join(f"{name}={_property(value)}" for name, value in fields.items())
    return f"::{_COMMANDS[issue.severity]} {properties}::{_data(message)}"


def _data(value: str) -> str:
    return visible(value).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")
