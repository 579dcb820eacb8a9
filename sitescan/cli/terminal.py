"""The format ``terminal``: reports for people, with colors."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from sitescan.model.report import CategoryResult, Issue, Occurrence, Report, Severity
from sitescan.report.concise_format import concise
from sitescan.report.gains import gain, same_faults, top_fixes
from sitescan.report.summary import summary
from sitescan.report.visible_text import one_line, visible
from sitescan.report.wording import (
    GRADES,
    counted,
    counts,
    detail,
    error_page,
    explained,
    grade,
    is_minor,
    loaded,
    points,
    scanned,
    score_text,
    selector,
    shown_issues,
    snippet,
    steps_of,
    unexamined,
    worth,
    worth_of,
)

#: The number of occurrences of an issue that are listed.
_LISTED = 5

_BAR = 20
_COLORS = {"good": "32", "fair": "33", "poor": "31"}
_SEVERITIES = {
    Severity.ERROR: ("error", "31"),
    Severity.WARNING: ("warning", "33"),
    Severity.INFO: ("suggestion", "36"),
}


@frozen
class Painter:
    """
    Colors texts if colors are on.

    :ivar on: whether the terminal supports colors and the user has not disabled them (https://no-color.org/).
    """

    on: bool

    def paint(self, text: str, code: str) -> str:
        """Return a text in a color, given as an SGR code."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.on else text


def output_painter() -> Painter:
    """Return the painter for standard output."""
    return Painter(sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")


def terminal(reports: Sequence[Report], painter: Painter, *, timing: bool = False, full: bool = False) -> str:
    """
    Return a report; of several, what their pages share and tables, as in the format ``concise``.

    Control characters in texts of scanned pages are escaped.

    :param full: whether to write all texts and places, instead of a line for each issue.
    """
    if len(reports) > 1:
        return concise(reports)
    lines = [line for report in reports for line in (*_report(report, painter, timing=timing, full=full), "")]
    return "\n".join(lines) + "\n"


def _report(report: Report, painter: Painter, *, timing: bool, full: bool) -> Iterator[str]:
    overall = f"{report.overall_score} of 100, {GRADES[grade(report.overall_score)].lower()}"
    yield painter.paint(one_line(report.url), "1") + "  " + painter.paint(overall, _COLORS[grade(report.overall_score)])
    yield f"Scanned {scanned(report)} · {loaded(report)}"
    if problem := error_page(report):
        yield painter.paint(problem, "1")
    yield ""
    yield from _overview(report, painter)
    yield from _texts(report, painter) if full else _lines(report, painter)
    if left := unexamined(report):
        yield from ("", painter.paint("What was not examined", "1"))
        yield from (f"  {categories}: {one_line(sentence)}" for categories, sentence in left)
    if not full:
        yield from ("", "All issues, texts and places: --full. All about one rule: sitescan explain RULE.")
    if timing:
        yield from ("", painter.paint("Time", "1"))
        yield from (f"  {name:14}{round(seconds * 1000):>7,} ms" for name, seconds in report.phases)


def _overview(report: Report, painter: Painter) -> Iterator[str]:
    """Yield the first sentences, the scores, and what to do first."""
    fixes = top_fixes(report)
    yield from (one_line(summary(report, fixes)), "")
    for result in report.categories:
        full = round(result.score / 100 * _BAR) if result.counted else 0
        bar = painter.paint("█" * full, _COLORS[grade(result.score)]) + "░" * (_BAR - full)
        found = counts(shown_issues(result)) if result.counted or result.partly else "not examined"
        yield f"  {result.category.label:14}{score_text(result):>4}  {bar}  {found}"
    if fixes:
        yield from ("", painter.paint("What to do first", "1"))
        for number, fix in enumerate(fixes, 1):
            yield f"  {number}. {painter.paint(fix.title, '1')} ({worth_of(fix)})"
            yield from (f"       {step}" for step in steps_of(fix))
        yield f"  {explained(fixes)}"


def _texts(report: Report, painter: Painter) -> Iterator[str]:
    """Yield all texts and places of the issues, and the facts."""
    stands = same_faults(report)
    for result in report.categories:
        yield from _category(result, stands, painter)
    if facts := [fact for result in report.categories for fact in result.facts]:
        yield from ("", painter.paint("Facts", "1"))
        yield from (f"  {one_line(fact.summary or fact.description)}" for fact in facts)


def _lines(report: Report, painter: Painter) -> Iterator[str]:
    """Yield a line for each issue whose fix brings back more than a point of its category; count the others."""
    stands, minor = same_faults(report), 0
    for result in report.categories:
        found = [issue for issue in shown_issues(result) if issue.rule not in stands]
        costly = [issue for issue in found if gain(issue, result) > 1]
        minor += len(found) - len(costly)
        if costly:
            yield from ("", painter.paint(result.category.label, "1"))
        for issue in costly:
            name, color = _SEVERITIES[issue.severity]
            at = _first_place(issue)
            worth_it = painter.paint(f"({points(gain(issue, result))}, {issue.rule})", "2")
            yield f"  {painter.paint(name, color)}: {issue.title}{at and ', '}{at} {worth_it}"
    if minor:
        yield from ("", f"{counted(minor, 'more issue', 'more issues')} that cost a point or less.")


def _first_place(issue: Issue) -> str:
    """Return where an issue is, in words: ``line 12 and 4 more``; an empty string if that isn't known."""
    place = issue.occurrences[0].place if issue.occurrences else None
    if place is None or not place.line:
        return counted(issue.count, "place", "places") if issue.count > 1 else ""
    more = f" and {issue.count - 1:,} more" if issue.count > 1 else ""
    return f"line {place.line}{more}"


def _category(result: CategoryResult, stands: Mapping[str, str], painter: Painter) -> Iterator[str]:
    found = [(issue, gain(issue, result)) for issue in shown_issues(result)]
    if found:
        yield from ("", painter.paint(result.category.label, "1"))
    minor = [issue for issue, gained in found if is_minor(issue, gained) and issue.rule not in stands]
    for issue, gained in found:
        if issue.rule in stands:
            worth_it = painter.paint(f"({worth(issue, gained)}, {issue.rule})", "2")
            yield f"  {issue.title} {worth_it}: the same fault as {stands[issue.rule]}"
        elif not is_minor(issue, gained):
            yield from _issue(issue, gained, painter)
    if minor:
        yield f"  {counted(len(minor), 'suggestion', 'suggestions')} without points:"
        yield from (f"    {issue.title} {painter.paint(f'({issue.rule})', '2')}" for issue in minor)


def _issue(issue: Issue, gained: int, painter: Painter) -> Iterator[str]:
    name, color = _SEVERITIES[issue.severity]
    worth_it = painter.paint(f"({worth(issue, gained)}, {issue.rule})", "2")
    yield f"  {painter.paint(name, color)}: {painter.paint(issue.title, '1')} {worth_it}"
    yield f"    {one_line(issue.summary or issue.description)}"
    places = [shown for shown in map(_place, issue.occurrences[:_LISTED]) if shown]
    yield from (f"      {shown}" for shown in places)
    if places and issue.count > len(places):
        yield f"      and {issue.count - len(places):,} more"
    lines = visible(issue.how_to_fix).split("\n")
    yield f"    Fix: {one_line(issue.recommendation)}"
    yield from (f"      {line}" for line in lines)


def _place(occurrence: Occurrence) -> str:
    place = occurrence.place
    at = f"{place.line}:{place.column}" if place is not None and place.line else one_line(selector(occurrence))
    return "  ".join(part for part in (at, one_line(snippet(occurrence)), one_line(detail(occurrence))) if part)
