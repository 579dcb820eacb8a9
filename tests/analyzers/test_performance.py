"""The performance analyzer, which judges the load of a page once all its files have answered."""

from collections.abc import Collection, Iterator

import pytest
from attrs import define, evolve, field
from twisted.internet.defer import CancelledError, Deferred, fail, succeed
from zope.interface.verify import verifyObject

from sitescan.analyzers.examination import Examination
from sitescan.analyzers.performance import PerformanceAnalyzer
from sitescan.charging import LOAD_TIME
from sitescan.concurrency.deadline import Deadline
from sitescan.examine.examination_errors import BROKEN, BUSY, TOO_HEAVY, NotExamined
from sitescan.examine.messages import JudgeLoadJob, LoadJudged
from sitescan.examine.worker import Worker
from sitescan.fetch.image_reader import ImageReader
from sitescan.fetch.probe_failures import ProbeFailures
from sitescan.fetch.url_checker import UrlChecker
from sitescan.interfaces import IExaminer
from sitescan.model.evidence import check_failed
from sitescan.model.exchange import Exchange
from sitescan.model.file_facts import Picture, TextFile
from sitescan.model.outline import Outline, Place, Resource
from sitescan.model.page_load import Candidate, LoadedFile, LoadEstimates, Loading, PageLoad
from sitescan.model.report import Category, CategoryResult, Judged, JudgedLoad, Judgement, Occurrence
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.model.transport_answers import Protocols
from sitescan.performance.improvements import STYLESHEETS, rules_with_gains
from sitescan.rules.catalogue import catalogue, rules_reading
from tests.egress.wire import Wire
from tests.fakes import FakeExaminer
from tests.results import failure_now, nothing_yet, result_now
from tests.unexamined import sentences

URL = "http://a.example/"
SCRIPT, HERO, SMALL, LINKED, PAST, SHOWN, ICON = (
    URL + name for name in ("a.js", "hero.png", "small.png", "linked", "past.js", "shown.png", "pear.ico")
)
PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000003e8000001f40806000000") + b"\0" * 50_000
LINKS = (LINKED, PAST, SHOWN, ICON)
ANSWERS = {
    SCRIPT: {"body": b"pear();" * 40_000},
    HERO: {"body": PNG},
    SMALL: {"body": PNG},
    **{url: {"body": b"p"} for url in LINKS},
}
TEXT = TextFile(size=280_000, wire_size=280_000)
BLOCKING, OVERSIZED = "performance/blocking-scripts", "performance/image-oversized"


@define(eq=False)
class Judging(FakeExaminer):
    """
    A fake examiner that judges page loads as a child process does, or returns a prepared result.

    :ivar answer: the prepared result, or ``None`` to judge.
    """

    answer: "Deferred[JudgedLoad] | None" = None
    jobs: list[JudgeLoadJob] = field(factory=list, init=False)

    def judge_load(
        self,
        resources: ResourceAnswers,
        protocols: Protocols | None,
        static: Judged,
        icon_url: str,
        deadline: Deadline,
    ) -> Deferred[JudgedLoad]:
        """Judge the load, or return the prepared result (:meth:`sitescan.interfaces.IExaminer.judge_load`)."""
        found = tuple(judged.rule for judged in static.judgements)
        job = JudgeLoadJob(resources=resources, protocols=protocols, load=static.load, icon=icon_url, found=found)
        self.jobs.append(job)
        if self.answer is not None:
            return self.answer
        (answer,) = Worker().answers(job, b"")
        assert isinstance(answer, LoadJudged)
        return succeed(answer.load)


@pytest.fixture
def wire() -> Iterator[Wire]:
    """Yield a session, and check that it leaves nothing behind."""
    wire = Wire()
    yield wire
    wire.end()


def loading() -> PageLoad:
    """Return a page load of a script that blocks, an image that may be the largest content, and one that may not."""
    return PageLoad(
        files=(
            LoadedFile(url=SCRIPT, kind="script", loading=Loading.BLOCKING),
            LoadedFile(url=HERO, kind="image", width=100),
            LoadedFile(url=SMALL, kind="image"),
        ),
        candidates=(Candidate(url=HERO, area=200_000), Candidate(area=1000)),
    )


def judgement(rule: str) -> Judgement:
    """Return a judgement with one finding."""
    return Judgement(rule=rule, count=1, occurrences=(Occurrence(),))


