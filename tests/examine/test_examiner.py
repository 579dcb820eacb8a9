"""Pages that are judged in part, or not at all."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
import pytest
from attrs import evolve
from twisted.internet.defer import CancelledError, Deferred, fail, succeed
from twisted.internet.task import Clock
from twisted.python.failure import Failure
from zope.interface.verify import verifyObject

from sitescan.concurrency.deadline import Deadline
from sitescan.configuration.settings import Settings
from sitescan.examine.child_pool import ChildPool
from sitescan.examine.examination_errors import BROKEN, BUSY, TOO_HEAVY, NotExamined
from sitescan.examine.examiner import Examiner
from sitescan.examine.frames import Frame
from sitescan.examine.linked_pages import LinkedPages
from sitescan.examine.messages import (
    Answer,
    CategoryJudged,
    ChecksFailed,
    Failed,
    Job,
    LoadJudged,
    Outlined,
    PageRead,
    Patched,
    Ready,
)
from sitescan.interfaces import IExaminer
from sitescan.model.crawling import CrawledUrls, Robots
from sitescan.model.evidence import check_failed
from sitescan.model.exchange import Exchange, Page, Sources
from sitescan.model.fix import Patches
from sitescan.model.linked_page import LinkedPage
from sitescan.model.outline import Outline
from sitescan.model.page_load import LoadGain
from sitescan.model.page_parts import PageParts, joined_parts
from sitescan.model.report import Category, Judged, JudgedLoad, Judgement, Occurrence
from sitescan.model.site_answers import LlmsTxt
from tests.conftest import Events, Failures
from tests.examine.loads import BLOCKING, load_job
from tests.examine.test_child_pool import FakeControl, FakeForks, FakeProcess
from tests.results import failure_now, nothing_yet, result_now

URL = "https://example.com/"
PAGE = Page(exchange=Exchange(requested=URL, url=URL, status=200), body=b"<p>Pears")

ESTIMATE = "performance/load-estimate"


class Judging:
    """An examiner with one fake child process."""

    def __init__(self) -> None:
        self.reactor = Clock()
        self.forks = FakeForks()
        settings = evolve(Settings(), workers=1)
        self.control = FakeControl()
        self.pool = ChildPool(self.reactor, settings, self.control, self.forks)
        self.examiner = Examiner(self.pool, settings)
        verifyObject(IExaminer, self.examiner)
        self.pool.start()

    @property
    def child(self) -> FakeProcess:
        """The newest child."""
        return self.forks.children[-1]

    def judge(self, sources: Deferred[Sources] | None = None) -> Mapping[Category, Deferred[Judged]]:
        """Start to judge a page."""
        return self.examiner.judge(PAGE, sources or succeed(Sources()), Deadline.after(self.reactor, 10))

    def judge_load(self) -> Deferred[JudgedLoad]:
        """Start to judge the load of a page."""
        job = load_job()
        static = Judged(judgements=tuple(map(judgement, job.found)), load=job.load)
        deadline = Deadline.after(self.reactor, 10)
        return self.examiner.judge_load(job.resources, job.protocols, static, job.icon, deadline)


@pytest.fixture
def judging() -> Iterator[Judging]:
    """An examiner whose child processes end with it."""
    judging = Judging()
    yield judging
    result_now(judging.pool.stop())


def judgement(rule: str) -> Judgement:
    """Return a judgement with one finding."""
    return Judgement(rule=rule, count=1, occurrences=(Occurrence(facts={"seconds": 1 / 3}),))


def _judged(*categories: Category) -> tuple[CategoryJudged, ...]:
    return tuple(CategoryJudged(category=category, judged=Judged()) for category in categories)


def test_unrequested_categories(judging: Judging) -> None:
    """A child process whose answer is over a limit is killed, whatever the job."""
    examiner, deadline = judging.examiner, Deadline.after(judging.reactor, 10)
    judged = Judged(listed=(URL,) * 21)
    site = CrawledUrls(robots=Robots(url=URL, robots_url=URL + "robots.txt")), LlmsTxt(url=URL)
    works: tuple[tuple[Callable[[], Deferred[Any]], Answer], ...] = (
        (lambda: examiner.outline(PAGE, deadline), Outlined(outline=Outline(alternates=((URL, "de"),) * 21))),
        (lambda: examiner.judge_site(*site, deadline), CategoryJudged(category=Category.SEO, judged=judged)),
        (judging.judge_load, LoadJudged(load=JudgedLoad(judged=judged))),
        (lambda: examiner.patch(PAGE, {}, {}, deadline), Patched(patches=Patches(whole="x" * 20_001))),
    )
    for start, answer in works:
        work, child = start(), judging.child
        child.say(Ready(), answer, Ready())
        assert child.killed
        child.end(9)
        assert str(failure_now(work, NotExamined)) == BROKEN
    categories, child = judging.judge(), judging.child
    child.say(Ready(), CategoryJudged(category=Category.LINKS, judged=judged))
    assert child.killed
    child.end(9)
    assert {str(failure_now(category, NotExamined)) for category in categories.values()} == {BROKEN}


def test_linked_page_is_read(judging: Judging) -> None:
    """The child process receives a linked page, and its answer is returned."""
    work = judging.examiner.read(PAGE, ["pears"], Deadline.after(judging.reactor, 10))
    linked = LinkedPage(missing=("pears",))
    judging.child.say(Ready(), PageRead(linked_page=linked), Ready())
    assert [frame.blob for frame in judging.child.read] == [PAGE.body]
    assert result_now(work) == linked


def test_shared_linked_page(judging: Judging) -> None:
    """Scans that share linked pages have each read once, with all parts, and each asks for its own fragments."""
    examiner, deadline = evolve(judging.examiner, linked_pages=LinkedPages()), Deadline.after(judging.reactor, 10)
    first = examiner.for_client("a").read(PAGE, ["pears"], deadline)
    parts = PageParts(digests=joined_parts(["pears"]), may_change=True)
    judging.child.say(Ready(), PageRead(linked_page=LinkedPage(noindex=True), parts=parts), Ready())
    assert result_now(first) == LinkedPage(noindex=True)
    second = examiner.for_client("b").read(PAGE, ["apples"], deadline)
    assert result_now(second) == LinkedPage(noindex=True, unverified=("apples",))
    assert [frame.blob for frame in judging.child.read] == [PAGE.body]


def test_no_free_child(judging: Judging) -> None:
    """If no child process is free before the deadline, no category is examined."""
    judged = judging.judge()
    judging.reactor.advance(10)
    assert {str(failure_now(work, NotExamined)) for work in judged.values()} == {BUSY}


def test_no_free_child_for_site(judging: Judging) -> None:
    """Judging the files of a site fails if no child process is free before the deadline."""
    deadline = Deadline.after(judging.reactor, 10)
    work = judging.examiner.judge_site(
        CrawledUrls(robots=Robots(url=URL, robots_url=URL + "robots.txt")), LlmsTxt(url=URL), deadline
    )
    judging.reactor.advance(10)
    assert str(failure_now(work, NotExamined)) == BUSY


def test_out_of_memory(judging: Judging) -> None:
    """If a child process runs out of memory, the categories judged before are kept, and the rest fail as too heavy."""
    judged = judging.judge()
    judging.child.say(Ready(), *_judged(Category.SEO), Failed(reason="out of memory", heavy=True))
    assert result_now(judged[Category.SEO]) == Judged()
    rest = [work for category, work in judged.items() if category is not Category.SEO]
    assert {str(failure_now(work, NotExamined)) for work in rest} == {TOO_HEAVY}


def test_too_heavy(judging: Judging) -> None:
    """If the time runs out, the categories that haven't been judged fail as too heavy."""
    judged = judging.judge()
    judging.child.say(Ready(), *_judged(Category.SEO))
    judging.control.used = 9.0
    judging.reactor.advance(10)
    rest = [work for category, work in judged.items() if category is not Category.SEO]
    assert {str(failure_now(work, NotExamined)) for work in rest} == {TOO_HEAVY}


