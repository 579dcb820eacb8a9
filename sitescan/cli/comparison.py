"""What changed from one report on a page to the next."""

from collections.abc import Iterator, Mapping

from attrs import frozen

from sitescan.cli.baseline import WrittenIssue, WrittenReport, is_known
from sitescan.report.visible_text import one_line
from sitescan.report.wording import counted
from sitescan.rules.catalogue import current_id
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
        rule = current_id(issue.rule)
        if not is_known(counts, rule, issue.title, issue.count or 1):
            yield issue, max(counts.get(rule, 0), counts.get(issue.title, 0))


def _shown(report: WrittenReport) -> Mapping[str, WrittenIssue]:
    """Return the issues by title; one of several categories is one issue."""
    return {issue.title: issue for issue in report.issues if issue.title != UNEXAMINED.title}


def _costs_points(issue: WrittenIssue) -> bool:
    return issue.severity != "info" if issue.share is None else issue.share > 0


def lines(url: str, found: Comparison) -> Iterator[str]:
    """Yield the scores of a page, and its new and fixed issues."""
    yield one_line(url)
    yield from (_score_line(*score) for score in found.scores)
    yield from changed_issues(found)
    yield f"  {counted(found.unchanged, 'issue', 'issues')} unchanged"


def changed_scores(found: Comparison) -> Iterator[str]:
    """Yield a line for each score that is another one."""
    return (_score_line(name, old, new) for name, old, new in found.scores if old != new)


def changed_issues(found: Comparison) -> Iterator[str]:
    """Yield a line for each issue that is new, fixed, or in another number of places."""
    for issue, count in found.new:
        at = "".join(
            f", line {occurrence.line}" for occurrence in issue.occurrences[:1] if occurrence.line and not count
        )
        free = "" if _costs_points(issue) else ", costs no points"
        yield f"  {'in more places' if count else 'new'}: {_name(issue)}{_places(count, issue.count)}{at}{free}"
    for issue, count in found.fixed:
        yield f"  {'in fewer places' if count else 'fixed'}: {_name(issue)}{_places(issue.count, count)}"


def _score_line(name: str, old: int | None, new: int | None) -> str:
    change = "" if old is None or new is None or old == new else f" ({new - old:+})"
    return f"  {one_line(name):14}{_score(old):>4} -> {_score(new):>3}{change}"


def _score(value: int | None) -> str:
    return "–" if value is None else str(value)


def _name(issue: WrittenIssue) -> str:
    return one_line(f"{issue.title} ({issue.rule})" if issue.rule else issue.title)


def _places(before: int, after: int) -> str:
    return f": {before:,} -> {after:,}" if before and after else ""
