"""What changed from one report on a site to the next, in the form in which ``site.json`` holds it."""

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct

from sitescan.model.report import Category, Severity

Moment = Annotated[datetime, Meta(tz=True)]
"""A time with its zone, so that any two can be compared."""


class PastResult(Struct, frozen=True, kw_only=True, rename="camel"):
    """
    The result of an earlier crawl in one line.

    :ivar scanned_at: the end of the crawl.
    :ivar sitescan_version: the version that examined the site. Later ones may find more.
    :ivar pages: the number of pages that were examined.
    :ivar faults: the number of faults and of issues between pages, by severity.
    """

    scanned_at: Moment | None
    sitescan_version: str
    score: int | None
    scores: dict[Category, int]
    pages: int
    faults: dict[Severity, int]


class FaultChange(Struct, frozen=True, kw_only=True, rename="camel"):
    """
    A fault, or an issue between pages, that one of two reports has and the other one doesn't have, or not everywhere.

    :ivar said: what it is and where, in the words of the report that has it.
    :ivar points: the points that fixing it brings, or has brought at most.
    :ivar pages: the pages on which the other report doesn't have it; empty if it is about no page.
    :ivar same_places: whether the other report has it in the same places of a template, or in the same group, on fewer
        pages.
    """

    rule: str
    category: Category
    severity: Severity
    title: str
    said: str
    points: float
    pages: tuple[str, ...]
    same_places: bool = False


class PageGone(Struct, frozen=True, kw_only=True, rename="camel"):
    """
    A page that was examined only the last time.

    :ivar why: what is known of it now.
    """

    url: str
    why: str


class SiteChanges(Struct, frozen=True, kw_only=True, rename="camel"):
    """
    What changed since an earlier report.

    :ivar before: the earlier result.
    :ivar templates: the earlier mean scores of the templates, by their names now.
    :ivar new: the faults that only the later report has.
    :ivar fixed: the faults that only the earlier report has, on pages that were examined again.
    :ivar unsure: the faults that only one report has, and that may come and go by themselves, as slow answers do.
    :ivar unchanged: the number of other faults of the later report.
    :ivar pages_new: the pages that only the later crawl has examined.
    :ivar pages_gone: the pages that only the earlier crawl has examined.
    :ivar notes: what makes the reports hard to compare, a sentence each.
    """

    before: PastResult
    templates: dict[str, dict[Category, float]]
    new: tuple[FaultChange, ...]
    fixed: tuple[FaultChange, ...]
    unsure: tuple[FaultChange, ...]
    unchanged: int
    pages_new: tuple[str, ...]
    pages_gone: tuple[PageGone, ...]
    notes: tuple[str, ...]
