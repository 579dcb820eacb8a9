"""What fixing an issue gains, and the fixes that gain most."""

from collections.abc import Collection, Mapping, Sequence

from attrs import frozen

from sitescan.model.report import Category, CategoryResult, Issue, Report
from sitescan.report.same_fault import leader, rank
from sitescan.scoring import category_score, overall_score, scores_that_lower_the_mean


@frozen(kw_only=True)
class TopFix:
    """
    One thing to do: it removes an issue and those that are about the same fault.

    :ivar issues: the issues, with their categories; the first stands for all.
    :ivar points: the points by which the overall score rises, once the fixes before it in the list are made.
    """

    issues: tuple[tuple[CategoryResult, Issue], ...]
    points: int

    @property
    def issue(self) -> Issue:
        """The issue that stands for all."""
        return self.issues[0][1]

    @property
    def gain_ms(self) -> int:
        """The time in milliseconds by which content appears sooner, at least."""
        return max(issue.gain_ms for _, issue in self.issues)


def gain(issue: Issue, result: CategoryResult) -> int:
    """Return the points by which the score of a category rises if only this issue is fixed, with what that relieves."""
    left = {other.rule: other.share for other in result.issues}
    return category_score(without(issue.rule, issue.relieves, left).values()) - category_score(left.values())


def top_fixes(report: Report, most: int = 5) -> Sequence[TopFix]:
    """
    Return the fixes that raise the overall score most, each counted after those before it.

    So their points add up to what all of them bring back, and never to more than is missing. An issue that others
    cause, such as a slow paint, is no fix: its causes are.

    :param most: the maximum number of fixes.
    """
    shares = {result.category: {issue.rule: issue.share for issue in result.issues} for result in report.categories}
    examined = {result.category for result in report.categories if result.examined}
    caused = {rule for result in report.categories for issue in result.issues for rule in issue.relieves}
    left = [group for group in groups(report) if not any(issue.rule in caused for _, issue in group)]
    found: list[TopFix] = []
    while left and len(found) < most:
        scores = _in_mean(shares, examined)
        rise, _, number = max(
            (_rise(group, shares, scores), _sooner(group), -number) for number, group in enumerate(left)
        )
        if not rise:
            break
        best = left.pop(-number)
        for result, issue in best:
            shares[result.category] = without(issue.rule, issue.relieves, shares[result.category])
        points = overall_score(_in_mean(shares, examined).values()) - overall_score(scores.values())
        found.append(TopFix(issues=best, points=points))
    return found


def groups(report: Report) -> Sequence[tuple[tuple[CategoryResult, Issue], ...]]:
    """Return the issues of a report, those about the same fault together, in the order of the report."""
    made: dict[str, list[tuple[CategoryResult, Issue]]] = {}
    for result in report.categories:
        for issue in result.issues:
            made.setdefault(leader(issue.rule), []).append((result, issue))
    return [tuple(sorted(group, key=lambda entry: rank(entry[1].rule))) for group in made.values()]


def same_faults(report: Report) -> Mapping[str, str]:
    """Return the rule of the issue that stands for an issue about the same fault, by the rule of the latter."""
    return {issue.rule: first.rule for (_, first), *others in groups(report) for _, issue in others}


def _sooner(group: Sequence[tuple[CategoryResult, Issue]]) -> int:
    return max(issue.gain_ms for _, issue in group)


def without(fixed: str, relieves: Mapping[str, int], shares: Mapping[str, int]) -> dict[str, int]:
    """
    Return the shares by rule that are left in a category once an issue is fixed.

    :param fixed: the rule of the issue.
    :param relieves: the share that other issues of the category then have, by rule.
    """
    left = {rule: share for rule, share in shares.items() if rule != fixed}
    return {rule: min(share, relieves.get(rule, share)) for rule, share in left.items()}


def _rise(
    group: Sequence[tuple[CategoryResult, Issue]],
    shares: Mapping[Category, Mapping[str, int]],
    scores: Mapping[Category, int],
) -> float:
    """Return about how much the scores rise without a group of issues, which is quicker than to work them out."""
    rise = 0.0
    for result, issue in group:
        left = shares[result.category]
        factor = 100 / (100 - left.get(issue.rule, 0))
        for rule, share in issue.relieves.items():
            factor *= (100 - min(share, left.get(rule, 0))) / (100 - left.get(rule, 0))
        rise += scores.get(result.category, 0) * (factor - 1)
    return rise


def _in_mean(shares: Mapping[Category, Mapping[str, int]], examined: Collection[Category]) -> Mapping[Category, int]:
    """Return the scores that are part of the overall score: of a category that was not examined, only a low one is."""
    scores = {category: category_score(left.values()) for category, left in shares.items()}
    low = scores_that_lower_the_mean(
        (scores[category] for category in examined),
        (score for category, score in scores.items() if category not in examined),
    )
    return {category: score for category, score in scores.items() if category in examined or score in low}
