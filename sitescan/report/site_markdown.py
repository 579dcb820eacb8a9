"""The report on a site in Markdown, short enough for a comment on a pull request."""

from collections.abc import Iterator

from sitescan.model.report import Category
from sitescan.model.site_changes import SiteChanges
from sitescan.model.site_report import SiteReport
from sitescan.report.change_wording import change_lists, score_changes, since, template_changes, unchanged
from sitescan.report.markdown_format import text
from sitescan.report.site_ranking import first_of, ranked
from sitescan.report.site_wording import between, examined, headline, overview, unseen, worth
from sitescan.report.wording import SEVERITIES, counted

#: The numbers of faults and of lines of a list that are shown.
_FAULTS, _LINES = 20, 5


def site_markdown(report: SiteReport) -> str:
    """Return the scores, what to do first, and what was not examined."""
    return "\n".join(_lines(report))


def _lines(report: SiteReport) -> Iterator[str]:
    score = "Not examined" if report.score is None else f"{report.score} of 100"
    yield from (f"## {score}: {text(report.target)}", "", f"{overview(report)}. {text(examined(report))}", "")
    # What changed has the scores then and now.
    yield from _scores(report) if report.changes is None else _changes(report, report.changes)
    entries = ranked(report.faults, report.issues)
    if entries:
        yield from ("### What to do first", "")
    for number, entry in enumerate(entries[:_FAULTS], 1):
        first, (title, place) = first_of(entry), headline(entry)
        about = f"{SEVERITIES[first.severity].lower()}, {worth(first)}, `{first.rule}`"
        yield f"{number}. {text(title)}, {place} ({about})"
    if len(entries) > _FAULTS:
        yield from ("", f"and {len(entries) - _FAULTS:,} more.")
    if report.issues:
        yield from ("", "### Issues between pages", "")
    for issue in report.issues[:_FAULTS]:
        yield f"- {text(between(issue))} ({SEVERITIES[issue.severity].lower()}, `{issue.rule}`)"
    if len(report.issues) > _FAULTS:
        yield f"- and {counted(len(report.issues) - _FAULTS, 'more issue', 'more issues')}"
    for heading, lines in unseen(report):
        yield from ("", f"### {heading}", "")
        yield from (f"- {text(line)}" for line in lines[:_LINES])
        if len(lines) > _LINES:
            yield f"- and {len(lines) - _LINES:,} more"
    yield ""


def _scores(report: SiteReport) -> Iterator[str]:
    if report.scores:
        yield f"| {' | '.join(category.label for category in report.scores)} |"
        yield "| ---: " * len(report.scores) + "|"
        yield from (f"| {' | '.join(map(str, report.scores.values()))} |", "")


def _changes(report: SiteReport, changes: SiteChanges) -> Iterator[str]:
    yield from (f"### {since(changes)}", "", "| Score | Then | Now | Change |", "| :--- | ---: | ---: | ---: |")
    yield from (f"| {' | '.join(row)} |" for row in score_changes(report, changes))
    yield ""
    templates = list(template_changes(report, changes))
    if templates:
        yield f"| Template | {' | '.join(category.label for category in Category)} |"
        yield f"| :--- {'| ---: ' * len(Category)}|"
        yield from (f"| {text(name)} | {' | '.join(cells)} |" for name, cells in templates[:_FAULTS])
        yield ""
    for heading, lines in change_lists(changes):
        yield from (f"**{heading}** ({len(lines):,})", "")
        yield from (f"- {text(line)}" for line in lines[:_FAULTS])
        if len(lines) > _FAULTS:
            yield f"- and {len(lines) - _FAULTS:,} more"
        yield ""
    yield from (f"{unchanged(changes)}.", "")
