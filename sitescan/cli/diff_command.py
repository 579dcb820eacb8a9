"""The command ``sitescan diff``, which compares two reports, or two lists of reports."""

import argparse
from collections.abc import Iterator, Mapping

from attrs import frozen

from sitescan.cli.baseline import WrittenIssue, WrittenReport, is_known, read_reports
from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.output import print_error, print_text
from sitescan.report.visible_text import one_line
from sitescan.report.wording import counted
from sitescan.rules.general.unexamined import RULE as UNEXAMINED


@frozen(kw_only=True)
class Comparison:
    """
    What changed on a page.

    :ivar new: the issues that are new or in more places, each with the number of places before.
    :ivar fixed: the issues that are gone or in fewer places, each with the number of places now.
    :ivar unchanged: the number of other issues.
    :ivar scores: the name of each score, with its value before and after; ``None`` where there is none to compare.
    """

    new: tuple[tuple[WrittenIssue, int], ...]
    fixed: tuple[tuple[WrittenIssue, int], ...]
    unchanged: int
    scores: tuple[tuple[str, int | None, int | None], ...]

    @property
    def is_worse(self) -> bool:
        """Whether a new issue costs points, or a score fell."""
        fell = any(old is not None and new is not None and new < old for _, old, new in self.scores)
        return fell or any(_costs_points(issue) for issue, _ in self.new)


def diff(arguments: argparse.Namespace) -> int:
    """Run the command and return its exit code."""
    old = {report.url: report for report in read_reports(arguments.old)}
    new = {report.url: report for report in read_reports(arguments.new)}
    both = [url for url in new if url in old]
    if not both:
        raise UsageProblem(f"{arguments.old} and {arguments.new} have no page in common")
    for file, urls in ((arguments.new, old.keys() - new.keys()), (arguments.old, new.keys() - old.keys())):
        for url in sorted(urls):
            print_error(f"not compared: {one_line(url)}: it is not in {one_line(file)}")
    versions = {report.scoring_version for reports in (old, new) for report in reports.values()} - {""}
    if len(versions) > 1:
        print_error(
            f"not comparable: the scores were calculated in {len(versions)} ways: {', '.join(sorted(versions))}"
        )
    compared = {url: comparison(old[url], new[url]) for url in both}
    print_text("\n".join(line for url, found in compared.items() for line in (*_lines(url, found), "")))
    return ExitCode.GATE_FAILED if any(one.is_worse for one in compared.values()) else ExitCode.PASSED


def comparison(old: WrittenReport, new: WrittenReport) -> Comparison:
    """Return what changed on a page; issues match as in a baseline."""
    added, gone = tuple(_unknown(new, old)), tuple(_unknown(old, new))
    left = {issue.title for issue, count in gone if count}
    before = {category.label: category.score for category in old.categories if category.counted}
    after = {category.label: category.score for category in new.categories if category.counted}
    scores = [(label, before.get(label), after.get(label)) for label in dict.fromkeys((*before, *after)) if label]
    return Comparison(
        new=added,
        fixed=gone,
        unchanged=len(_shown(new).keys() - left) - len(added),
        scores=(("Overall", old.overall_score, new.overall_score), *scores),
    )


def _unknown(report: WrittenReport, other: WrittenReport) -> Iterator[tuple[WrittenIssue, int]]:
    """Yield the issues of a report that another one has in fewer places, each with that number."""
    counts = other.counts
    for issue in _shown(report).values():
        # A report without evidence has no counts: an issue is in at least one place.
        if not is_known(counts, issue.rule, issue.title, issue.count or 1):
            yield issue, counts.get(issue.title, 0)


def _shown(report: WrittenReport) -> Mapping[str, WrittenIssue]:
    """Return the issues by title; one of several categories is one issue."""
    return {issue.title: issue for issue in report.issues if issue.title != UNEXAMINED.title}


def _costs_points(issue: WrittenIssue) -> bool:
    return issue.severity != "info" if issue.share is None else issue.share > 0


def _lines(url: str, found: Comparison) -> Iterator[str]:
    yield one_line(url)
    for name, old, new in found.scores:
        change = "" if old is None or new is None or old == new else f" ({new - old:+})"
        yield f"  {one_line(name):14}{_score(old):>4} -> {_score(new):>3}{change}"
    for issue, count in found.new:
        free = "" if _costs_points(issue) else ", costs no points"
        yield f"  {'in more places' if count else 'new'}: {_name(issue)}{_places(count, issue.count)}{free}"
    for issue, count in found.fixed:
        yield f"  {'in fewer places' if count else 'fixed'}: {_name(issue)}{_places(issue.count, count)}"
    yield f"  {counted(found.unchanged, 'issue', 'issues')} unchanged"


def _score(value: int | None) -> str:
    return "–" if value is None else str(value)


def _name(issue: WrittenIssue) -> str:
    return one_line(f"{issue.title} ({issue.rule})" if issue.rule else issue.title)


def _places(before: int, after: int) -> str:
    return f": {before:,} -> {after:,}" if before and after else ""
