"""What is kept of each page of a site."""

from typing import Any

from attrs import evolve, frozen

from sitescan.model.site_facts import PageFacts
from sitescan.site.page_version import PageVersion


@frozen(kw_only=True)
class PageRecord:
    """
    A page that was read, or the reason why it could not be.

    :ivar depth: the number of clicks from the start page; ``None`` if no link from there leads to it.
    :ivar is_unchanged: whether the database has the rest from an earlier crawl, since when the page has not changed.
    :ivar problem: the reason why there is no report; empty if there is one.
    :ivar redirect: the URL that it redirects to, by its status or a refresh; empty if it doesn't.
    :ivar report: the report as :func:`sitescan.report.json_format.report_json` returns it; empty if there is none.
    :ivar facts: the facts by which it is compared with other pages; ``None`` if there is no report.
    :ivar version: what a later crawl compares; ``None`` if the page can't be asked for again.
    :ivar status: the status of its response; ``None`` if it isn't known, or if it redirects.
    """

    url: str
    depth: int | None
    is_unchanged: bool = False
    problem: str = ""
    redirect: str = ""
    report: dict[str, Any] | None = None
    facts: PageFacts | None = None
    version: PageVersion | None = None
    status: int | None = None

    def examined(
        self, report: dict[str, Any], facts: PageFacts | None, version: PageVersion | None = None
    ) -> "PageRecord":
        """Return the record with the report on the page; one that leads visitors elsewhere at once redirects."""
        if facts is not None and facts.refresh:
            return evolve(self, redirect=facts.refresh)
        return evolve(self, report=report, facts=facts, version=version, status=report["meta"]["statusCode"] or None)
