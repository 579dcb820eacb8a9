"""The summary of a site that ``sitescan site`` prints."""

from collections.abc import Iterator, Sequence

from sitescan.model.report import Category
from sitescan.model.site_changes import SiteChanges
from sitescan.model.site_report import SiteReport, SiteWideIssue
from sitescan.report.change_wording import change_lists, score_changes, since, template_changes, unchanged
from sitescan.report.site_ranking import Ranked, first_of, ranked
from sitescan.report.site_wording import between, headline, overview, unseen, worth
from sitescan.report.visible_text import one_line
from sitescan.report.wording import counted

#: The number of faults, templates and pages that are named.
_NAMED = 10


def site_summary(report: SiteReport) -> Iterator[str]:
    """Yield the lines of the summary."""
    score = "" if report.score is None else f": {report.score} of 100"
    yield f"{one_line(report.target)}{score} ({overview(report)})"
    if report.changes is not None:
        yield ""
        yield from change_lines(report, report.changes)
    yield from _some("What to do first:", list(map(fault_line, ranked(report.faults, report.issues))))
    yield from _some("Issues between pages:", list(map(issue_line, report.issues)))
    if len(report.templates) > 1:
        templates = [
            f"{counted(template.pages, 'page', 'pages')}: {one_line(template.name)}" for template in report.templates
        ]
        yield from _some("Templates:", templates)
    lowest = sorted((page.score, page.url) for page in report.pages if page.score is not None)
    yield from _some("Lowest scores:", [f"{score:>3}  {one_line(url)}" for score, url in lowest])
    for heading, lines in unseen(report):
        yield from _some(f"{heading}:", list(map(one_line, lines)))


def change_lines(report: SiteReport, changes: SiteChanges, named: int = _NAMED) -> Iterator[str]:
    """
    Yield the lines about what changed since an earlier report.

    :param named: the most faults and pages of each kind that are named.
    """
    yield f"{since(changes)}:"
    for name, old, new, change in score_changes(report, changes):
        yield f"  {name:14}{old:>4} -> {new:>3}{f' ({change})' if change else ''}"
    for name, cells in template_changes(report, changes):
        changed = [f"{category.label} {cell}" for category, cell in zip(Category, cells, strict=True) if "→" in cell]
        yield f"  {one_line(name)}: {', '.join(changed)}"
    for heading, lines in change_lists(changes):
        yield from _some(f"{heading}:", list(map(one_line, lines)), named)
    yield from ("", unchanged(changes))


def fault_line(fault: Ranked) -> str:
    """Return a line about a fault, or about the issues of a rule about the site."""
    first = first_of(fault)
    title, place = headline(fault)
    return f"{first.severity.value:7}  {worth(first)}: {one_line(title)}, {place} ({first.rule})"


def issue_line(issue: SiteWideIssue) -> str:
    """Return a line about an issue between pages. What it brings, all issues of its rule bring together."""
    return f"{issue.severity.value:7}  {one_line(between(issue))} ({issue.rule})"


def _some(title: str, lines: Sequence[str], named: int = _NAMED) -> Iterator[str]:
    if not lines:
        return
    yield ""
    yield title
    yield from (f"  {line}" for line in lines[:named])
    if len(lines) > named:
        yield f"  and {len(lines) - named:,} more"
