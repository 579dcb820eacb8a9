"""Exceptions in the network probes of analyzers: they are logged and reported, and lose only their own result."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from attrs import define, field
from OpenSSL import SSL
from twisted.internet.defer import Deferred, succeed
from zope.interface.verify import verifyObject

from sitescan.analyzers.accessibility import AccessibilityAnalyzer
from sitescan.analyzers.examination import Examination
from sitescan.analyzers.links import LinksAnalyzer
from sitescan.analyzers.performance import PerformanceAnalyzer
from sitescan.analyzers.security import SecurityAnalyzer
from sitescan.analyzers.seo import SeoAnalyzer
from sitescan.concurrency.deadline import Deadline
from sitescan.egress.client import Session
from sitescan.egress.request_errors import Overloaded, Unreachable
from sitescan.egress.response import Response
from sitescan.examine.examination_errors import BUSY, NotExamined
from sitescan.fetch.image_reader import ImageReader
from sitescan.fetch.url_checker import UrlChecker
from sitescan.interfaces import IAnalyzer
from sitescan.model.answers import Problem
from sitescan.model.evidence import UnexaminedPart
from sitescan.model.exchange import Exchange, Tls
from sitescan.model.outline import Link, Outline, Place, Reference, Resource
from sitescan.model.report import Category, CategoryResult, Judged
from sitescan.standards.urls import Target
from tests.conftest import Failures
from tests.egress.wire import Wire
from tests.fakes import FakeExaminer
from tests.results import failure_now, result_now
from tests.unexamined import sentences

PAGE = "https://a.example/"
FOUND = UnexaminedPart("pears", "What the child says")
HANDSHAKE = "the handshake"
ANALYZERS: tuple[Any, ...] = (
    SeoAnalyzer(),
    AccessibilityAnalyzer(),
    PerformanceAnalyzer(),
    SecurityAnalyzer(),
    LinksAnalyzer(),
)


@define(eq=False)
class ThrowingSession(Session):
    """
    A session that reaches no server, and that throws on one request.

    :ivar defect: ``METHOD URL`` of the request that throws, or :data:`HANDSHAKE`.
    :ivar thrown: the number of times that it threw.
    :ivar problem: what it throws.
    """

    defect: str = field(kw_only=True)
    problem: Exception = field(kw_only=True)
    thrown: int = field(default=0, init=False)

    async def request(
        self,
        method: str,
        target: Target,
        deadline: Deadline,
        headers: Sequence[tuple[str, str]] = (),
        *,
        first: bool = False,
    ) -> Response:
        """Throw on the defective request, and refuse any other."""
        self._throw(f"{method} {target.url}")
        raise Unreachable(Problem.REFUSED)

    async def handshake(
        self, target: Target, deadline: Deadline, *, offers: Sequence[bytes] = (), probe: SSL.Context | None = None
    ) -> Tls:
        """Throw on the defective handshake, and refuse any other."""
        self._throw(HANDSHAKE if probe is None else "an outdated handshake")
        raise Unreachable(Problem.REFUSED)

    def _throw(self, request: str) -> None:
        if request == self.defect:
            self.thrown += 1
            raise self.problem


@pytest.fixture
def wire() -> Iterator[Wire]:
    """Yield a reactor and settings, and check that they leave nothing behind."""
    wire = Wire()
    yield wire
    wire.end()


def analyze(
    wire: Wire, analyzer: Any, defect: str, problem: Exception
) -> tuple[Deferred[CategoryResult], ThrowingSession]:
    """Analyze a page that names a URL for each probe, and that the child has judged, until there is a result."""
    session = ThrowingSession(wire.session.context, defect=defect, problem=problem)
    place = Place(line=1, snippet="<a>")
    resource = Resource(url=f"{PAGE}a.css", kind="stylesheet", place=place, certain=True)
    judged = Judged(
        unexamined=(FOUND,),
        references=(Reference(url=f"{PAGE}in-a-stylesheet", source="url()", place=place),),
        resources=(Resource(url=f"{PAGE}a.woff2", kind="font", place=place, certain=True),),
    )
    examiner = FakeExaminer()
    examination = Examination(
        exchange=Exchange(requested=PAGE, url=PAGE, status=200),
        outline=Outline(
            canonical=f"{PAGE}canonical",
            preview=f"{PAGE}preview.png",
            links=(Link(url=f"{PAGE}linked", href="linked", place=place),),
            resources=(resource,),
        ),
        session=session,
        examiner=examiner,
        url_checker=UrlChecker(session=session, examiner=examiner, parts={}),
        image_reader=ImageReader(session=session, beginnings={}),
        judged={analyzer.category: succeed(judged)},
    )
    result: Deferred[CategoryResult] = analyzer.analyze(examination, wire.deadline())
    while not result.called:
        wire.reactor.advance(0.01)
    session.close()
    return result, session


#: The probes: an analyzer, the request that throws, and the beginning of what the report says.
PROBES: Any = (
    (SeoAnalyzer(), f"GET {PAGE}robots.txt", "robots.txt and the sitemaps could"),
    (SeoAnalyzer(), f"GET {PAGE}llms.txt", "llms.txt could"),
    (SeoAnalyzer(), f"HEAD {PAGE}canonical", "1 of 1 addresses could"),
    (SeoAnalyzer(), f"HEAD {PAGE}favicon.ico", "1 of 1 addresses could"),
    (SeoAnalyzer(), f"HEAD {PAGE}preview.png", "1 of 1 addresses could"),
    (SeoAnalyzer(), f"GET {PAGE}sitemap.xml", "1 of 1 sitemaps could"),
    (PerformanceAnalyzer(), f"HEAD {PAGE}a.css", "1 of 1 addresses could"),
    (PerformanceAnalyzer(), f"HEAD {PAGE}a.woff2", "1 of 1 addresses could"),
    (PerformanceAnalyzer(), HANDSHAKE, "The versions of HTTP that the server offers could"),
    (SecurityAnalyzer(), "HEAD http://a.example/", "How the page is reached could"),
    (SecurityAnalyzer(), "an outdated handshake", "How the page is reached could"),
    (SecurityAnalyzer(), f"OPTIONS {PAGE}", "What other sites may read could"),
    (SecurityAnalyzer(), f"GET {PAGE}", "What other sites may read could"),
    (SecurityAnalyzer(), f"GET {PAGE}.well-known/security.txt", "security.txt could"),
    (LinksAnalyzer(), f"HEAD {PAGE}linked", "1 of 1 addresses could"),
    (LinksAnalyzer(), f"HEAD {PAGE}in-a-stylesheet", "1 of 1 addresses could"),
)


@pytest.mark.parametrize(("analyzer", "defect", "sentence"), PROBES)
def test_probe_exception(wire: Wire, failures: Failures, analyzer: Any, defect: str, sentence: str) -> None:
    """The report names the failed probe in one sentence, the log has the failure, and the child's findings are kept."""
    analysis, session = analyze(wire, analyzer, defect, ZeroDivisionError(defect))
    assert session.thrown
    result = result_now(analysis)
    assert [reason for reason in sentences(result.unexamined) if reason.startswith(sentence)], result.unexamined
    assert FOUND in result.unexamined
    assert [failure.type for failure in failures.take()] == [ZeroDivisionError]