def analyzed(
    wire: Wire,
    examiner: FakeExaminer,
    load: PageLoad | None,
    rules: Collection[str] = (BLOCKING,),
    judged: Deferred[Judged] | None = None,
    left_out: int = 0,
) -> Deferred[CategoryResult]:
    """Analyze a page whose files and link targets are all available."""
    found = judged or succeed(Judged(load=load, judgements=tuple(map(judgement, rules)), texts={SCRIPT: TEXT}))
    verifyObject(IExaminer, examiner)
    checker = UrlChecker(session=wire.session, examiner=examiner, parts={})
    linked = Deferred.fromCoroutine(checker.all(LINKS, wire.deadline(), ProbeFailures()))
    for _ in LINKS:
        wire.serve(ANSWERS)
        wire.reactor.advance(0.01)
    assert result_now(linked).keys() == set(LINKS)
    kinds = {SCRIPT: "script", HERO: "image", SMALL: "image"}
    place = Place(line=1, snippet="<img>")
    examination = Examination(
        exchange=Exchange(requested=URL, url=URL, status=200, size=500, wire_size=500),
        outline=Outline(
            icon=ICON,
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


def test_load_estimate(wire: Wire) -> None:
    """The report contains the load estimate, the gains of fixes, and the findings about files."""
    found = result_now(analyzed(wire, Judging(), loading()))
    issues = {issue.rule: issue for issue in found.issues}
    assert OVERSIZED in issues
    assert [fact.rule for fact in found.facts] == [LOAD_TIME.rules[-1], "performance/page-weight"]
    assert issues[BLOCKING].gain_ms > 1000
    assert issues[BLOCKING].share == 0
    assert found.counted
    assert not found.unexamined


def test_facts_sent_to_child(wire: Wire) -> None:
    """The child receives all facts about the page's files and their loading, but none about link targets."""
    examiner = Judging()
    load = loading()
    extended = evolve(
        load,
        files=(*load.files, LoadedFile(url=PAST, kind="script")),
        candidates=(*load.candidates, Candidate(url=SHOWN, area=9.0)),
    )
    result_now(analyzed(wire, examiner, extended, (BLOCKING, "performance/document-write"), left_out=3))
    (job,) = examiner.jobs
    assert job.load == extended
    assert job.found == (BLOCKING, "performance/document-write")
    assert job.icon == ICON
    assert [(resource.url, resource.displayed) for resource in job.resources.resources] == [
        (SCRIPT, 0),
        (HERO, 100),
        (SMALL, 0),
    ]
    assert job.resources.answers.keys() == {SCRIPT, HERO, SMALL, PAST, SHOWN, ICON}
    assert {url: answer.size for url, answer in job.resources.answers.items()} == {
        url: len(ANSWERS[url]["body"]) for url in job.resources.answers
    }
    assert job.resources.left_out == 3
    assert job.resources.pictures == dict.fromkeys((HERO, SMALL), Picture(format="PNG", width=1000, height=500))
    assert job.resources.texts == {SCRIPT: TEXT}
    assert job.protocols == Protocols(exchange=job.resources.exchange, files=3)


def test_estimate_rules_are_not_simulated() -> None:
    """Of the rules that read the load estimates, only the one that the simulation finds itself has a gain."""
    reading = {rule.id for rule in rules_reading(LoadEstimates)}
    assert reading == {*LOAD_TIME.rules, STYLESHEETS}
    assert reading & set(rules_with_gains()) == {STYLESHEETS}
    assert set(rules_with_gains()) <= catalogue().keys()


def test_no_load_facts(wire: Wire) -> None:
    """The files of a page without load facts are judged, and no load time is estimated."""
    found = result_now(analyzed(wire, Judging(), None))
    assert [fact.rule for fact in found.facts] == ["performance/page-weight"]
    assert not found.unexamined
    assert found.counted


def test_page_not_examined(wire: Wire) -> None:
    """The analysis fails with the reason of the examiner, and the files are not judged either."""
    examiner = Judging()
    analysis = analyzed(wire, examiner, None, judged=fail(NotExamined(TOO_HEAVY)))
    assert str(failure_now(analysis, NotExamined)) == TOO_HEAVY
    assert not examiner.jobs


def test_too_many_files(wire: Wire) -> None:
    """The report states how many files were not examined because there are too many."""
    found = result_now(analyzed(wire, Judging(), loading(), left_out=3))
    assert sentences(found.unexamined) == [
        "At least 3 more files that the page names were not looked at: there are too many."
    ]


def test_child_failure(wire: Wire) -> None:
    """A failure in the child is reported beside the findings, and the category is not counted."""
    judged = Judged(judgements=(judgement("performance/broken-images"),), unexamined=(check_failed("Pears"),))
    found = result_now(analyzed(wire, Judging(answer=succeed(JudgedLoad(judged=judged))), loading()))
    assert {BLOCKING, "performance/broken-images"} <= {issue.rule for issue in found.issues}
    assert found.unexamined == (check_failed("Pears"),)
    assert not found.counted


@pytest.mark.parametrize("reason", [BUSY, TOO_HEAVY, BROKEN])
def test_load_not_examined(wire: Wire, reason: str) -> None:
    """A load that cannot be judged fails the scan, because a report without this category would be misleading."""
    analysis = analyzed(wire, Judging(answer=fail(NotExamined(reason))), loading())
    assert str(failure_now(analysis, NotExamined)) == reason


def test_examiner_exception(wire: Wire) -> None:
    """An unexpected exception of the examiner fails the analysis."""
    failure_now(analyzed(wire, Judging(answer=fail(ZeroDivisionError())), loading()), ZeroDivisionError)


def test_cancelled(wire: Wire) -> None:
    """Cancelling the analysis cancels the work of the child."""
    cancelled: list[Deferred[JudgedLoad]] = []
    result = analyzed(wire, Judging(answer=Deferred(cancelled.append)), loading())
    assert nothing_yet(result)
    result.cancel()
    failure_now(result, CancelledError)
    assert len(cancelled) == 1