def test_missing_category(judging: Judging) -> None:
    """A category that is missing when the child process ends its job has failed."""
    judged = judging.judge()
    given = [category for category in Category if category is not Category.ACCESSIBILITY]
    judging.child.say(Ready(), *_judged(*given))
    assert nothing_yet(judged[Category.ACCESSIBILITY])
    judging.child.say(Ready())
    assert str(failure_now(judged[Category.ACCESSIBILITY], NotExamined)) == BROKEN


def test_first_failure_cancels_other_categories(judging: Judging, failures: Failures) -> None:
    """Cancelling the other categories at the first failure logs nothing."""
    judged = judging.judge()
    ends: list[type[BaseException] | None] = []

    def given_up(failure: Failure) -> None:
        ends.append(failure.type)
        for other in judged.values():
            other.cancel()

    for work in judged.values():
        work.addErrback(given_up)
    judging.reactor.advance(10)
    assert ends.count(NotExamined) == 1
    assert ends.count(CancelledError) == len(Category) - 1
    assert failures.take() == []


def test_cancelled_when_all_categories_are_cancelled(judging: Judging) -> None:
    """The job is cancelled when all categories have been cancelled."""
    first, *rest = judging.judge().values()
    judging.child.say(Ready())
    for category in rest:
        category.cancel()
        failure_now(category, CancelledError)
    judging.reactor.advance(5)
    assert not judging.child.killed
    first.cancel()
    failure_now(first, CancelledError)
    judging.reactor.advance(5)
    assert judging.child.killed


