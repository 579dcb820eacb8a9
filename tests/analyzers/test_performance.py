"""The performance category: the load of the page, simulated once all that it names has answered."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import pytest
from attrs import define, field
from twisted.internet.defer import CancelledError, Deferred, fail, succeed
from zope.interface.verify import verifyObject

from sitescan.analyzers.charged_once import CHARGING, ESTIMATE
from sitescan.analyzers.examination import Examination
from sitescan.analyzers.performance import PerformanceAnalyzer
from sitescan.deadline import Deadline
from sitescan.examine.examination_errors import BROKEN, BUSY, TOO_HEAVY, NotExamined
from sitescan.fetch.image_reader import ImageReader
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.url_checker import UrlChecker
from sitescan.interfaces import IExaminer
from sitescan.model.exchange import Exchange
from sitescan.model.file_facts import Picture
from sitescan.model.load_simulation import FileFacts, PageFacts, SimulatedLoad
from sitescan.model.outline import Outline, Place, Resource
from sitescan.model.page_load import Candidate, LoadedFile, LoadEstimates, Loading, PageLoad
from sitescan.model.report import Category, CategoryResult, Judged, Judgement, Occurrence
from sitescan.performance.estimates import simulated_load
from sitescan.performance.fixes import rules_with_gains
from sitescan.rules.catalogue import catalogue, rules_reading
from tests.conftest import Failures
from tests.egress.wire import Wire
from tests.fakes import FakeExaminer
from tests.results import failure_now, nothing_yet, result_now

URL = "http://a.example/"
SCRIPT, HERO, SMALL, LINKED = (URL + name for name in ("a.js", "hero.png", "small.png", "linked"))
PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000003e8000001f40806000000") + b"\0" * 50_000
ANSWERS = {SCRIPT: {"body": b"pear();" * 40_000}, HERO: {"body": PNG}, SMALL: {"body": PNG}, LINKED: {"body": b"p"}}
BLOCKING, OVERSIZED = "performance/blocking-scripts", "performance/image-oversized"


@define(eq=False)
class Simulating(FakeExaminer):
    """
    Simulates loads, or does something else instead.

    :ivar answer: what comes of a simulation.
    """

    answer: "Deferred[SimulatedLoad] | None" = None
    simulated: list[tuple[Any, ...]] = field(factory=list, init=False)

    def simulate(
        self,
        page: PageFacts,
        pictures: Mapping[str, Picture],
        rules: Collection[str],
        savings: Mapping[str, Mapping[str, int]],
        deadline: Deadline,
    ) -> Deferred[SimulatedLoad]:
        """Simulate, or do otherwise (:meth:`sitescan.interfaces.IExaminer.simulate`)."""
        self.simulated.append((page, pictures, rules, savings))
        return self.answer if self.answer is not None else succeed(simulated_load(page, pictures, rules, savings))


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A session; nothing of it may be left."""
    wire = Wire()
    yield wire
    wire.end()


def loading() -> PageLoad:
    """A script that blocks, and an image that may be the largest content beside one that may not."""
    return PageLoad(
        files=(
            LoadedFile(url=SCRIPT, kind="script", loading=Loading.BLOCKING),
            LoadedFile(url=HERO, kind="image", width=100),
            LoadedFile(url=SMALL, kind="image"),
        ),
        candidates=(Candidate(url=HERO, area=200_000), Candidate(area=1000)),
    )


def judgement(rule: str) -> Judgement:
    """A rule that has found something."""
    return Judgement(rule=rule, count=1, occurrences=(Occurrence(),))


def analyzed(
    wire: Wire,
    examiner: FakeExaminer,
    load: PageLoad | None,
    rules: Collection[str] = (BLOCKING,),
    judged: Deferred[Judged] | None = None,
    left_out: int = 0,
) -> Deferred[CategoryResult]:
    """Analyze a page whose files are there, as is what it links to."""
    found = judged or succeed(Judged(load=load, judgements=tuple(map(judgement, rules))))
    verifyObject(IExaminer, examiner)
    checker = UrlChecker(session=wire.session, examiner=examiner, parts={})
    linked = Deferred.fromCoroutine(checker.all([LINKED], wire.deadline(), ProbeFailures()))
    wire.serve(ANSWERS)
    assert LINKED in result_now(linked)
    kinds = {SCRIPT: "script", HERO: "image", SMALL: "image"}
    place = Place(line=1, snippet="<img>")
    examination = Examination(
        exchange=Exchange(requested=URL, url=URL, status=200, size=500, wire_size=500),
        outline=Outline(
            base_url=URL,
            resources_left_out=left_out,
            resources=tuple(Resource(url=url, kind=kind, place=place, certain=True) for url, kind in kinds.items()),
        ),
        session=wire.session,
        examiner=examiner,
        url_checker=checker,
        image_reader=ImageReader(session=wire.session, beginnings={}),
        judged={Category.PERFORMANCE: found},
    )
    result = PerformanceAnalyzer().analyze(examination, wire.deadline())
    for _ in range(200):
        wire.serve(ANSWERS)
        wire.reactor.advance(0.01)
    return result


