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


def top_fixes(report: Report, most: int = 5) -> Sequence[Fix]:
    """
    The fixes that bring back the most points, and of as many points those that gain the most time.

    Those that bring back no point and gain no time are left out.
    """
    return sorted(_fixes(report), key=lambda fix: (-fix.gain, -fix.issue.gain_ms))[:most]


def _fixes(report: Report) -> Iterator[Fix]:
    for result in report.categories:
        for issue in result.issues:
            points = gain(issue, result)
            if points or issue.gain_ms:
                yield Fix(issue=issue, result=result, gain=points)
