"""The interfaces between packages. Each has at least two providers, one of which is a fake for tests."""

from collections.abc import Mapping, Sequence
from typing import Any

from twisted.internet.defer import Deferred
from zope.interface import Attribute, Interface

from sitescan.concurrency.deadline import Deadline
from sitescan.model.crawling import CrawledUrls
from sitescan.model.exchange import Page, Sources
from sitescan.model.fix import Fix, Moved, Patches, Sized
from sitescan.model.linked_page import LinkedPage
from sitescan.model.outline import Outline
from sitescan.model.rendered import Rendered
from sitescan.model.report import Category, CategoryResult, Judged, JudgedLoad, Report
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.model.site_answers import LlmsTxt
from sitescan.model.transport_answers import Protocols
from sitescan.standards.sitemaps import SitemapContent
from sitescan.standards.urls import Target


class IResolver(Interface):
    """Looks up the addresses of host names."""

    def addresses(host: str) -> "Deferred[Sequence[str]]":
        """
        Look up a host name.

        @return: A Deferred of at least one address, the best one first. It can be cancelled, and fails with
            L{sitescan.egress.resolver.NameNotFound}, L{sitescan.egress.resolver.NameServiceFailed} or
            L{sitescan.egress.resolver.ResolverBusy}.
        """

    def has_record(host: str, kind: int, deadline: Deadline) -> "Deferred[bool | None]":
        """
        Ask whether a host name has a record of a type, or is an alias of a name that has one.

        @param kind: the number of the type, see https://www.iana.org/assignments/dns-parameters.
        @return: A Deferred that can't fail; its result is C{None} if that could not be found out.
        """


class IExaminer(Interface):
    """Parses and judges pages outside of the reactor."""

    def for_client(client: str) -> "IExaminer":
        """
        Return an examiner for one scan.

        @param client: the name by which the client is counted.
        """

    def outline(page: Page, deadline: Deadline) -> "Deferred[Outline]":
        """
        Parse a page and extract its outline.

        @return: A Deferred of the outline. It can be cancelled, and fails with
            L{sitescan.examine.examination_errors.NotExamined}.
        """

    def judge(page: Page, sources: "Deferred[Sources]", deadline: Deadline) -> "Mapping[Category, Deferred[Judged]]":
        """
        Run all static rules on a page, when its stylesheets and scripts have been fetched.

        @return: A Deferred for each category, which fires when the category has been judged. It fails with
            L{sitescan.examine.examination_errors.NotExamined} if the category could not be examined.
            L{Judged.unexamined} names the parts of a category that could not be examined.
        """

    def judge_site(crawled: CrawledUrls, llms: LlmsTxt, deadline: Deadline) -> "Deferred[Judged]":
        """
        Run all rules on the text files of a site: robots.txt, sitemaps, llms.txt.

        @return: A Deferred of the judgement. It can be cancelled, and fails with
            L{sitescan.examine.examination_errors.NotExamined}.
        """

    def sitemap(body: bytes, deadline: Deadline, *, whole: bool) -> "Deferred[SitemapContent]":
        """
        Parse a sitemap, up to the limits of the protocol.

        @param whole: whether the body is the complete file.

        @return: A Deferred of its content. It can be cancelled, and fails with
            L{sitescan.examine.examination_errors.NotExamined}.
        """

    def read(page: Page, fragments: Sequence[str], deadline: Deadline) -> "Deferred[LinkedPage]":
        """
        Parse a linked page.

        @param fragments: the fragments of the links to the page, percent-encoded.

        @return: A Deferred of the facts about the page and of its missing parts. It can be cancelled, and fails with
            L{sitescan.examine.examination_errors.NotExamined}.
        """

    def judge_load(
        resources: ResourceAnswers,
        protocols: "Protocols | None",
        static: Judged,
        icon_url: str,
        deadline: Deadline,
    ) -> "Deferred[JudgedLoad]":
        """
        Run all rules on the answers for a page's files, and on the load that is simulated from them.

        @param resources: the files of the page and the answers for them.
        @param protocols: the versions of HTTP that the server offers, or L{None} if they aren't known.
        @param static: the judgement of the static rules, with how the page loads its files.
        @param icon_url: the URL of the icon that browsers use.

        @return: A Deferred of the judgement, and of the time that each fix would gain. It can be cancelled, and fails
            with L{sitescan.examine.examination_errors.NotExamined}.
        """

    def patch(
        page: Page,
        fixes: "Mapping[str, Sequence[Fix]]",
        changes: "Mapping[str, Sequence[Moved | Sized]]",
        deadline: Deadline,
    ) -> "Deferred[Patches]":
        """
        Make the patches of a page, as it was sent.

        @param fixes: the fixes that its judgement contains, by rule id.
        @param changes: the changes that answers of the network have shown, by rule id.

        @return: A Deferred of the patches. It can be cancelled, and fails with
            L{sitescan.examine.examination_errors.NotExamined}.
        """


