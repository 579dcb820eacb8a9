"""The ports between the stations, each with at least a real provider and a fake one."""

from collections.abc import Mapping, Sequence
from typing import Any

from twisted.internet.defer import Deferred
from zope.interface import Attribute, Interface

from sitescan.deadline import Deadline
from sitescan.model.answers import LlmsTxt, Robots
from sitescan.model.exchange import Page, Sources
from sitescan.model.outline import Outline
from sitescan.model.reading import Reading
from sitescan.model.report import Category, CategoryResult, Judged, Report
from sitescan.model.target import Target


class IResolver(Interface):
    """Finds the addresses of a host name."""

    def addresses(host: str) -> "Deferred[Sequence[str]]":
        """
        Look a name up.

        @return: A Deferred of its addresses, best first, at least one. It fails with
            L{sitescan.egress.resolver.NameNotFound} or
            L{sitescan.egress.resolver.NameServiceFailed}; it may be cancelled.
        """


class IExaminer(Interface):
    """Parses pages and judges them, out of the reactor's way."""

    def outline(page: Page, deadline: Deadline) -> "Deferred[Outline]":
        """
        Parse a page and say what it refers to.

        @return: A Deferred of the outline. It fails with L{sitescan.examine.pool.NotExamined};
            cancelling it ends the work.
        """

    def judge(page: Page, sources: "Deferred[Sources]", deadline: Deadline) -> "Mapping[Category, Deferred[Judged]]":
        """
        Run every static rule on a page, as soon as its stylesheets and scripts are there.

        @return: For each category a Deferred of what its rules found, fired as soon as it is
            known. None of them fails but by cancellation: what could not be examined is said in
            L{Judged.unexamined}.
        """

    def judge_site(robots: Robots, llms: LlmsTxt, deadline: Deadline) -> "Deferred[Judged]":
        """
        Run every rule on the site's text files.

        @return: A Deferred of what they found. It does not fail but by cancellation: what could
            not be examined is said in L{Judged.unexamined}.
        """

    def read(page: Page, fragments: Sequence[str], deadline: Deadline) -> "Deferred[Reading]":
        """
        Parse a page that a link leads to.

        @param fragments: the parts of it that links name, percent-encoded.

        @return: A Deferred of what it is and which parts it does not have. It fails with
            L{sitescan.examine.pool.NotExamined}; cancelling it ends the work.
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


class IQuota(Interface):
    """Counts the scans that each client asks for."""

    def take(client: str) -> "Deferred[Any]":
        """
        Count one request of a client.

        @return: A Deferred of the L{sitescan.admission.quota.Ticket} that says how it stands.
        """


class IScanner(Interface):
    """Scans a page."""

    def scan(target: Target, submitted: str) -> "Deferred[Report]":
        """
        Scan one page.

        @param submitted: the URL as it was sent, for the report.

        @return: A Deferred of the report. It fails with the exceptions of L{sitescan.fetch.page},
            L{sitescan.egress} and L{sitescan.admission.gate}; cancelling it ends the work.
        """
