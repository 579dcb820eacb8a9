"""One order for the faults of pages and the issues between pages: by what visitors meet, then what brings most."""

from collections.abc import Iterable, Sequence

from sitescan.model.site_changes import FaultChange
from sitescan.model.site_report import SiteFault, SiteWideIssue
from sitescan.report.priorities import place, priority

#: The rules about addresses that lead to no page, which visitors meet first.
_DEAD = frozenset({"links/broken", "links/redirect-loop"})

#: A fault, or the issues of one rule about the whole site, which bring their points together.
Ranked = SiteFault | Sequence[SiteWideIssue]


def ranked(faults: Iterable[SiteFault], issues: Iterable[SiteWideIssue]) -> Sequence[Ranked]:
    """Return faults and issues between pages in one list, the issues of one rule together."""
    by_rule: dict[str, list[SiteWideIssue]] = {}
    for issue in issues:
        by_rule.setdefault(issue.rule, []).append(issue)
    return sorted((*faults, *by_rule.values()), key=lambda entry: importance(first_of(entry)))


def first_of(entry: Ranked) -> SiteFault | SiteWideIssue:
    """Return the fault, or the gravest issue of a rule."""
    return entry if isinstance(entry, SiteFault) else entry[0]


def importance(found: SiteFault | SiteWideIssue | FaultChange) -> tuple[bool, int, bool, float, int]:
    """Return what to sort faults by, the first to be fixed first."""
    last, rank = place(priority(found.rule), found.points)
    return last, rank, found.rule not in _DEAD, -found.points, found.severity.rank
