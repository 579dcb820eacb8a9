"""The pages, the issues and the links of a site as tables (CSV), and its pages as lines of JSON."""

import csv
import io
from collections.abc import Iterable, Sequence

import msgspec

from sitescan.model.report import Category
from sitescan.model.site_report import SiteReport
from sitescan.report.csv_format import cell
from sitescan.report.site_wording import between, where
from sitescan.report.visible_text import visible_json

_PAGES = (
    *("url", "score", *(category.value for category in Category)),
    *("issues", "clicks", "template", "problem", "redirect"),
)
_ISSUES = (
    *("rule", "category", "severity", "points", "title", "summary", "pages", "places", "url", "line", "column"),
    *("selector", "snippet", "target", "recommendation"),
)
_LINKS = ("page", "url", "fragment", "followed", "visible", "problem", "redirect")


def pages_csv(report: SiteReport) -> str:
    """Return a row for each page."""
    return _table(
        _PAGES,
        (
            (
                *(page.url, page.score, *(page.scores.get(category) for category in Category), page.issues),
                *(page.depth, page.template, page.problem, page.redirect),
            )
            for page in report.pages
        ),
    )


def issues_csv(report: SiteReport) -> str:
    """Return a row for each fault, with its example, and for each issue between pages, with its first page."""
    faults = (
        (
            *(fault.rule, fault.category.value, fault.severity.value, str(fault.points), fault.title),
            *(f"{fault.summary} ({where(fault)})", len(fault.pages), fault.places, fault.example.url),
            *(fault.example.line or None, fault.example.column or None, fault.example.selector),
            *(fault.example.snippet, "", fault.recommendation),
        )
        for fault in report.faults
    )
    issues = (
        (
            *(issue.rule, issue.category.value, issue.severity.value, str(issue.points), issue.title, between(issue)),
            *(issue.count, None, next(iter(issue.pages), ""), None, None, "", "", issue.target, issue.recommendation),
        )
        for issue in report.issues
    )
    return _table(_ISSUES, (*faults, *issues))


def links_csv(links: Iterable[Sequence[str | int | None]]) -> str:
    """
    Return a row for each link.

    :param links: of each link the values of :data:`_LINKS`.
    """
    return _table(_LINKS, links)


def _table(heading: Sequence[str], rows: Iterable[Sequence[str | int | None]]) -> str:
    """Return a table (RFC 4180), safe to open in a spreadsheet."""
    made = io.StringIO()
    writer = csv.writer(made)
    writer.writerow(heading)
    writer.writerows(["" if value is None else cell(value) for value in row] for row in rows)
    return made.getvalue()


def pages_jsonl(report: SiteReport) -> str:
    """Return a line of JSON for each page."""
    built = (msgspec.to_builtins(page, str_keys=True) for page in report.pages)
    return "".join(f"{visible_json(page, separators=(',', ':'))}\n" for page in built)
