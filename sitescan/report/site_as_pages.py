"""The report on a site as reports on its pages, each fault once, for the formats that name places."""

from collections.abc import Iterator, Sequence

from sitescan.model.outline import Place
from sitescan.model.report import Category, CategoryResult, Issue, Occurrence, Report, Severity
from sitescan.model.site_report import SiteFault, SiteReport, SiteWideIssue
from sitescan.report.site_wording import between, unread, where

UNREAD = "site/unread"
"""The id of the issue of a site of which nothing was examined. There is no such rule."""


def pages_with_faults(report: SiteReport) -> Sequence[Report]:
    """
    Return a report on each page that is the example of a fault, and on the target for what is on no page.

    The scores are those of the site.
    """
    found: dict[str, dict[Category, list[Issue]]] = {report.target: {}}
    for url, category, issue in _issues(report):
        found.setdefault(url or report.target, {}).setdefault(category, []).append(issue)
    return [
        Report(
            url=url,
            scanned_at=0.0 if report.scanned_at is None else report.scanned_at.timestamp(),
            overall_score=report.score or 0,
            categories=tuple(
                CategoryResult(
                    category=category,
                    score=report.scores.get(category, 0),
                    issues=tuple(issues.get(category, ())),
                    counted=category in report.scores,
                )
                for category in Category
                if category in issues or url == report.target
            ),
            fetch_seconds=0.0,
            page_size=0,
            status_code=0,
        )
        for url, issues in found.items()
    ]


def _issues(report: SiteReport) -> Iterator[tuple[str, Category, Issue]]:
    """Yield each fault and each issue between pages, with the page that it is shown on, and that a site is not seen."""
    if why := unread(report):
        yield report.target, next(iter(Category)), _unread(why)
    for fault in report.faults:
        example = fault.example
        place = Place(line=example.line, column=example.column, selector=example.selector, snippet=example.snippet)
        summary = f"{fault.summary} This fault is {where(fault)}."
        at = Occurrence(place=place if example.selector else None, facts={"detail": example.detail})
        yield example.url, fault.category, _issue(fault, summary, at)
    for issue in report.issues:
        at = Occurrence(facts={"detail": issue.target})
        yield next(iter(issue.pages), ""), issue.category, _issue(issue, between(issue), at)


def _unread(why: str) -> Issue:
    return Issue(
        rule=UNREAD,
        severity=Severity.ERROR,
        share=0,
        title="The site could not be examined",
        description=f"{why[0].upper()}{why[1:]}.",
        recommendation="Make sure that the site answers this command as it answers visitors, and run it again.",
        how_to_fix="",
        count=1,
        occurrences=(),
    )


def _issue(found: SiteFault | SiteWideIssue, summary: str, at: Occurrence) -> Issue:
    return Issue(
        rule=found.rule,
        severity=found.severity,
        share=found.share,
        title=found.title,
        description=summary,
        recommendation=found.recommendation,
        how_to_fix=found.how_to_fix,
        count=1,
        occurrences=(at,),
    )
