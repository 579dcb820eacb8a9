"""Scans, which return the scores of examined categories, or fail."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from attrs import define, field
from twisted.internet.defer import CancelledError, Deferred, fail, succeed
from zope.interface import implementer
from zope.interface.verify import verifyObject

from sitescan.admission.concurrency_gate import ConcurrencyGate
from sitescan.analyzers.accessibility import AccessibilityAnalyzer
from sitescan.analyzers.examination import Examination
from sitescan.concurrency.deadline import Deadline
from sitescan.examine.examination_errors import BROKEN, BUSY, TOO_HEAVY, NotExamined
from sitescan.interfaces import IAnalyzer, IScanner
from sitescan.model.exchange import Page, Sources
from sitescan.model.outline import Outline, Place, ScreenBox
from sitescan.model.rendered import RenderedDocument, Rendering
from sitescan.model.report import Category, CategoryResult, Judged, Judgement, Occurrence, Report
from sitescan.rendering.no_renderer import NoRenderer
from sitescan.rendering.rendering_errors import BROKEN as RENDERER_BROKEN
from sitescan.rendering.rendering_errors import BUSY as RENDERER_BUSY
from sitescan.rendering.rendering_errors import TOO_HEAVY as TOO_HEAVY_TO_RENDER
from sitescan.rendering.rendering_errors import NotRendered
from sitescan.scanner import Scanner
from sitescan.standards.urls import parse_target
from sitescan.web.error_responses import api_error
from tests.egress.wire import Wire
from tests.fakes import FakeExaminer, FakeRenderer
from tests.results import failure_now, nothing_yet, result_now

URL = "http://a.example/"
NO_RENDERER = NoRenderer()


@implementer(IAnalyzer)
@define(eq=False)
class Waiting:
    """An analyzer that waits until it is cancelled."""

    category = Category.LINKS
    cancelled: bool = field(default=False, init=False)

    def analyze(self, examination: Examination, deadline: Deadline) -> Deferred[CategoryResult]:
        """Wait (:meth:`sitescan.interfaces.IAnalyzer.analyze`)."""

        def cancel(_: Deferred[CategoryResult]) -> None:
            self.cancelled = True

        return Deferred(cancel)


@implementer(IAnalyzer)
@define(eq=False)
class Failing:
    """An analyzer that fails."""

    category = Category.SEO

    def analyze(self, examination: Examination, deadline: Deadline) -> Deferred[CategoryResult]:
        """Fail (:meth:`sitescan.interfaces.IAnalyzer.analyze`)."""
        return fail(KeyError("pears"))


@define(eq=False)
class FailingExaminer(FakeExaminer):
    """An examiner that fails on one category."""

    reason: str = field(kw_only=True)

    def judge(self, page: Page, sources: Deferred[Sources], deadline: Deadline) -> Mapping[Category, Deferred[Judged]]:
        """Fail on accessibility (:meth:`sitescan.interfaces.IExaminer.judge`)."""
        judged = dict(super().judge(page, sources, deadline))
        judged[Category.ACCESSIBILITY] = fail(NotExamined(self.reason))
        return judged


@define(eq=False)
class SeeingExaminer(FakeExaminer):
    """An examiner that reports an image on the first screen, one below it, and the page itself."""

    def outline(self, page: Page, deadline: Deadline) -> Deferred[Outline]:
        """Return the box of the first image (:meth:`sitescan.interfaces.IExaminer.outline`)."""
        boxes = ((Place(line=1), ScreenBox(x=1, y=2, width=3, height=4)),)
        return succeed(Outline(boxes=boxes))

    def judge(self, page: Page, sources: Deferred[Sources], deadline: Deadline) -> Mapping[Category, Deferred[Judged]]:
        """Report the three occurrences (:meth:`sitescan.interfaces.IExaminer.judge`)."""
        places = tuple(Occurrence(place=place) for place in (Place(line=1), Place(line=2), None))
        found = Judgement(rule="accessibility/image-alt", count=3, occurrences=places)
        return dict(super().judge(page, sources, deadline)) | {
            Category.ACCESSIBILITY: succeed(Judged(judgements=(found,)))
        }


@pytest.fixture
def wire() -> Iterator[Wire]:
    """Yield the outgoing side, and check that it leaves nothing behind."""
    wire = Wire()
    yield wire
    wire.end()


def scan(wire: Wire, examiner: FakeExaminer, *analyzers: Any, renderer: Any = NO_RENDERER) -> Deferred[Report]:
    """Scan a page that responds."""
    scanner = Scanner(
        gate=ConcurrencyGate(1, 0),
        context=wire.session.context,
        examiner=examiner,
        renderer=renderer,
        analyzers=analyzers,
        now=lambda: 1_700_000_000.0,
    )
    verifyObject(IScanner, scanner)
    report = scanner.scan(parse_target(URL), URL)
    wire.serve({URL: {"body": "<!doctype html><title>Pears</title>"}})
    return report


@pytest.mark.parametrize("reason", [BUSY, TOO_HEAVY, BROKEN])
def test_unexamined_category_fails_scan(wire: Wire, reason: str) -> None:
    """A category that is not examined fails the scan with the reason, and the other categories are cancelled."""
    waiting = Waiting()
    report = scan(wire, FailingExaminer(reason=reason), AccessibilityAnalyzer(), waiting)
    answer = api_error(failure_now(report, NotExamined))
    assert (answer.status, answer.error, answer.details) == (500, "Scan failed", reason)
    assert waiting.cancelled


def test_failed_checks_in_every_category(wire: Wire) -> None:
    """The scan fails if a check of every category has failed, since the mean would have no score."""
    report = scan(wire, FakeExaminer(failed=True), AccessibilityAnalyzer())
    wire.reactor.advance(0)
    assert api_error(failure_now(report, NotExamined)).details == BROKEN


def test_analyzer_raises(wire: Wire) -> None:
    """An analyzer that raises an error fails the scan, and the other analyzers are cancelled."""
    waiting = Waiting()
    failure_now(scan(wire, FakeExaminer(), waiting, Failing()), KeyError)
    assert waiting.cancelled


def test_cancelled(wire: Wire) -> None:
    """Cancelling a scan cancels its analyzers."""
    waiting = Waiting()
    report = scan(wire, FakeExaminer(), waiting)
    assert nothing_yet(report)
    report.cancel()
    failure_now(report, CancelledError)
    assert waiting.cancelled


def test_rendered_page(wire: Wire) -> None:
    """A page is examined both as sent and as rendered, and the report names the browser."""
    examiner, renderer = FakeExaminer(), FakeRenderer("<p>rendered</p>")
    scanning = scan(wire, examiner, AccessibilityAnalyzer(), renderer=renderer)
    wire.reactor.advance(0)
    report = result_now(scanning)
    sent, outlined, judged = (evidence for evidence in examiner.requests if isinstance(evidence, Page))
    assert renderer.pages == [sent]
    assert outlined is judged
    assert (outlined.body, outlined.rendered) == (sent.body, RenderedDocument(html="<p>rendered</p>", url=URL))
    assert report.rendering == Rendering(browser="Fake/1", seconds=0.1)
    assert "render" in dict(report.phases)


@pytest.mark.parametrize(("screenshot", "box"), [(b"jpeg", ScreenBox(x=1, y=2, width=3, height=4)), (b"", None)])
def test_boxes_in_screenshot(wire: Wire, screenshot: bytes, box: ScreenBox | None) -> None:
    """Occurrences have the boxes of their elements in the screenshot, and none without a screenshot."""
    renderer = FakeRenderer("<p>rendered</p>", screenshot=screenshot)
    scanning = scan(wire, SeeingExaminer(), AccessibilityAnalyzer(), renderer=renderer)
    wire.reactor.advance(0)
    (category,) = result_now(scanning).categories
    (issue,) = category.issues
    assert [occurrence.box for occurrence in issue.occurrences] == [box, None, None]


def test_page_is_not_rendered(wire: Wire) -> None:
    """A page that is not rendered is examined as it was sent, and the examination has the reason."""
    examiner = FakeExaminer()
    scanning = scan(wire, examiner, AccessibilityAnalyzer(), renderer=FakeRenderer())
    wire.reactor.advance(0)
    report = result_now(scanning)
    *_, judged = (evidence for evidence in examiner.requests if isinstance(evidence, Page))
    assert (judged.rendered, judged.unrendered) == (None, TOO_HEAVY_TO_RENDER)
    assert report.rendering is None


@pytest.mark.parametrize("reason", [RENDERER_BUSY, RENDERER_BROKEN])
def test_own_reason_fails_scan(wire: Wire, reason: str) -> None:
    """A page that was not rendered because of the service gets no report, since its score would say nothing."""
    renderer = FakeRenderer(reason=reason)
    scanning = scan(wire, FakeExaminer(), AccessibilityAnalyzer(), renderer=renderer)
    wire.reactor.advance(0)
    assert str(failure_now(scanning, NotRendered)) == reason
