"""The words and numbers that all forms of a report for people share."""

from collections import Counter
from collections.abc import Iterable

from sitescan.model.report import Category, CategoryResult, Issue, Occurrence, Report, Severity
from sitescan.report.json_format import timestamp
from sitescan.rules.texts import size, sooner

_NAMES = {
    Severity.ERROR: ("error", "errors"),
    Severity.WARNING: ("warning", "warnings"),
    Severity.INFO: ("suggestion", "suggestions"),
}


def grade(score: int) -> str:
    """A word for a score, so that it is not told by color alone."""
    return "good" if score >= 90 else "fair" if score >= 50 else "poor"


GRADES = {"good": "Good", "fair": "Needs work", "poor": "Poor", "none": "Not examined"}


def category_grade(result: CategoryResult) -> str:
    """The same for a category, whose score may say nothing."""
    return grade(result.score) if result.counted else "none"


def score_text(result: CategoryResult) -> str:
    """The score of a category, or a dash where it says nothing."""
    return str(result.score) if result.counted else "–"


def counted(number: int, one: str, many: str) -> str:
    """A number and its noun: ``1 place``, ``1,204 places``."""
    return f"{number:,} {one if number == 1 else many}"


def points(gain: int) -> str:
    """What a fix brings back: ``+1 point``."""
    return "+" + counted(gain, "point", "points")


#: What the times in :func:`worth` are.
ESTIMATED = "Times are estimates for a phone on slow 4G."


def worth(issue: Issue, gain: int) -> str:
    """What fixing an issue is worth: ``+6 points, about 0.4 s sooner``; ``under 1 point``; ``no points``."""
    parts = []
    if gain:
        parts.append(points(gain))
    elif issue.share:
        parts.append("under 1 point")
    if issue.gain_ms:
        parts.append(sooner(issue.gain_ms))
    return ", ".join(parts) or "no points"


def severity_counts(issues: Iterable[Issue]) -> dict[Severity, int]:
    """How many issues there are of each severity, gravest first."""
    found = Counter(issue.severity for issue in issues)
    return {severity: found[severity] for severity in Severity}


def counts(issues: Iterable[Issue]) -> str:
    """How many issues there are: ``1 error, 2 warnings``; ``no issues``."""
    found = [counted(number, *_NAMES[kind]) for kind, number in severity_counts(issues).items() if number]
    return ", ".join(found) or "no issues"


def shown_issues(result: CategoryResult) -> tuple[Issue, ...]:
    """Return the issues of a category without the one about unexamined parts, which reports show elsewhere."""
    return tuple(issue for issue in result.issues if issue.rule != "general/unexamined")


def unexamined(report: Report) -> list[tuple[Category, str]]:
    """What could not be examined, and in which category."""
    return [(result.category, sentence) for result in report.categories for sentence in result.unexamined]


def position(occurrence: Occurrence) -> str:
    """Where an occurrence is: ``line 3, column 7``; empty where that is not known."""
    place = occurrence.place
    if place is None or not place.line:
        return ""
    return f"line {place.line}, column {place.column}" if place.column else f"line {place.line}"


def snippet(occurrence: Occurrence) -> str:
    """The markup of an occurrence, or empty."""
    return occurrence.place.snippet if occurrence.place is not None else ""


def detail(occurrence: Occurrence) -> str:
    """What belongs to this occurrence alone, or empty."""
    return str(occurrence.facts.get("detail", ""))


def scanned(report: Report) -> str:
    """When a page was scanned: ``2026-11-22 03:40 UTC``."""
    return timestamp(report.scanned_at)[:16].replace("T", " ") + " UTC"


def loaded(report: Report) -> str:
    """How the page was loaded: ``loaded in 51 ms · 559 bytes · status 200``."""
    return (
        f"loaded in {round(report.fetch_seconds * 1000):,} ms · {size(report.page_size)} · status {report.status_code}"
    )
