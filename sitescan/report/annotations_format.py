"""The format ``annotations``: GitHub workflow commands that annotate lines of files."""

from collections.abc import Sequence

from sitescan.model.report import Issue, Occurrence, Report, Severity
from sitescan.report.file_paths import file_name
from sitescan.report.visible_text import visible
from sitescan.report.wording import detail, snippet

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def annotations(reports: Sequence[Report]) -> str:
    """
    Return one workflow command for each issue in the reports, the worst first: GitHub shows only the first ten.

    Issues of a local file annotate the line of their first occurrence; for other pages, the message contains the URL.

    https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
    """
    named = [(file_name(report.url), report) for report in reports]
    found = [(url, issue) for url, report in named for result in report.categories for issue in result.issues]
    found.sort(key=lambda pair: (pair[1].severity.rank, -pair[1].share, -pair[1].gain_ms))
    return "".join(f"{_command(url, issue)}\n" for url, issue in found)


def _command(url: str, issue: Issue) -> str:
    occurrence = issue.occurrences[0] if issue.occurrences else Occurrence()
    place = occurrence.place
    fields = {"title": f"{issue.title} ({issue.rule})"}
    if "://" not in url:
        fields["file"] = url
    if place is not None and place.line:
        fields |= {"line": str(place.line), "col": str(place.column)}
    more = f"and {issue.count - 1:,} more" if issue.count > 1 else ""
    shown = (issue.summary or issue.description, snippet(occurrence), detail(occurrence), more, issue.recommendation)
    message = "\n".join(part for part in (*shown, url if "://" in url else "") if part)
    properties = ",".join(f"{name}={_property(value)}" for name, value in fields.items())
    return f"::{_COMMANDS[issue.severity]} {properties}::{_data(message)}"


def _data(value: str) -> str:
    return visible(value).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")
