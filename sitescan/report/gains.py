"""The points of the score that fixing an issue gains, and the fixes that gain most."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from sitescan.model.report import CategoryResult, Issue, Report
from sitescan.scoring import category_score


@frozen(kw_only=True)
class Fix:
    """An issue and the points of its category's score that fixing only this issue gains."""

    issue: Issue
    result: CategoryResult
    gain: int


def gain(issue: Issue, result: CategoryResult) -> int:
    """Return the points by which the score of a category rises if only this issue is fixed."""
    remaining = category_score(listed.share for listed in result.issues if listed is not issue)
    return remaining - category_score(listed.share for listed in result.issues)


def top_fixes(report: Report, most: int = 5, timed: int = 3) -> Sequence[Fix]:
    """
    Return the fixes that gain the most points, followed by the fixes that gain only loading time.

    The latter gain no points on their own, mostly because the rule about the load time charges for the delay, but they
    are what reduces it. Fixes with the same points are ordered by the time that they gain.

    :param most: the maximum number of fixes that gain points.
    :param timed: the maximum number of fixes that gain only time.
    """
    found = sorted(_fixes(report), key=lambda fix: (-fix.gain, -fix.issue.gain_ms))
    with_points = [fix for fix in found if fix.gain]
    return with_points[:most] + found[len(with_points) :][:timed]


def _fixes(report: Report) -> Iterator[Fix]:
    for result in report.categories:
        for issue in result.issues:
            points = gain(issue, result)
            if points or issue.gain_ms:
                yield Fix(issue=issue, result=result, gain=points)
