"""What fixing an issue brings back, by the published score, and which fixes bring back most."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from sitescan.model.report import CategoryResult, Issue, Report
from sitescan.scoring import category_score


@frozen(kw_only=True)
class Fix:
    """An issue to fix, and how many points of its category's score fixing it alone brings back."""

    issue: Issue
    result: CategoryResult
    gain: int


def gain(issue: Issue, result: CategoryResult) -> int:
    """The points that a category's score rises by when one of its issues is fixed and nothing else."""
    others = category_score(one.share for one in result.issues if one is not issue)
    return others - category_score(one.share for one in result.issues)


def top_fixes(report: Report, most: int = 5, timed: int = 3) -> Sequence[Fix]:
    """
    The fixes that bring back the most points, those that gain more time first among equals; then those that gain time.

    The latter bring back no point by themselves, mostly because the estimated load time costs it already; they are what
    can be done about it.

    :param most: of those with points.
    :param timed: of those with nothing but time.
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