def test_the_load_is_estimated(wire: Wire) -> None:
    """The report says when content appears, charges for it, and says what a fix gains."""
    found = result_now(analyzed(wire, Simulating(), loading()))
    issues = {issue.rule: issue for issue in found.issues}
    assert ESTIMATE in issues
    assert issues[BLOCKING].gain_ms > 1000
    assert issues[BLOCKING].share == 0
    assert found.counted
    assert not found.unexamined


def test_what_is_sent(wire: Wire) -> None:
    """The answers of the page's files, the picture that may be the largest content, the rules that found something."""
    examiner = Simulating()
    result_now(analyzed(wire, examiner, loading(), (BLOCKING, "performance/document-write")))
    ((page, pictures, rules, savings),) = examiner.simulated
    assert page.load == loading()
    assert page.files == {url: FileFacts(size=len(ANSWERS[url]["body"]), packed=False) for url in (SCRIPT, HERO, SMALL)}
    assert pictures == {HERO: Picture(format="PNG", width=1000, height=500)}
    assert list(rules) == [BLOCKING, "performance/text-uncompressed", OVERSIZED]
    assert savings == {OVERSIZED: {HERO: round(len(PNG) * (1 - 0.2**2)), SMALL: 0}}


def test_what_estimates_say_asks_for_no_fix() -> None:
    """The rules that read them are judged after the simulation: it would not know of them."""
    reading = {rule.id for rule in rules_reading(LoadEstimates)}
    assert reading == {ESTIMATE, *CHARGING}
    assert not reading & set(rules_with_gains())
    assert set(rules_with_gains()) <= catalogue().keys()


def test_a_page_that_says_nothing_of_its_load(wire: Wire) -> None:
    """There is nothing to simulate, and whoever failed to read it has said so."""
    examiner = Simulating()
    found = result_now(analyzed(wire, examiner, None))
    assert not examiner.simulated
    assert ESTIMATE not in {issue.rule for issue in found.issues}
    assert not found.unexamined


def test_a_page_that_is_not_judged(wire: Wire) -> None:
    """The analysis fails with the reason; nothing is simulated."""
    examiner = Simulating()
    analysis = analyzed(wire, examiner, None, judged=fail(NotExamined(TOO_HEAVY)))
    assert str(failure_now(analysis, NotExamined)) == TOO_HEAVY
    assert not examiner.simulated


def test_files_that_are_too_many(wire: Wire) -> None:
    """The report says how many were not looked at."""
    found = result_now(analyzed(wire, Simulating(), loading(), left_out=3))
    assert found.unexamined == ("3 more files that the page names were not looked at: there are too many.",)


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (BUSY, "The load time could not be estimated in time."),
        (TOO_HEAVY, "The load time could not be estimated in time."),
        (BROKEN, "The load time could not be estimated because of an internal error."),
    ],
)
def test_a_load_that_is_not_simulated(wire: Wire, failures: Failures, reason: str, sentence: str) -> None:
    """The report says so, and the category does not count as if nothing delayed its content."""
    found = result_now(analyzed(wire, Simulating(answer=fail(NotExamined(reason))), loading()))
    assert found.unexamined == (sentence,)
    assert not found.counted
    # What the other rules found costs what it would cost where nothing is estimated.
    assert {issue.rule: issue.share for issue in found.issues}[BLOCKING] > 0
    assert failures.take() == []


def test_an_examiner_that_throws(wire: Wire, failures: Failures) -> None:
    """It is logged as well."""
    found = result_now(analyzed(wire, Simulating(answer=fail(ZeroDivisionError())), loading()))
    assert found.unexamined == ("The load time could not be checked because of an internal error.",)
    assert not found.counted
    assert [failure.type for failure in failures.take()] == [ZeroDivisionError]


def test_cancelled(wire: Wire) -> None:
    """So is the simulation, and nothing is said of it."""
    cancelled: list[Deferred[SimulatedLoad]] = []
    result = analyzed(wire, Simulating(answer=Deferred(cancelled.append)), loading())
    assert nothing_yet(result)
    result.cancel()
    failure_now(result, CancelledError)
    assert len(cancelled) == 1
