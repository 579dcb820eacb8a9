"""The gates of ``sitescan scan``: conditions that a report must meet."""

from collections import Counter
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from datetime import date

from attrs import evolve, frozen

from sitescan.cli.baseline import Baseline, is_known, page_key
from sitescan.cli.configuration import Configuration
from sitescan.model.report import Issue, Report, Severity
from sitescan.report.wording import counted, shown_issues
from sitescan.rules.catalogue import current_id
from sitescan.scoring import category_score, overall_score, scores_that_lower_the_mean

_ORDER = [severity.value for severity in Severity]
NEVER = "never"
"""The value of ``fail-on`` for no gate."""

NAMED = 5
"""The number of issues that a gate names."""


@frozen(kw_only=True)
class GateResult:
    """
    The result of the gates for one report.

    :ivar failures: one sentence for each gate that failed.
    :ivar left_out: one sentence for each category that a gate does not cover.
    :ivar ignored: the rules whose issues do not count, each with the reason of the configuration.
    :ivar known: the number of other issues that do not count because the baseline has them.
    :ivar new: the issues that the baseline does not have; empty if there is no baseline.
    :ivar grave: the issues that ``fail-on`` doesn't allow.
    """

    failures: tuple[str, ...]
    left_out: tuple[str, ...]
    ignored: tuple[tuple[str, str], ...]
    known: int = 0
    new: tuple[Issue, ...] = ()
    grave: tuple[Issue, ...] = ()


def verdict(report: Report, configured: Configuration, baseline: Baseline | None, today: date) -> GateResult:
    """Return the verdict of the configured gates on a report."""
    ignored = dict(_ignored(report, configured, today))
    known = set(_known(report, baseline or {})) - ignored.keys()
    left = _without(report, ignored.keys() | known)
    return GateResult(
        failures=tuple(_failures(left, configured, new_only=baseline is not None)),
        left_out=tuple(_left_out(left, configured)),
        ignored=tuple(ignored.items()),
        known=len(known),
        new=() if baseline is None else tuple(_shown(left)),
        grave=tuple(_grave(left, _fail_on(configured, new_only=baseline is not None))),
    )


def counted_issues(report: Report, configured: Configuration, baseline: Baseline | None, today: date) -> Report:
    """Return a report with only the issues that count: those that are neither ignored nor in the baseline."""
    ignored = {rule for rule, _ in _ignored(report, configured, today)}
    return _without(report, ignored.union(_known(report, baseline or {})))


def _without(report: Report, rules: AbstractSet[str]) -> Report:
    """Return a report without the issues of some rules."""
    return evolve(
        report,
        categories=tuple(
            evolve(result, issues=tuple(issue for issue in result.issues if issue.rule not in rules))
            for result in report.categories
        ),
    )


def _shown(report: Report) -> Iterator[Issue]:
    return (issue for result in report.categories for issue in shown_issues(result))


def _fail_on(configured: Configuration, *, new_only: bool) -> str:
    return configured.fail_on or ("warning" if new_only else NEVER)


def _grave(report: Report, fail_on: str) -> Iterator[Issue]:
    """Yield the issues of a severity, or of a higher one."""
    return (issue for issue in _shown(report) if fail_on != NEVER and is_severe(issue.severity.value, fail_on))


def _ignored(report: Report, configured: Configuration, today: date) -> Iterator[tuple[str, str]]:
    """Yield the rules whose issues do not count by the configuration, each with the reason."""
    for result in report.categories:
        for issue in result.issues:
            reasons = [
                ignored.reason
                for ignored in configured.ignored
                if current_id(ignored.rule) == issue.rule and ignored.applies(report.url, today)
            ]
            if reasons:
                yield issue.rule, reasons[0]


def _known(report: Report, baseline: Baseline) -> Iterator[str]:
    """Yield the rules whose issues have no more occurrences than in the baseline."""
    before = baseline.get(page_key(report.url), {})
    for result in report.categories:
        for issue in result.issues:
            if is_known(before, issue.rule, issue.title, issue.count):
                yield issue.rule


def _failures(report: Report, configured: Configuration, *, new_only: bool) -> Iterator[str]:
    """Yield a sentence for each failed gate of a report that contains only issues that count."""
    yield from _low_scores(report, configured)
    found = Counter(issue.severity.value for issue in _shown(report))
    for name, most in configured.most.items():
        if found[name] > most:
            yield f"max {name}={most}: there are {found[name]}"
    fail_on = _fail_on(configured, new_only=new_only)
    if grave := list(_grave(report, fail_on)):
        kind = "new issue" if new_only else "issue"
        titles = "; ".join(issue.title for issue in grave[:NAMED]) + ("; ..." if len(grave) > NAMED else "")
        yield f"fail-on {fail_on}: {counted(len(grave), kind, kind + 's')}: {titles}"


def _low_scores(report: Report, configured: Configuration) -> Iterator[str]:
    """Yield a sentence for each score that is too low or missing: a missing score fails its gate."""
    scores, at_most = _scores(report)
    if configured.min_score is not None:
        in_mean = [*scores.values(), *scores_that_lower_the_mean(scores.values(), at_most.values())]
        if not in_mean:
            yield f"min-score {configured.min_score}: nothing was examined"
        elif (overall := overall_score(in_mean)) < configured.min_score:
            yield f"min-score {configured.min_score}: the score is {overall}"
    for name, least in configured.least.items():
        if name in scores:
            if scores[name] < least:
                yield f"min {name}={least}: the score is {scores[name]}"
        elif at_most.get(name, least) < least:
            yield f"min {name}={least}: the score is {at_most[name]} at most, {name} was not examined completely"
        else:
            yield f"min {name}={least}: {name} was not examined completely"


def _scores(report: Report) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return the scores of the examined categories, and the upper bounds of the scores of the others."""
    examined: dict[str, int] = {}
    unexamined: dict[str, int] = {}
    for result in report.categories:
        known = examined if result.examined else unexamined
        known[result.category.value] = category_score(issue.share for issue in result.issues)
    return examined, unexamined


def _left_out(report: Report, configured: Configuration) -> Iterator[str]:
    """Yield a sentence for each category that the overall score does not include."""
    if configured.min_score is None:
        return
    scores, at_most = _scores(report)
    low = scores_that_lower_the_mean(scores.values(), at_most.values())
    for name, score in at_most.items():
        if score not in low:
            yield f"min-score {configured.min_score}: {name} was not examined completely, so it doesn't count"


def is_severe(severity: str, limit: str) -> bool:
    """Return whether a severity is at least as high as a limit."""
    return _ORDER.index(severity) <= _ORDER.index(limit)
