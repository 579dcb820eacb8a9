"""The format ``markdown``: GitHub Flavored Markdown for a comment or a job summary."""

import re
from collections.abc import Iterator, Sequence

from sitescan.model.report import CategoryResult, Issue, Occurrence, Report, Severity
from sitescan.report.gains import gain, top_fixes
from sitescan.report.visible_text import one_line, visible
from sitescan.report.wording import (
    ESTIMATED,
    GRADES,
    counted,
    counts,
    detail,
    error_page,
    grade,
    loaded,
    position,
    scanned,
    score_text,
    selector,
    shown_issues,
    snippet,
    unexamined,
    worth,
)

#: The number of occurrences of an issue that are listed.
_LISTED = 5

_SPECIAL = re.compile(r"[\\`*_{}\[\]()#+.!|<>~&$-]")
_FENCE = re.compile("`+")
_SEVERITIES = {Severity.ERROR: "Error", Severity.WARNING: "Warning", Severity.INFO: "Suggestion"}


def markdown(reports: Sequence[Report]) -> str:
    """Return the reports as Markdown."""
    return "\n".join(line for report in reports for line in _report(report)) + "\n"


def _report(report: Report) -> Iterator[str]:
    overall = f"{report.overall_score} of 100 ({GRADES[grade(report.overall_score)].lower()})"
    yield from (f"# {overall}: {text(report.url)}", "", f"Scanned {scanned(report)} · {loaded(report)}", "")
    if problem := error_page(report):
        yield from (f"**{problem}**", "")
    yield from ("| Category | Score | Issues |", "| --- | ---: | --- |")
    for result in report.categories:
        yield f"| {result.category.label} | {score_text(result)} | {counts(shown_issues(result))} |"
    yield ""
    if fixes := top_fixes(report):
        yield from ("## Top fixes", "")
        for number, fix in enumerate(fixes, 1):
            yield f"{number}. {text(fix.issue.title)} ({fix.result.category.label}: {worth(fix.issue, fix.gain)})"
        yield ""
        if any(fix.issue.gain_ms for fix in fixes):
            yield from (ESTIMATED, "")
    for result in report.categories:
        yield from _category(result)
    if left := unexamined(report):
        yield from ("## What was not examined", "")
        yield from (f"- {category.label}: {text(sentence)}" for category, sentence in left)
        yield ""


def _category(result: CategoryResult) -> Iterator[str]:
    found = shown_issues(result)
    if found:
        yield from (f"## {result.category.label}: {score_text(result)}", "")
    for issue in found:
        yield from _issue(issue, gain(issue, result))


def _issue(issue: Issue, gained: int) -> Iterator[str]:
    suffix = f" ({worth(issue, gained)})" if gained or issue.gain_ms else ""
    yield from (f"### {_SEVERITIES[issue.severity]}: {text(issue.title)}{suffix}", "")
    yield from (text(issue.summary or issue.description), "")
    places = [shown for shown in map(_occurrence, issue.occurrences[:_LISTED]) if shown]
    yield from (f"- {shown}" for shown in places)
    if places and issue.count > len(places):
        yield f"- and {counted(issue.count - len(places), 'more', 'more')}"
    if places:
        yield ""
    yield from (text(issue.recommendation), "", *_block(issue.how_to_fix), "", f"Rule: {code(issue.rule)}", "")


def _occurrence(occurrence: Occurrence) -> str:
    at = position(occurrence).capitalize() or code(selector(occurrence))
    parts = [at, code(snippet(occurrence)), text(detail(occurrence))]
    return ": ".join(part for part in parts if part)


def text(value: str) -> str:
    """
    Return a text escaped so that Markdown renders it literally, without markup, links or mentions.

    https://github.github.com/gfm/#backslash-escapes
    """
    escaped = _SPECIAL.sub(lambda match: f"\\{match.group()}", one_line(value))
    # GitHub turns plain URLs, email addresses and @mentions into links without any markup.
    return escaped.replace("@", "&#64;").replace(":", "&#58;")


def code(value: str) -> str:
    """Return a code span, or an empty text for an empty value; https://github.github.com/gfm/#code-spans."""
    shown = one_line(value)
    if not shown:
        return ""
    fence = _fence(shown, 1)
    return f"{fence} {shown} {fence}" if shown.startswith("`") or shown.endswith("`") else f"{fence}{shown}{fence}"


def _block(value: str) -> Iterator[str]:
    shown = visible(value)
    fence = _fence(shown, 3)
    yield from (f"{fence}text", *shown.split("\n"), fence)


def _fence(value: str, least: int) -> str:
    longest = max((len(run) for run in _FENCE.findall(value)), default=0)
    return "`" * max(least, longest + 1)
