"""Fakes: real providers of the interfaces, which record their calls."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from attrs import define, field
from twisted.internet.defer import Deferred, fail, succeed
from zope.interface import implementer

from sitescan.concurrency.deadline import Deadline
from sitescan.concurrency.reactor import IReactor
from sitescan.egress.resolver import NameNotFound
from sitescan.examine.examination_errors import BUSY, NotExamined
from sitescan.interfaces import IExaminer, IRenderer, IResolver, IScanner
from sitescan.model.crawling import CrawledUrls
from sitescan.model.evidence import check_failed
from sitescan.model.exchange import Page, Sources
from sitescan.model.fix import Fix, Moved, Patches, Sized
from sitescan.model.linked_page import LinkedPage
from sitescan.model.outline import Outline
from sitescan.model.rendered import Rendered, RenderedDocument, Rendering
from sitescan.model.report import Category, CategoryResult, Issue, Judged, JudgedLoad, Occurrence, Report, Severity
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.model.site_answers import LlmsTxt
from sitescan.model.transport_answers import Protocols
from sitescan.rendering.rendering_errors import TOO_HEAVY, NotRendered
from sitescan.standards.sitemaps import SitemapContent
from sitescan.standards.urls import Target


def as_reactor(fake: object) -> IReactor:
    """Return a fake that provides only the parts of a reactor that a test needs."""
    return cast("IReactor", fake)


@implementer(IResolver)
@define(eq=False)
class FakeResolver:
    """
    A resolver with fixed addresses.

    :ivar known: the results of successive lookups of each host; the last one repeats.
    :ivar records: whether a host has a record of a type; unknown for other pairs.
    :ivar requests: the hosts that were looked up.
    """

    known: Mapping[str, Sequence[Sequence[str]]] = field(factory=dict)
    records: Mapping[tuple[str, int], bool] = field(factory=dict)
    requests: list[str] = field(factory=list, init=False)

    def has_record(self, host: str, kind: int, deadline: Deadline) -> Deferred[bool | None]:
        """Ask for a record (:meth:`sitescan.interfaces.IResolver.has_record`)."""
        return succeed(self.records.get((host, kind)))

    def addresses(self, host: str) -> Deferred[Sequence[str]]:
        """Look a name up (:meth:`sitescan.interfaces.IResolver.addresses`)."""
        answers = self.known.get(host, ())
        number = min(self.requests.count(host), len(answers) - 1)
        self.requests.append(host)
        if not answers or not answers[number]:
            return fail(NameNotFound(host))
        return succeed(answers[number])


@implementer(IExaminer)
@define(eq=False)
class FakeExaminer:
    """
    An examiner that finds nothing.

    :ivar failed: whether a check of each category fails.
    :ivar patches: the patches of every page; ``None`` if no child makes them.
    :ivar no_patches: the reason why it doesn't.
    :ivar requests: the evidence that it was asked to judge.
    :ivar read_pages: the bodies of the pages to read, and the fragments to look for.
    """

    failed: bool = False
    patches: Patches | None = Patches()
    no_patches: str = BUSY
    requests: list[Any] = field(factory=list, init=False)
    read_pages: list[tuple[bytes, tuple[str, ...]]] = field(factory=list, init=False)

    def for_client(self, client: str) -> "FakeExaminer":
        """Return the examiner itself (:meth:`sitescan.interfaces.IExaminer.for_client`)."""
        return self

    def read(self, page: Page, fragments: Sequence[str], deadline: Deadline) -> Deferred[LinkedPage]:
        """Report every fragment as missing (:meth:`sitescan.interfaces.IExaminer.read`)."""
        self.read_pages.append((page.body, tuple(fragments)))
        return succeed(LinkedPage(missing=tuple(fragments)))

    def sitemap(self, body: bytes, deadline: Deadline, *, whole: bool) -> Deferred[SitemapContent]:
        """Find no URL (:meth:`sitescan.interfaces.IExaminer.sitemap`)."""
        return succeed(SitemapContent(kind="other"))

    def outline(self, page: Page, deadline: Deadline) -> Deferred[Outline]:
        """Return an empty outline (:meth:`sitescan.interfaces.IExaminer.outline`)."""
        self.requests.append(page)
        return succeed(Outline())

    def judge(self, page: Page, sources: Deferred[Sources], deadline: Deadline) -> Mapping[Category, Deferred[Judged]]:
        """Find nothing in any category (:meth:`sitescan.interfaces.IExaminer.judge`)."""
        self.requests.append(page)
        return {
            category: succeed(Judged(unexamined=(check_failed("A check failed"),) * self.failed))
            for category in Category
        }

    def judge_site(self, crawled: CrawledUrls, llms: LlmsTxt, deadline: Deadline) -> Deferred[Judged]:
        """Find nothing in the site's files (:meth:`sitescan.interfaces.IExaminer.judge_site`)."""
        self.requests += [crawled, llms]
        return succeed(Judged())

    def judge_load(
        self,
        resources: ResourceAnswers,
        protocols: Protocols | None,
        static: Judged,
        icon_url: str,
        deadline: Deadline,
    ) -> Deferred[JudgedLoad]:
        """Find nothing in the load (:meth:`sitescan.interfaces.IExaminer.judge_load`)."""
        self.requests += [resources, protocols, static, icon_url]
        return succeed(JudgedLoad())

    def patch(
        self,
        page: Page,
        fixes: Mapping[str, Sequence[Fix]],
        changes: Mapping[str, Sequence[Moved | Sized]],
        deadline: Deadline,
    ) -> Deferred[Patches]:
        """Return the patches (:meth:`sitescan.interfaces.IExaminer.patch`)."""
        self.requests += [fixes, changes]
        return fail(NotExamined(self.no_patches)) if self.patches is None else succeed(self.patches)


