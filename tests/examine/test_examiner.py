"""What becomes of a page that is judged in part, or not at all."""

from collections.abc import Iterator, Mapping

import msgspec
import pytest
from attrs import evolve
from twisted.internet.defer import CancelledError, Deferred, fail, succeed
from twisted.internet.task import Clock
from twisted.python.failure import Failure
from zope.interface.verify import verifyObject

from sitescan.deadline import Deadline
from sitescan.examine.child_pool import ChildPool
from sitescan.examine.examination_errors import BROKEN, BUSY, TOO_HEAVY, NotExamined
from sitescan.examine.examiner import Examiner
from sitescan.examine.frames import Frame
from sitescan.examine.messages import Answer, CategoryJudged, Failed, Job, Ready, Simulated, SimulateJob
from sitescan.interfaces import IExaminer
from sitescan.model.answers import CrawledUrls, LlmsTxt, Robots
from sitescan.model.exchange import Exchange, Page, Sources
from sitescan.model.file_facts import Picture
from sitescan.model.load_simulation import FileFacts, PageFacts, SimulatedLoad
from sitescan.model.page_load import Candidate, LoadedFile, LoadEstimates, PageLoad
from sitescan.model.report import Category, Judged
from sitescan.settings import Settings
from tests.conftest import Events, Failures
from tests.examine.test_child_pool import FakeControl, FakeForks, FakeProcess
from tests.results import failure_now, nothing_yet, result_now

URL = "https://example.com/"
PAGE = Page(exchange=Exchange(requested=URL, url=URL, status=200), body=b"<p>Pears")

IMAGE = LoadedFile(url=URL + "a.png", kind="image")
FACTS = PageFacts(
    url=URL,
    size=5000,
    server=800.0,
    files={IMAGE.url: FileFacts(size=90_000)},
    load=PageLoad(files=(IMAGE,), candidates=(Candidate(url=IMAGE.url, width=1 / 3, area=1e5 / 7),)),
)
PICTURES = {IMAGE.url: Picture(format="PNG", width=640, height=480)}
RULE, OTHER_RULE = "performance/large-images", "performance/redirects"
SAVINGS = {RULE: {IMAGE.url: 70_000}}


class Judging:
    """An examiner over one fake child."""

    def __init__(self) -> None:
        self.reactor = Clock()
        self.forks = FakeForks()
        settings = evolve(Settings(), workers=1)
        self.pool = ChildPool(self.reactor, settings, FakeControl(), self.forks)
        self.examiner = Examiner(self.pool, settings)
        verifyObject(IExaminer, self.examiner)
        self.pool.start()

    @property
    def child(self) -> FakeProcess:
        """The newest child."""
        return self.forks.children[-1]

    def judge(self, sources: Deferred[Sources] | None = None) -> Mapping[Category, Deferred[Judged]]:
        """Have a page judged."""
        return self.examiner.judge(PAGE, sources or succeed(Sources()), Deadline.after(self.reactor, 10))

    def simulate(self) -> Deferred[SimulatedLoad]:
        """Have the load of a page simulated."""
        return self.examiner.simulate(FACTS, PICTURES, [RULE], SAVINGS, Deadline.after(self.reactor, 10))


@pytest.fixture
def judging() -> Iterator[Judging]:
    """An examiner; its children end with it."""
    judging = Judging()
    yield judging
    result_now(judging.pool.stop())


def _judged(*categories: Category) -> tuple[CategoryJudged, ...]:
    return tuple(CategoryJudged(category=category, judged=Judged()) for category in categories)


def test_nobody_has_time(judging: Judging) -> None:
    """No category is examined where no child was free until the deadline."""
    judged = judging.judge()
    judging.reactor.advance(10)
    assert {str(failure_now(one, NotExamined)) for one in judged.values()} == {BUSY}


def test_nobody_has_time_for_the_site(judging: Judging) -> None:
    """What its files would have cost is not known, so the category is not counted as if they were fine."""
    deadline = Deadline.after(judging.reactor, 10)
    work = judging.examiner.judge_site(
        CrawledUrls(robots=Robots(url=URL, robots_url=URL + "robots.txt")), LlmsTxt(url=URL), deadline
    )
    judging.reactor.advance(10)
    judged = result_now(work)
    assert judged.failed
    assert judged.unexamined[0].startswith("robots.txt")


def test_out_of_memory(judging: Judging) -> None:
    """What was judged before is known; what was not is a failure that says why."""
    judged = judging.judge()
    judging.child.say(Ready(), *_judged(Category.SEO), Failed(reason="out of memory", heavy=True))
    assert result_now(judged[Category.SEO]) == Judged()
    others = [one for category, one in judged.items() if category is not Category.SEO]
    assert {str(failure_now(one, NotExamined)) for one in others} == {TOO_HEAVY}


def test_too_heavy(judging: Judging) -> None:
    """Likewise where time runs out."""
    judged = judging.judge()
    judging.child.say(Ready(), *_judged(Category.SEO))
    judging.reactor.advance(10)
    others = [one for category, one in judged.items() if category is not Category.SEO]
    assert {str(failure_now(one, NotExamined)) for one in others} == {TOO_HEAVY}