class IRenderer(Interface):
    """Renders pages outside of the reactor, in a browser without network."""

    def start() -> "Deferred[None]":
        """
        Start the browser.

        @return: A Deferred that fires when the browser is ready. It fails with
            L{sitescan.rendering.rendering_errors.RendererUnavailable} if the system can't run the browser.
        """

    def stop() -> "Deferred[None]":
        """
        End the browser and all renderings.

        @return: A Deferred that fires when all processes have ended.
        """

    def renders(outline: Outline) -> bool:
        """
        Return whether a page is to be rendered.

        @param outline: the outline of the page as it was sent.
        """

    def render(session: Any, page: Page, client: str, deadline: Deadline) -> "Deferred[Rendered]":
        """
        Run the scripts of a page.

        @param session: the L{sitescan.egress.client.Session} of the scan, which sends the requests of the page.
        @param page: the page as it was fetched. It isn't requested again.
        @param client: the name by which the client is counted.

        @return: A Deferred of the rendered document. It can be cancelled, and fails with
            L{sitescan.rendering.rendering_errors.NotRendered}.
        """


class IAnalyzer(Interface):
    """Makes the result of one category from the judgement of the page and the answers of the network."""

    category = Attribute("The L{Category} of the results.")

    def analyze(examination: Any, deadline: Deadline) -> "Deferred[CategoryResult]":
        """
        Analyze one page.

        @param examination: a L{sitescan.analyzers.examination.Examination}.

        @return: A Deferred of the result. It can be cancelled, and fails if the category could not be examined.
        """


class ITokenTable(Interface):
    """
    Counts the requests of each client in a window of time.

    There are providers in memory, in the parent of several server processes, and in Redis.
    tests/integration/test_token_tables.py tests all of them against the same contract.
    """

    def take(client: str, spare: int = 0) -> "Deferred[Any]":
        """
        Count one request of a client, if its quota allows it.

        @param spare: the number of tokens that are reserved for other kinds of requests.

        @return: A Deferred of a L{sitescan.admission.quota.Ticket}.
        """

    def look(client: str) -> "Deferred[Any]":
        """
        Return the state of a client without counting a request.

        @return: A Deferred of a L{sitescan.admission.quota.Ticket}.
        """


class IScanner(Interface):
    """Scans pages."""

    def scan(target: Target, submitted: str, client: str = "") -> "Deferred[Report]":
        """
        Scan one page.

        @param target: the URL of the page.
        @param submitted: the URL as the client sent it, for the report.
        @param client: the name by which the client is counted.

        @return: A Deferred of the report. It can be cancelled, and fails with the exceptions of L{sitescan.fetch.page},
            L{sitescan.egress}, L{sitescan.examine} and L{sitescan.admission.concurrency_gate}.
        """


class IResponseStore(Interface):
    """Keeps the responses that the scans of a site share."""

    def get(key: str) -> "Deferred[bytes | None]":
        """Return a Deferred of a response, or of L{None} if there is none."""

    def put(key: str, data: bytes) -> "Deferred[None]":
        """Keep a response. The Deferred fires when it is kept."""


class IReportStore(Interface):
    """
    Keeps reports for a limited time, and grants leases so that only one process at a time makes a report.

    tests/integration/test_report_stores.py tests the contract.
    """

    def get(key: str) -> "Deferred[bytes | None]":
        """
        Return a report.

        @return: A Deferred of the report, or of L{None} if there is none or the store is unavailable. It only fails if
            it is cancelled.
        """

    def put(key: str, report: bytes) -> "Deferred[None]":
        """
        Keep a report, and drop an earlier one with the same key.

        @return: A Deferred that fires when the report is kept or the store is unavailable. It only fails if it is
            cancelled.
        """

    def lease(key: str, holder: str) -> "Deferred[bool]":
        """
        Take or renew the lease for making a report.

        It lasts for L{sitescan.caching.report_stores.LEASE_SECONDS}.

        @param holder: a unique name of the caller.

        @return: A Deferred of L{True} if the caller holds the lease. It is also L{True} if the store is unavailable,
            because a report that is made twice is better than none. It only fails if it is cancelled.
        """

    def release(key: str, holder: str) -> "Deferred[None]":
        """
        Release a lease, if the caller holds it.

        @return: A Deferred that fires when the lease is released or the store is unavailable. It only fails if it is
            cancelled.
        """
