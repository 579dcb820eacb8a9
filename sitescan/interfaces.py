"""The ports between the stations, each with at least a real provider and a fake one."""

from collections.abc import Mapping, Sequence
from typing import Any

from twisted.internet.defer import Deferred
from zope.interface import Attribute, Interface

from sitescan.deadline import Deadline
from sitescan.model.crawling import CrawledUrls
from sitescan.model.exchange import Page, Sources
from sitescan.model.linked_page import LinkedPage
from sitescan.model.outline import Outline
from sitescan.model.report import Category, CategoryResult, Judged, JudgedLoad, Report
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.model.site_answers import LlmsTxt
from sitescan.model.transport_answers import Protocols
from sitescan.standards.urls import Target


class IResolver(Interface):
    """Finds the addresses of a host name."""

    def addresses(host: str) -> "Deferred[Sequence[str]]":
        """
        Look a name up.

        @return: A Deferred of its addresses, best first, at least one. It fails with
            L{sitescan.egress.resolver.NameNotFound},
            L{sitescan.egress.resolver.NameServiceFailed} or
            L{sitescan.egress.resolver.ResolverBusy}; it may be cancelled.
        """


class IExaminer(Interface):
    """Parses pages and judges them, out of the reactor's way."""

    def for_client(client: str) -> "IExaminer":
        """
        The examiner of one scan: its work has its turn beside the work of others.

        @param client: the name by which whoever asked for the scan is counted.
        """

    def outline(page: Page, deadline: Deadline) -> "Deferred[Outline]":
        """
        Parse a page and say what it refers to.

        @return: A Deferred of the outline. It fails with L{sitescan.examine.child_pool.NotExamined};
            cancelling it ends the work.
        """

    def judge(page: Page, sources: "Deferred[Sources]", deadline: Deadline) -> "Mapping[Category, Deferred[Judged]]":
        """
        Run every static rule on a page, as soon as its stylesheets and scripts are there.

        @return: For each category a Deferred of what its rules found, fired as soon as it is
            known. It fails with L{sitescan.examine.examination_errors.NotExamined} where the
            category could not be examined; of what could not be examined within it,
            L{Judged.unexamined} says so.
        """

    def judge_site(crawled: CrawledUrls, llms: LlmsTxt, deadline: Deadline) -> "Deferred[Judged]":
        """
        Run every rule on the site's text files: robots.txt, its sitemaps, llms.txt.

        @return: A Deferred of what they found. It does not fail but by cancellation: what could
            not be examined is said in L{Judged.unexamined}.
        """

    def read(page: Page, fragments: Sequence[str], deadline: Deadline) -> "Deferred[LinkedPage]":
        """
        Parse a page that a link leads to.

        @param fragments: the parts of it that links name, percent-encoded.

        @return: A Deferred of what it is and which parts it does not have. It fails with
            L{sitescan.examine.child_pool.NotExamined}; cancelling it ends the work.
        """

    def judge_load(
        resources: ResourceAnswers,
        protocols: "Protocols | None",
        static: Judged,
        icon_url: str,
        deadline: Deadline,
    ) -> "Deferred[JudgedLoad]":
        """
        Run every rule on what the network answered of a page's files, and on the load that is simulated from it.

        @param resources: the files and their answers, and those of whatever else the page loads.
        @param static: what the static rules found: how the page loads, and which fixes they ask for.
        @param icon_url: the icon that browsers take.

        @return: A Deferred of what the rules found, and of how much sooner content appears with each fix. It fails
            with L{sitescan.examine.examination_errors.NotExamined}; cancelling it ends the work.
        """


class IAnalyzer(Interface):
    """Makes the result of one category: what the child found, and what only the network knows."""

    category = Attribute("The L{Category} that it is for.")

    def analyze(examination: Any, deadline: Deadline) -> "Deferred[CategoryResult]":
        """
        Analyze one page.

        @param examination: the L{sitescan.analyzers.examination.Examination} under way.

        @return: A Deferred of the category's result. It may be cancelled.
        """


class ITokenTable(Interface):
    """
    Counts the requests of each client in a window of time.

    In memory, in the parent of several server processes, or in Redis: tests/admission/test_token_tables.py
    holds all of them to the same contract.
    """

    def take(client: str, spare: int = 0) -> "Deferred[Any]":
        """
        Count one request of a client; one that is not allowed is not counted.

        @param spare: tokens that are not for this kind of request.

        @return: A Deferred of the L{sitescan.admission.quota.Ticket} that says how it stands.
        """

    def look(client: str) -> "Deferred[Any]":
        """
        Say how a client stands, without counting anything.

        @return: A Deferred of the L{sitescan.admission.quota.Ticket} that says so.
        """


class IScanner(Interface):
    """Scans a page."""

    def scan(target: Target, submitted: str, client: str = "") -> "Deferred[Report]":
        """
        Scan one page.

        @param submitted: the URL as it was sent, for the report.
        @param client: the name by which whoever asked is counted.

        @return: A Deferred of the report. It fails with the exceptions of L{sitescan.fetch.page},
            L{sitescan.egress} and L{sitescan.admission.concurrency_gate}; cancelling it ends the work.
        """


class IReportStore(Interface):
    """
    Keeps reports for a while, and has one process at a time make each.

    tests/integration/test_report_stores.py says what that means.
    """

    def get(key: str) -> "Deferred[bytes | None]":
        """
        Look for a report.

        @return: A Deferred of what was put under the key, or L{None}: it never was, was too long ago, or there
            was no room. It does not fail but by cancellation.
        """

    def put(key: str, report: bytes) -> "Deferred[None]":
        """
        Keep a report, in the place of whatever was put under the key before.

        @return: A Deferred that fires when that is done, or cannot be done. It does not fail but by cancellation.
        """

    def lease(key: str, holder: str) -> "Deferred[bool]":
        """
        Be the one who makes the report of a key, or go on being it, for L{sitescan.caching.leases.LEASE_SECONDS}.

        @param holder: names whoever asks, as nobody else is named.

        @return: A Deferred of whether that is so; L{True} as well where it can't be known, since a report that is
            made twice is better than none. It does not fail but by cancellation.
        """

    def release(key: str, holder: str) -> "Deferred[None]":
        """
        Leave the report to others; nothing happens where it is another who makes it.

        @return: A Deferred that fires when that is done, or cannot be done. It does not fail but by cancellation.
        """
