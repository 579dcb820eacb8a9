"""The pages, the faults, the places and the links of a site as tables (CSV), and its pages as lines of JSON."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from attrs import frozen

from sitescan.model.report import Category
from sitescan.model.site_report import PageScore, SiteReport, SiteWideIssue
from sitescan.report.csv_format import cell
from sitescan.report.site_wording import between, where
from sitescan.report.visible_text import visible_json

_Row = Sequence[str | int | None]

#: What each row says about the report, so that the tables of several months can be put together.
_REPORT = ("site", "scanned_at", "sitescan_version")

_PAGES = (
    *("url", "status", "title", "description", "h1", "words", "canonical", "clicks", "links_in", "template", "score"),
    *(category.value for category in Category),
    *("issues", "problem", "redirect", *_REPORT),
)
_FAULTS = (
    *("rule", "category", "severity", "points", "title", "summary", "pages", "places", "url", "line", "column"),
    *("selector", "snippet", "target", "recommendation", *_REPORT),
)
_ISSUES = (
    *("url", "category", "severity", "rule", "title", "line", "column", "selector", "snippet", "detail", "target"),
    *("recommendation", *_REPORT),
)
_LINKS = (
    *("page", "url", "fragment", "text", "rel", "position", "followed", "visible", "status", "problem", "redirect"),
)


@frozen(kw_only=True)
class PageDetails:
    """
    What the database of a site has of a page beyond its report.

    :ivar links_in: the number of other pages with a link to it that visitors can follow.
    """

    status: int | None
    title: str
    description: str
    h1: str
    words: int | None
    canonical: str
    links_in: int


_UNKNOWN = PageDetails(status=None, title="", description="", h1="", words=None, canonical="", links_in=0)


def pages_csv(report: SiteReport, details: Mapping[str, PageDetails]) -> str:
    """Return a row for each page."""
    return _table(_PAGES, ((*_page(page, details.get(page.url)), *_of(report)) for page in report.pages))


def _page(page: PageScore, known: PageDetails | None) -> Iterator[str | int | None]:
    found = known or _UNKNOWN
    yield from (page.url, found.status, found.title, found.description, found.h1, found.words, found.canonical)
    yield from (page.depth, None if known is None else found.links_in, page.template, page.score)
    yield from map(page.scores.get, Category)
    yield from (page.issues, page.problem, page.redirect)


def faults_csv(report: SiteReport) -> str:
    """Return a row for each fault, with its example, and for each issue between pages, with its first page."""
    faults = (
        (
            *(fault.rule, fault.category.value, fault.severity.value, str(fault.points), fault.title),
            *(f"{fault.summary} ({where(fault)})", len(fault.pages), fault.places, fault.example.url),
            *(fault.example.line or None, fault.example.column or None, fault.example.selector),
            *(fault.example.snippet, "", fault.recommendation, *_of(report)),
        )
        for fault in report.faults
    )
    issues = (
        (
            *(issue.rule, issue.category.value, issue.severity.value, str(issue.points), issue.title, between(issue)),
            *(issue.count, None, next(iter(issue.pages), ""), None, None, "", "", issue.target, issue.recommendation),
            *_of(report),
        )
        for issue in report.issues
    )
    return _table(_FAULTS, (*faults, *issues))


def issues_csv(report: SiteReport, places: Iterable[_Row], pages: Mapping[SiteWideIssue, Sequence[str]]) -> str:
    """
    Return a row for each place of each fault on each page, and for each page with an issue between pages.

    :param places: of each place the values of the columns up to ``detail``, and the recommendation.
    :param pages: the pages of issues of which the report names only the first ones.
    """
    of_pages = ((*place[:-1], "", place[-1], *_of(report)) for place in places)
    between_pages = (
        (
            *(url, issue.category.value, issue.severity.value, issue.rule, issue.title, None, None, "", ""),
            *(issue.description, issue.target, issue.recommendation, *_of(report)),
        )
        for issue in report.issues
        for url in pages.get(issue, issue.pages) or ("",)
    )
    return _table(_ISSUES, (row for rows in (of_pages, between_pages) for row in rows))


def links_csv(links: Iterable[_Row]) -> str:
    """
    Return a row for each link.

    :param links: of each link the values of :data:`_LINKS`.
    """
    return _table(_LINKS, links)


def _of(report: SiteReport) -> _Row:
    scanned_at = "" if report.scanned_at is None else f"{report.scanned_at:%Y-%m-%dT%H:%M:%SZ}"
    return report.target, scanned_at, report.sitescan_version


def _table(heading: Sequence[str], rows: Iterable[_Row]) -> str:
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