def test_a_category_that_is_left_out(judging: Judging) -> None:
    """A child that ends its job without a category has failed on it."""
    judged = judging.judge()
    given = [category for category in Category if category is not Category.ACCESSIBILITY]
    judging.child.say(Ready(), *_judged(*given))
    assert nothing_yet(judged[Category.ACCESSIBILITY])
    judging.child.say(Ready())
    assert str(failure_now(judged[Category.ACCESSIBILITY], NotExamined)) == BROKEN


def test_one_failure_cancels_the_others(judging: Judging, failures: Failures) -> None:
    """A scan that gives up the other categories at the first failure is an ordinary end."""
    judged = judging.judge()
    ends: list[type[BaseException] | None] = []

    def given_up(failure: Failure) -> None:
        ends.append(failure.type)
        for other in judged.values():
            other.cancel()

    for one in judged.values():
        one.addErrback(given_up)
    judging.reactor.advance(10)
    assert ends.count(NotExamined) == 1
    assert ends.count(CancelledError) == len(Category) - 1
    assert failures.take() == []


def test_sources_that_fail(judging: Judging, failures: Failures) -> None:
    """It is an error of ours, which is logged."""
    judged = judging.judge(fail(KeyError("pears")))
    assert {str(failure_now(one, NotExamined)) for one in judged.values()} == {BROKEN}
    assert [failure.type for failure in failures.take()] == [KeyError]


def test_a_load_is_simulated(judging: Judging) -> None:
    """The child gets what is known, to the last digit, and what it says is passed on."""
    work = judging.simulate()
    load = SimulatedLoad(estimates=LoadEstimates(first_paint=1230), gains={RULE: 450})
    judging.child.say(Ready())
    (frame,) = judging.child.read
    assert not frame.blob
    job = msgspec.json.decode(frame.message, type=Job)
    assert job == SimulateJob(page=FACTS, pictures=PICTURES, rules=(RULE,), savings=SAVINGS)
    judging.child.say(Simulated(load=load))
    assert nothing_yet(work)
    judging.child.say(Ready())
    assert result_now(work) == load


def test_gains_that_nobody_asked_for(judging: Judging) -> None:
    """They are not believed."""
    work = judging.simulate()
    judging.child.say(Ready(), Simulated(load=SimulatedLoad(gains={OTHER_RULE: 450, RULE: 90})), Ready())
    assert result_now(work).gains == {RULE: 90}


def test_nobody_has_time_for_a_simulation(judging: Judging) -> None:
    """It fails where no child was free until the deadline, and where the child is not done by then."""
    waiting = judging.simulate()
    judging.reactor.advance(10)
    assert str(failure_now(waiting, NotExamined)) == BUSY
    judging.child.say(Ready())
    begun = judging.simulate()
    judging.reactor.advance(10)
    assert str(failure_now(begun, NotExamined)) == TOO_HEAVY


def test_a_simulation_that_fails(judging: Judging, logged: Events) -> None:
    """An error of ours is logged where it comes in."""
    work = judging.simulate()
    judging.child.say(Ready(), Failed(reason="ZeroDivisionError"), Ready())
    assert str(failure_now(work, NotExamined)) == BROKEN
    assert [event["reason"] for event in logged if event["log_level"].name == "error"] == ["ZeroDivisionError"]


@pytest.mark.parametrize("answers", [(), _judged(Category.PERFORMANCE), (Simulated(load=SimulatedLoad()),) * 2])
def test_another_number_of_answers(judging: Judging, answers: tuple[Answer, ...]) -> None:
    """Without the answer to its question the job has failed; a second answer changes nothing."""
    work = judging.simulate()
    judging.child.say(Ready(), *answers, Ready())
    if len(answers) > 1:
        assert result_now(work) == SimulatedLoad()
    else:
        assert str(failure_now(work, NotExamined)) == BROKEN


@pytest.mark.parametrize(
    "garbage",
    [
        b'{"type": "simulated"}',
        b'{"type": "simulated", "load": {"estimates": {"first_paint": "soon"}}}',
        b'{"type": "simulated", "load": {"estimates": {"first_paint": 1.5}}}',
        b'{"type": "simulated", "load": {"gains": {"performance/large-images": null}}}',
        b'{"type": "simulated", "load": {"estimates": {"timeline": [{"url": "https://example.com/"}]}}}',
    ],
)
def test_a_load_that_is_none(judging: Judging, logged: Events, garbage: bytes) -> None:
    """A child that answers so is not believed in anything: it is ended."""
    work, child = judging.simulate(), judging.child
    child.say(Ready())
    child.protocol.outReceived(b"".join(Frame(garbage).encode()))
    assert child.killed
    child.end(9)
    assert str(failure_now(work, NotExamined)) == BROKEN
    assert any("invalid answer" in event["log_format"] for event in logged)
