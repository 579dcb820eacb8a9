"""The format ``concise``: a line for each place, as compilers write them; what many pages share is said once."""

from collections.abc import Iterator, Sequence

from sitescan.model.report import Category, Issue, Occurrence, Report
from sitescan.report.grouping import CommonPlace, GroupedIssue, faults
from sitescan.report.visible_text import one_line
from sitescan.report.wording import counted, score_text, snippet

#: The places of a rule that get a line; the others are counted.
_LISTED = 5


def concise(reports: Sequence[Report]) -> str:
    """Return a line for each place at fault; for several pages, a table of rules and one of pages follow."""
    found = faults(reports)
    lines = [line for fault in found for line in _lines(fault)]
    if len(reports) > 1:
        lines += ["", *_rules(found), "", *_pages(reports)]
    elif reports:
        lines.append(f"{one_line(reports[0].url)}: {reports[0].overall_score} of 100")
    return "\n".join(lines) + "\n"


def _pages(reports: Sequence[Report]) -> Iterator[str]:
    """Yield a heading and a line for each page, the worst first."""
    yield counted(len(reports), "page", "pages")
    headings = ("Score", *(category.label for category in Category))
    yield "  ".join((*headings, "Page"))
    for report in sorted(reports, key=lambda report: report.overall_score):
        scores = (str(report.overall_score), *map(score_text, report.categories))
        cells = [f"{score:>{len(heading)}}" for score, heading in zip(scores, headings, strict=True)]
        yield "  ".join((*cells, one_line(report.url)))


def _rules(found: Sequence[GroupedIssue]) -> Iterator[str]:
    yield counted(len(found), "rule", "rules")
    yield "Pages  Places  Rule"
    for fault in found:
        same = f" (one place on {fault.shared} pages)" if fault.shared else ""
        yield f"{fault.pages:5}  {fault.count:6}  {fault.issue.rule}{same}"


def _lines(fault: GroupedIssue) -> Iterator[str]:
    issue = fault.issue
    worth = f" +{fault.gain}" if fault.gain else ""
    for place in fault.places[:_LISTED]:
        more = f" (and {counted(len(place.pages) - 1, 'more page', 'more pages')})" if len(place.pages) > 1 else ""
        markup = one_line(snippet(place.occurrence)) if place.occurrence is not None else ""
        said = f"{_at(place)}: {issue.severity.value}: {issue.title} [{issue.rule}]{worth}{more}"
        yield f"{said}  {markup}" if markup else said
    left = len(fault.places) - _LISTED
    if left > 0:
        yield f"  [{issue.rule}] and {counted(left, 'more place', 'more places')}"


def failure_line(page: str, issue: Issue) -> str:
    """Return a line about an issue of a page, with its first place."""
    first = next(iter(issue.occurrences), None)
    more = f" (and {counted(issue.count - 1, 'more place', 'more places')})" if issue.count > 1 else ""
    at = ":".join((one_line(page), *_numbers(first)))
    return f"{at}: {issue.severity.value}: {issue.title} [{issue.rule}]{more}"


def _at(place: CommonPlace) -> str:
    return ":".join((one_line(place.pages[0]), *_numbers(place.occurrence)))


def _numbers(occurrence: Occurrence | None) -> Iterator[str]:
    at = occurrence.place if occurrence is not None else None
    if at is not None and at.line:
        yield str(at.line)
        yield str(max(1, at.column))
