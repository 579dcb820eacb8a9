"""The result of checking a page in a test, with assertions that fail with the issues and their places."""

from collections.abc import Callable
from datetime import UTC, date, datetime

from attrs import evolve, frozen

from sitescan.cli.arguments import CATEGORIES, SEVERITIES
from sitescan.cli.baseline import Baseline
from sitescan.cli.configuration import Configuration, numbers
from sitescan.cli.exit_codes import UsageProblem
from sitescan.cli.gates import counted_issues, is_severe, verdict
from sitescan.cli.rule_explanation import check_rule
from sitescan.model.report import Issue, Report
from sitescan.report.concise_format import concise
from sitescan.report.wording import shown_issues
from sitescan.rules.catalogue import current_id


@frozen
class PageResult:
    """
    The report on a page, and assertions about it.

    Issues that are left out, or that the baseline has, count for nothing.

    :ivar report: the whole report.
    """

    report: Report
    _configured: Configuration
    _baseline: Baseline | None

    @property
    def issues(self) -> tuple[Issue, ...]:
        """The issues that count."""
        return tuple(issue for result in self._counted.categories for issue in shown_issues(result))

    def assert_no(self, *kinds: str) -> None:
        """
        Fail with a line for each place of an issue of a severity or a graver one, of a category, or of a rule.

        :param kinds: such as ``"error"``, ``"accessibility"`` or ``"seo/title-missing"``.
        :raises sitescan.cli.exit_codes.UsageProblem: if there is no such severity, category or rule.
        """
        __tracebackhide__ = True
        if not kinds:
            raise UsageProblem("assert_no: name a severity, a category or a rule")
        for kind in kinds:
            check_rule(kind, *SEVERITIES, *CATEGORIES)
        found = self._lines(lambda issue: any(_is_of(kind, issue) for kind in kinds))
        if found:
            raise AssertionError(f"{self.report.url} has issues ({', '.join(kinds)}):\n{found}")

    def assert_score(self, **least: int) -> None:
        """
        Fail if a score is lower than a number, or not known.

        :param least: numbers by the names of categories, and ``overall``.
        :raises sitescan.cli.exit_codes.UsageProblem: if there is no such category, or a number is no score.
        """
        __tracebackhide__ = True
        wanted = numbers("assert_score", dict(least), (*CATEGORIES, "overall"), 100)
        overall = wanted.pop("overall", None)
        gates = evolve(self._configured, least=wanted, min_score=overall, most={}, fail_on="never")
        failures = verdict(self.report, gates, self._baseline, self._today).failures
        if failures:
            named = CATEGORIES if overall is not None else tuple(wanted)
            found = self._lines(lambda issue: issue.share > 0 and issue.rule.partition("/")[0] in named)
            raise AssertionError("\n".join((f"{self.report.url}:", *failures, found)))

    @property
    def _counted(self) -> Report:
        return counted_issues(self.report, self._configured, self._baseline, self._today)

    @property
    def _today(self) -> date:
        return datetime.fromtimestamp(self.report.scanned_at, UTC).date()

    def _lines(self, wanted: Callable[[Issue], bool]) -> str:
        """Return a line for each place of some of the issues that count."""
        report = evolve(
            self._counted,
            categories=tuple(
                evolve(result, issues=tuple(filter(wanted, shown_issues(result))))
                for result in self._counted.categories
            ),
        )
        # The last line is the score.
        return concise([report]).rstrip("\n").rpartition("\n")[0]


def _is_of(kind: str, issue: Issue) -> bool:
    """Return whether an issue is of a severity or a graver one, of a category, or of a rule."""
    if kind in SEVERITIES:
        return is_severe(issue.severity.value, kind)
    return issue.rule.startswith(f"{kind}/") or issue.rule == current_id(kind)
