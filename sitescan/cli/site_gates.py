"""The gates of ``sitescan site``: conditions that a site must meet."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from sitescan.cli.arguments import SEVERITIES
from sitescan.cli.configuration import number, numbers, severity
from sitescan.cli.gates import NAMED, NEVER, is_severe
from sitescan.model.site_changes import FaultChange
from sitescan.model.site_report import SiteFault, SiteReport, SiteWideIssue
from sitescan.report.change_wording import fixed_lines
from sitescan.report.site_comparison import site_changes
from sitescan.report.wording import counted


@frozen(kw_only=True)
class SiteGates:
    """
    The conditions.

    :ivar min_score: the minimum overall score; ``None`` for any.
    :ivar min_pages: the minimum number of pages that were examined; ``None`` for any.
    :ivar most: the maximum number of faults, by severity.
    :ivar fail_on: the severity of faults that are not allowed; empty for the default.
    :ivar baseline: an earlier report, whose faults are allowed; ``None`` if there is none.
    """

    min_score: int | None = None
    min_pages: int | None = None
    most: Mapping[str, int]
    fail_on: str = ""
    baseline: SiteReport | None = None


def site_gates(given: Mapping[str, Any], baseline: SiteReport | None) -> SiteGates:
    """
    Return the gates that a command line names.

    :raises UsageProblem: if a value is invalid.
    """
    return SiteGates(
        min_score=number("min-score", given["min_score"], most=100) if "min_score" in given else None,
        min_pages=number("min-pages", given["min_pages"], least=1) if "min_pages" in given else None,
        most=numbers("max", given.get("max", {}), SEVERITIES),
        fail_on=severity(given.get("fail_on", "")),
        baseline=baseline,
    )


def failures(report: SiteReport, gates: SiteGates) -> Iterator[str]:
    """
    Yield a sentence for each gate that fails. Those about faults count only what the baseline doesn't have.

    A fault of a template is known on however many pages, and what depends on the moment fails no gate at first sight.
    If no page was examined, all gates fail.
    """
    fail_on = gates.fail_on or (NEVER if gates.baseline is None else "warning")
    if not report.examined:
        asked = {"min-score": gates.min_score, "min-pages": gates.min_pages}
        yield from (f"{name} {value}: nothing was examined" for name, value in asked.items() if value is not None)
        yield from (f"max {name}={most}: nothing was examined" for name, most in gates.most.items())
        yield from [f"fail-on {fail_on}: nothing was examined"] if fail_on != NEVER else []
        return
    if gates.min_score is not None and (report.score is None or report.score < gates.min_score):
        yield f"min-score {gates.min_score}: the score is {report.score}"
    if gates.min_pages is not None and report.examined < gates.min_pages:
        yield f"min-pages {gates.min_pages}: {counted(report.examined, 'page was', 'pages were')} examined"
    new: Sequence[SiteFault | SiteWideIssue | FaultChange] = (
        [*report.faults, *report.issues] if gates.baseline is None else new_faults(gates.baseline, report)
    )
    found = Counter(fault.severity.value for fault in new)
    for name, most in gates.most.items():
        if found[name] > most:
            yield f"max {name}={most}: there are {found[name]}"
    grave = [] if fail_on == NEVER else [fault for fault in new if is_severe(fault.severity.value, fail_on)]
    if grave:
        kind = "fault" if gates.baseline is None else "new fault"
        titles = "; ".join(fault.title for fault in grave[:NAMED]) + ("; ..." if len(grave) > NAMED else "")
        yield f"fail-on {fail_on}: {counted(len(grave), kind, kind + 's')}: {titles}"


def new_faults(baseline: SiteReport, report: SiteReport) -> Sequence[FaultChange]:
    """Return the faults, and the issues between pages, that a baseline doesn't have."""
    return [change for change in site_changes(baseline, report).new if not change.same_places]


def fixed_faults(report: SiteReport, gates: SiteGates) -> Iterator[str]:
    """Yield a sentence for each fault of the baseline that is fixed."""
    if gates.baseline is not None and report.examined:
        yield from (f"fixed: {line}" for line in fixed_lines(site_changes(gates.baseline, report)))