@pytest.mark.parametrize("problem", [NotExamined(BUSY), Overloaded()])
@pytest.mark.parametrize(("analyzer", "defect"), [probe[:2] for probe in PROBES])
def test_probe_of_busy_service(wire: Wire, analyzer: Any, defect: str, problem: Exception) -> None:
    """A probe for which the service had no room makes the category fail: what it would have found is not known."""
    analysis, session = analyze(wire, analyzer, defect, problem)
    assert session.thrown
    assert failure_now(analysis, type(problem)) is problem


@pytest.mark.parametrize("analyzer", ANALYZERS)
def test_no_probe_exception(wire: Wire, analyzer: Any) -> None:
    """The report mentions no internal error if no probe throws."""
    verifyObject(IAnalyzer, analyzer)
    analysis, _ = analyze(wire, analyzer, "nothing", ZeroDivisionError())
    result = result_now(analysis)
    assert not [reason for reason in sentences(result.unexamined) if "internal error" in reason]


def test_every_category_is_covered() -> None:
    """The tests in this module cover the analyzer of every category."""
    assert {analyzer.category for analyzer in ANALYZERS} == set(Category)


def test_unanswered_llms_txt(wire: Wire) -> None:
    """An unanswered request for llms.txt is reported, and delays neither the canonical URL nor the icon."""
    page = "http://a.example/"
    examiner = FakeExaminer()
    examination = Examination(
        exchange=Exchange(requested=page, url=page, status=200),
        outline=Outline(canonical=f"{page}canonical"),
        session=wire.session,
        examiner=examiner,
        url_checker=UrlChecker(session=wire.session, examiner=examiner, parts={}),
        image_reader=ImageReader(session=wire.session, beginnings={}),
        judged={Category.SEO: succeed(Judged())},
    )
    result = SeoAnalyzer().analyze(examination, wire.deadline())
    served = 0
    while not result.called:
        while served < len(wire.dialled):
            protocol, end = wire.accept(served)
            served += 1
            if b"/llms.txt" not in end.value():
                protocol.dataReceived(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        wire.settle()
        wire.reactor.advance(0.5)
    found = result_now(result)
    assert "llms.txt did not respond." in sentences(found.unexamined)
    assert {"seo/canonical-broken", "seo/favicon-missing", "seo/sitemap-missing"} <= {
        issue.rule for issue in found.issues
    }
