"""What fixing an issue gains, and what to do first."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import takewhile
from math import fsum, prod

from attrs import frozen

from sitescan.charging import FIRST_PAINT, LARGEST_PAINT
from sitescan.model.report import Category, CategoryResult, Issue, PlanStep, Report
from sitescan.report.combined_fixes import combined_fix
from sitescan.report.priorities import Actor, Priority, actor, place, priority, spelled_out
from sitescan.report.same_fault import leader, rank
from sitescan.scoring import BEST, category_score, scores_that_lower_the_mean

#: The least points that are an entry: less is shown as 0.0.
_SHOWN = 0.05

Group = tuple[tuple[CategoryResult, Issue], ...]
"""Issues that one thing to do fixes, with their categories; the first stands for all."""


@frozen(kw_only=True)
class TimedStep:
    """
    A step of what shows content sooner.

    :ivar issue: the issue that it fixes, or the first of several.
    :ivar paint: when the content that is late then appears, in milliseconds.
    :ivar first_paint: when the first content then appears, in milliseconds.
    :ivar points: the points of the overall score that it brings back once the steps before it are done.
    """

    issue: Issue
    paint: int
    first_paint: int
    points: float


@frozen(kw_only=True)
class TopFix:
    """
    One thing to do.

    :ivar title: what is wrong.
    :ivar recommendation: what to do.
    :ivar issues: the issues that it fixes, with their categories; the first stands for all.
    :ivar points: the points of the overall score that it alone brings back, with one decimal.
    :ivar priority: what visitors meet as long as it isn't done.
    :ivar actors: where it is done.
    :ivar paint: for late content: when it appears, in milliseconds; 0 for all others.
    :ivar steps: for late content: what shows it sooner, in the order in which it appears soonest.
    """

    title: str
    recommendation: str
    issues: Group
    points: float
    priority: Priority
    actors: tuple[Actor, ...]
    paint: int = 0
    steps: tuple[TimedStep, ...] = ()

    @property
    def issue(self) -> Issue:
        """The issue that stands for all."""
        return self.issues[0][1]

    @property
    def gain_ms(self) -> int:
        """The time in milliseconds by which content appears sooner, at least."""
        if self.steps:
            return self.paint - self.steps[-1].paint
        return max(issue.gain_ms for _, issue in self.issues)


def gain(issue: Issue, result: CategoryResult) -> int:
    """Return the points by which the score of a category rises if only this issue is fixed, with what that relieves."""
    left = {other.rule: other.share for other in result.issues}
    return category_score(without({issue.rule: issue.relieves}, left).values()) - category_score(left.values())


def top_fixes(report: Report, most: int = 5) -> Sequence[TopFix]:
    """
    Return what to do first, by what visitors meet and then by the points that each entry alone brings back.

    So the points of entries that visitors meet alike fall, and all together never bring back less than their sum. What
    brings back less than half a point comes last, unless it doesn't work. Late content is one entry with all that shows
    it sooner; an issue that others cause, such as a slow paint, is none.

    :param most: the maximum number of entries.
    """
    scores = _Scores.of(report)
    late = late_content(report)
    planned = {issue.rule for _, issue in late.issues} if late is not None else set()
    caused = {rule for result in report.categories for issue in result.issues for rule in _relieved(issue, result)}
    entries = [late] if late is not None else []
    for group in _things_to_do(report):
        left = tuple(entry for entry in group if entry[1].rule not in planned)
        if left and not any(issue.rule in caused and issue.share for _, issue in left):
            entries.append(_entry(left, scores))
    worth = (entry for entry in entries if entry.points >= _SHOWN)
    return sorted(worth, key=_place)[:most]


def _place(fix: TopFix) -> tuple[bool, int, float, int]:
    """Return what entries are sorted by."""
    return (*place(fix.priority, fix.points), -fix.points, -fix.gain_ms)


def _relieved(issue: Issue, result: CategoryResult) -> Iterable[str]:
    """Return the rules of the issues that take less without this one."""
    shares = {other.rule: other.share for other in result.issues}
    return (rule for rule, share in issue.relieves.items() if share < shares.get(rule, 0))


def _entry(group: Group, scores: "_Scores") -> TopFix:
    fixed = {issue.rule: issue.relieves for _, issue in group}
    shares = {category: without(fixed, left) for category, left in scores.shares.items()}
    first = group[0][1]
    # Several rules about one fault say the same: the first one names it better.
    several = combined_fix(first.rule) if len({leader(issue.rule) for _, issue in group}) > 1 else None
    return TopFix(
        title=several.title if several else spelled_out(first.title),
        recommendation=(several or first).recommendation,
        issues=group,
        points=round(scores.rise(shares), 1),
        priority=min((priority(issue.rule) for _, issue in group), key=lambda priority: priority.rank),
        actors=_actors(issue for _, issue in group),
    )


def late_content(report: Report) -> TopFix | None:
    """
    Return the entry for late content, with the plan that shows it sooner.

    :return: ``None`` if no content is late, or if it isn't known which of its causes come first.
    """
    scores = _Scores.of(report)
    for result in report.categories:
        issues = {issue.rule: issue for issue in result.issues}
        late = [issues[rule] for rule in (LARGEST_PAINT, FIRST_PAINT) if rule in issues]
        plan = _plan(result)
        if not late or not (plan or not any(late[0].rule in issue.relieves for issue in result.issues)):
            continue
        planned = [issues[rule] for step in plan for rule in step.rules if rule in issues]
        steps, before = list[TimedStep](), 0.0
        for step in plan:
            rise = scores.rise({**scores.shares, result.category: step.shares})
            points, before = rise - before, rise
            first = min((issue for issue in planned if issue.rule in step.rules), key=lambda issue: -issue.share)
            paint = _paint(step, late[0].rule)
            steps.append(TimedStep(issue=first, paint=paint, first_paint=step.first_paint, points=round(points, 1)))
        if not steps:
            left = {rule: issue.share for rule, issue in issues.items() if rule not in (LARGEST_PAINT, FIRST_PAINT)}
            before = scores.rise({**scores.shares, result.category: left})
        largest = late[0].rule == LARGEST_PAINT
        return TopFix(
            title=f"{'Main' if largest else 'First'} content appears late",
            recommendation=(planned or late)[0].recommendation,
            issues=tuple((result, issue) for issue in planned or late),
            points=round(before, 1),
            priority=Priority.LATE if largest else Priority.SEARCHES,
            actors=_actors(planned or late),
            paint=_now(late[0]),
            steps=tuple(steps),
        )
    return None


def _plan(result: CategoryResult) -> Sequence[PlanStep]:
    """Return the plan up to a step whose issues are ignored: the times after it are not those of the page."""
    rules = {issue.rule for issue in result.issues}
    return [*takewhile(lambda step: not rules.isdisjoint(step.rules), result.plan)]


def _paint(step: PlanStep, rule: str) -> int:
    return step.largest_paint if rule == LARGEST_PAINT else step.first_paint


def _now(late: Issue) -> int:
    """Return the time of a slow paint, in milliseconds."""
    paint = late.occurrences[0].facts.get("paint") if late.occurrences else None
    return round(paint * 1000) if isinstance(paint, float) else 0


def _actors(issues: Iterable[Issue]) -> tuple[Actor, ...]:
    return tuple(dict.fromkeys(actor(issue.rule) for issue in issues))


def _things_to_do(report: Report) -> Sequence[Group]:
    """Return the issues of a report, those that one thing to do fixes together, those that cost most first."""
    return [tuple(sorted(group, key=lambda entry: -entry[1].share)) for group in _grouped(report, _thing)]


def _thing(rule: str) -> str:
    """Return what stands for one thing to do: a fix of several faults, or of one."""
    several = combined_fix(rule)
    return several.title if several else leader(rule)


def groups(report: Report) -> Sequence[Group]:
    """Return the issues of a report, those about the same fault together, in the order of the report."""
    return [tuple(sorted(group, key=lambda entry: rank(entry[1].rule))) for group in _grouped(report, leader)]


def _grouped(report: Report, key: Callable[[str], str]) -> Iterable[Group]:
    made: dict[str, Group] = {}
    for result in report.categories:
        for issue in result.issues:
            made[key(issue.rule)] = (*made.get(key(issue.rule), ()), (result, issue))
    return made.values()


def same_faults(report: Report) -> Mapping[str, str]:
    """Return the rule of the issue that stands for an issue about the same fault, by the rule of the latter."""
    return {issue.rule: first.rule for (_, first), *others in groups(report) for _, issue in others}


def without(fixed: Mapping[str, Mapping[str, int]], shares: Mapping[str, int]) -> dict[str, int]:
    """
    Return the shares by rule that are left in a category once some issues are fixed.

    :param fixed: the shares that other issues have once an issue is fixed, by its rule and by theirs. If several fixes
        relieve an issue, the one that relieves it most counts, so that not too much is promised.
    """
    left: dict[str, int] = {}
    for rule, share in shares.items():
        if rule not in fixed:
            relieved = [relieves[rule] for relieves in fixed.values() if rule in relieves]
            lower = [other for other in relieved if other < share]
            left[rule] = min(lower) if lower else max(relieved, default=share)
    return left


@frozen
class _Scores:
    """
    The scores of a report before rounding.

    :ivar shares: the share of each issue, by category and rule.
    :ivar examined: the categories that are part of the overall score in any case.
    """

    shares: Mapping[Category, Mapping[str, int]]
    examined: Collection[Category]

    @classmethod
    def of(cls, report: Report) -> "_Scores":
        """Return the scores of a report."""
        return cls(
            {result.category: {issue.rule: issue.share for issue in result.issues} for result in report.categories},
            {result.category for result in report.categories if result.examined},
        )

    def rise(self, shares: Mapping[Category, Mapping[str, int]]) -> float:
        """Return the points by which the overall score rises with other shares, before rounding."""
        return self._overall(shares) - self._overall(self.shares)

    def _overall(self, shares: Mapping[Category, Mapping[str, int]]) -> float:
        """
        Return an overall score: of a category that was not examined, only a low score is part of it.

        From 3.12 on, Python rounds a sum of floats only once, which shows where points are just between two tenths.
        """
        scores = {category: category_score(left.values()) for category, left in shares.items()}
        low = scores_that_lower_the_mean(
            (scores[category] for category in self.examined),
            (score for category, score in scores.items() if category not in self.examined),
        )
        exact = [
            BEST * prod(1 - share / BEST for share in shares[category].values())
            for category, score in scores.items()
            if category in self.examined or score in low
        ]
        return fsum(exact) / len(exact) if exact else 0.0