@implementer(IRenderer)
@define(eq=False)
class FakeRenderer:
    """
    A renderer that renders every page as the same document.

    :ivar html: the document; if it is empty, rendering fails.
    :ivar reason: why it fails.
    :ivar screenshot: the screenshot of every page.
    :ivar pages: the pages to render.
    """

    html: str = ""
    screenshot: bytes = b""
    reason: str = TOO_HEAVY
    pages: list[Page] = field(factory=list, init=False)

    def start(self) -> Deferred[None]:
        """Return a Deferred that has fired (:meth:`sitescan.interfaces.IRenderer.start`)."""
        return succeed(None)

    def stop(self) -> Deferred[None]:
        """Return a Deferred that has fired (:meth:`sitescan.interfaces.IRenderer.stop`)."""
        return succeed(None)

    def renders(self, outline: Outline) -> bool:
        """Return True (:meth:`sitescan.interfaces.IRenderer.renders`)."""
        return True

    def render(self, session: Any, page: Page, client: str, deadline: Deadline) -> Deferred[Rendered]:
        """Return the document (:meth:`sitescan.interfaces.IRenderer.render`)."""
        self.pages.append(page)
        if not self.html:
            return fail(NotRendered(self.reason))
        rendering = Rendering(browser="Fake/1", seconds=0.1, screenshot=self.screenshot)
        document = RenderedDocument(html=self.html, url=page.exchange.url)
        return succeed(Rendered(document=document, rendering=rendering))


def report_of(submitted: str) -> Report:
    """Return a report with one issue in each category."""
    issue = Issue(
        rule="seo/title-missing",
        severity=Severity.ERROR,
        share=15,
        title="Missing page title",
        description="The page has no title.",
        recommendation="Give the page a title.",
        how_to_fix="<title>Pears</title>",
        count=1,
        occurrences=(Occurrence(),),
    )
    categories = tuple(CategoryResult(category=category, score=85, issues=(issue,)) for category in Category)
    return Report(
        url=submitted,
        scanned_at=1_700_000_000.25,
        overall_score=85,
        categories=categories,
        fetch_seconds=0.1234,
        page_size=5678,
        status_code=200,
    )


@implementer(IScanner)
@define(eq=False)
class FakeScanner:
    """
    A scanner whose results a test chooses.

    :ivar answer: makes the result of a scan; may raise, or return a Deferred.
    :ivar requests: the targets and the URLs as submitted.
    """

    answer: Callable[[Target, str], Any] = field(default=lambda target, submitted: report_of(submitted))
    requests: list[tuple[Target, str]] = field(factory=list, init=False)

    def scan(self, target: Target, submitted: str, client: str = "") -> Deferred[Report]:
        """Scan one page (:meth:`sitescan.interfaces.IScanner.scan`)."""
        self.requests.append((target, submitted))
        try:
            result = self.answer(target, submitted)
        except Exception as problem:  # noqa: BLE001 - the test chooses the exception
            return fail(problem)
        return result if isinstance(result, Deferred) else succeed(result)