def test_failing_sources(judging: Judging, failures: Failures) -> None:
    """An exception of the sources is logged, and no category is examined."""
    judged = judging.judge(fail(KeyError("pears")))
    assert {str(failure_now(work, NotExamined)) for work in judged.values()} == {BROKEN}
    assert [failure.type for failure in failures.take()] == [KeyError]


_GAIN = LoadGain(sooner=450, first_paint=1800, largest_paint=2500)


def test_load_is_judged(judging: Judging) -> None:
    """The child process receives the exact job, and its answer is returned."""
    work = judging.judge_load()
    load = JudgedLoad(
        judged=Judged(judgements=(judgement(ESTIMATE),), unexamined=(check_failed("Pears"),)), gains={BLOCKING: _GAIN}
    )
    judging.child.say(Ready())
    (frame,) = judging.child.read
    assert not frame.blob
    assert msgspec.json.decode(frame.message, type=Job) == load_job()
    judging.child.say(LoadJudged(load=load))
    assert nothing_yet(work)
    judging.child.say(Ready())
    assert result_now(work) == load


def test_unrelated_judgements_are_ignored(judging: Judging) -> None:
    """Judgements by rules of other categories, and gains without a simulated fix, are ignored."""
    work = judging.judge_load()
    rules = ("seo/title-missing", "performance/pears", "performance/broken-images")
    judged = Judged(judgements=tuple(map(judgement, rules)))
    gains = dict.fromkeys(("seo/title-missing", "performance/document-write", "performance/redirects"), _GAIN)
    judging.child.say(Ready(), LoadJudged(load=JudgedLoad(judged=judged, gains=gains)), Ready())
    load = result_now(work)
    assert [kept.rule for kept in load.judged.judgements] == ["performance/broken-images"]
    assert load.gains == {"performance/redirects": _GAIN}


def test_no_free_child_for_load(judging: Judging) -> None:
    """Judging a load fails if no child process is free, or the child process isn't done, at the deadline."""
    waiting = judging.judge_load()
    judging.reactor.advance(10)
    assert str(failure_now(waiting, NotExamined)) == BUSY
    judging.child.say(Ready())
    begun = judging.judge_load()
    judging.control.used = 9.0
    judging.reactor.advance(10)
    assert str(failure_now(begun, NotExamined)) == TOO_HEAVY


def test_failing_load(judging: Judging, logged: Events) -> None:
    """An error in a child process is logged, and judging the load fails."""
    work = judging.judge_load()
    judging.child.say(Ready(), Failed(reason="ZeroDivisionError"), Ready())
    assert str(failure_now(work, NotExamined)) == BROKEN
    assert [event["reason"] for event in logged if event["log_level"].name == "error"] == ["ZeroDivisionError"]


def test_failing_rules(judging: Judging, logged: Events) -> None:
    """The rules that fail are logged once, and the findings of the other rules are returned."""
    work = judging.judge_load()
    failed = ChecksFailed(names=("performance/page-weight", "performance/many-requests"), trace="Traceback: pears")
    judging.child.say(Ready(), LoadJudged(load=JudgedLoad()), failed, Ready())
    assert result_now(work) == JudgedLoad()
    assert [(event["names"], event["trace"]) for event in logged if event["log_level"].name == "error"] == [
        ("performance/page-weight, performance/many-requests", "Traceback: pears")
    ]


@pytest.mark.parametrize("answers", [(), _judged(Category.PERFORMANCE), (LoadJudged(load=JudgedLoad()),) * 2])
def test_wrong_number_of_answers(judging: Judging, answers: tuple[Answer, ...]) -> None:
    """A job without an answer to its question has failed, and a second answer is ignored."""
    work = judging.judge_load()
    judging.child.say(Ready(), *answers, Ready())
    if len(answers) > 1:
        assert result_now(work) == JudgedLoad()
    else:
        assert str(failure_now(work, NotExamined)) == BROKEN


@pytest.mark.parametrize(
    "garbage",
    [
        b'{"type": "load-judged"}',
        b'{"type": "load-judged", "load": {"judged": {"judgements": [{"rule": "performance/page-weight"}]}}}',
        b'{"type": "load-judged", "load": {"judged": {"unexamined": "pears"}}}',
        b'{"type": "load-judged", "load": {"judged": {"unexamined": [{"key": "a", "text": "b", "effect": "c"}]}}}',
        b'{"type": "load-judged", "load": {"gains": {"performance/large-images": null}}}',
        b'{"type": "load-judged", "load": {"gains": {"performance/large-images": 1.5}}}',
    ],
)
def test_malformed_load(judging: Judging, logged: Events, garbage: bytes) -> None:
    """A child process that sends a malformed answer is killed."""
    work, child = judging.judge_load(), judging.child
    child.say(Ready())
    child.protocol.outReceived(b"".join(Frame(garbage).encode()))
    assert child.killed
    child.end(9)
    assert str(failure_now(work, NotExamined)) == BROKEN
    assert any("invalid answer" in event["log_format"] for event in logged)
