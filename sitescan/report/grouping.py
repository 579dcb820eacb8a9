"""The issues of many pages by what one change mends: the same rule at the same place of each page."""

from collections.abc import Sequence

from attrs import frozen

from sitescan.model.report import Category, CategoryResult, Issue, Occurrence, Report
from sitescan.report.fault_key import FaultKey, fault_key, same_anywhere
from sitescan.report.gains import gain, same_faults
from sitescan.report.wording import detail, shown_issues, snippet


@frozen(kw_only=True)
class CommonPlace:
    """
    A place at fault that looks the same on some pages.

    :ivar pages: the URLs of the pages, in the order of the reports.
    :ivar occurrence: the place on the first of them; ``None`` if the whole page is at fault.
    """

    pages: Sequence[str]
    occurrence: Occurrence | None


@frozen(kw_only=True)
class GroupedIssue:
    """
    The issues that one rule found on some pages.

    :ivar issue: the issue of the first page.
    :ivar gain: the most points of its category that fixing it brings back to a page.
    :ivar pages: the number of pages.
    :ivar count: the number of places on all pages.
    :ivar places: the places that are kept, those on most pages first.
    """

    issue: Issue
    category: Category
    gain: int
    pages: int
    count: int
    places: Sequence[CommonPlace]

    @property
    def shared(self) -> int:
        """The number of pages that have one place alike; 0 if each has its own."""
        most = len(self.places[0].pages) if self.places else 0
        return most if most > 1 else 0


def faults(reports: Sequence[Report]) -> Sequence[GroupedIssue]:
    """
    Return the faults of some pages: the gravest first, and of these those on most pages.

    A fault that two rules report is returned once.
    """
    found: dict[tuple[Category, str], list[tuple[Report, CategoryResult, Issue]]] = {}
    for report in reports:
        told = same_faults(report)
        for result in report.categories:
            for issue in shown_issues(result):
                if issue.rule in told:
                    continue
                found.setdefault((result.category, issue.rule), []).append((report, result, issue))
    made = [_fault(category, entries) for (category, _), entries in found.items()]
    return sorted(made, key=lambda fault: (fault.issue.severity.rank, -fault.pages * fault.issue.share))


def _fault(category: Category, entries: Sequence[tuple[Report, CategoryResult, Issue]]) -> GroupedIssue:
    places: dict[tuple[FaultKey | None, str, str], tuple[list[str], Occurrence | None]] = {}
    for report, _, issue in entries:
        for occurrence in issue.occurrences or (None,):
            pages, _ = places.setdefault(_same_place(issue.rule, occurrence), ([], occurrence))
            if pages[-1:] != [report.url]:
                pages.append(report.url)
    return GroupedIssue(
        issue=entries[0][2],
        category=category,
        gain=max(gain(issue, result) for _, result, issue in entries),
        pages=len(entries),
        count=sum(issue.count for *_, issue in entries),
        places=[
            CommonPlace(pages=pages, occurrence=occurrence)
            for pages, occurrence in sorted(places.values(), key=lambda entry: -len(entry[0]))
        ],
    )


def _same_place(rule: str, occurrence: Occurrence | None) -> tuple[FaultKey | None, str, str]:
    """Return what is the same for a place of a template on all of its pages."""
    if occurrence is None:
        return None, "", ""
    markup, place = snippet(occurrence), occurrence.place
    key = fault_key(rule, place.selector if place is not None else "", markup, detail(occurrence))
    return key, same_anywhere(markup), detail(occurrence)
