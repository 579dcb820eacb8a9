"""A child process judges how a page's files load, in the order of the report."""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

import msgspec
import pytest
from attrs import evolve
from msgspec.structs import replace

from sitescan.examine.messages import Answer, ChecksFailed, Job, JudgeLoadJob, LoadJudged
from sitescan.examine.worker import Worker
from sitescan.model.answers import Answer as FileAnswer
from sitescan.model.exchange import Exchange
from sitescan.model.outline import Resource
from sitescan.model.page_load import LoadEstimates
from sitescan.model.report import Category, Judgement
from sitescan.model.resource_answers import ResourceAnswers
from sitescan.model.transport_answers import Protocols
from sitescan.performance.estimates import simulated_load
from sitescan.performance.simulated_page import simulated_page
from sitescan.rules.catalogue import catalogue, rules_reading
from sitescan.rules.image_savings import image_savings
from sitescan.rules.judge import judge
from sitescan.rules.rule import Evidence
from tests.examine.loads import BLOCKING, URL, load_job
from tests.unexamined import sentences

NOT_SIMULATED = (
    "The load time could not be estimated because of an internal error, and this score can't raise the overall score."
)
ESTIMATE = "performance/load-estimate"

EVIDENCE = [
    example.evidence
    for rule in rules_reading(ResourceAnswers, Protocols)
    for example in rule.examples
    if Category.PERFORMANCE in rule.categories
]


class Broken(Mapping[str, Any]):
    """A mapping that raises an exception when it is read."""

    def __getitem__(self, key: str) -> NoReturn:
        raise ZeroDivisionError(key)

    def __iter__(self) -> NoReturn:
        raise ZeroDivisionError

    def __len__(self) -> NoReturn:
        raise ZeroDivisionError


def answers(job: JudgeLoadJob) -> Sequence[Answer]:
    """Return the answers of a child process to a job."""
    return list(Worker().answers(sent(job), b""))


def sent(job: JudgeLoadJob) -> JudgeLoadJob:
    """Return a job as the child decodes it."""
    decoded: Job = msgspec.json.decode(msgspec.json.encode(job), type=Job)
    assert isinstance(decoded, JudgeLoadJob)
    return decoded


def judged(job: JudgeLoadJob) -> LoadJudged:
    """Return the judgements of a child process as the parent decodes them, and check that no rule fails."""
    (answer,) = answers(job)
    decoded: Answer = msgspec.json.decode(msgspec.json.encode(answer), type=Answer)
    assert isinstance(decoded, LoadJudged)
    return decoded


def found_here(*evidence: Evidence) -> list[Judgement]:
    """Return the judgements of the rules in this process, with all occurrences that a report may have."""
    judgements = [
        judge(rule, piece, 1000)
        for piece in evidence
        for rule in rules_reading(type(piece))
        if Category.PERFORMANCE in rule.categories
    ]
    return [judgement for judgement in judgements if judgement is not None]


def test_order_of_findings() -> None:
    """Findings about files come first, then protocols, then the simulated load, which includes the suggested fixes."""
    job = load_job()
    assert job.load is not None
    assert job.protocols is not None
    found = found_here(job.resources, job.protocols)
    assert {"performance/broken-images", "performance/image-oversized", "performance/http1-only"} < {
        judgement.rule for judgement in found
    }
    facts = simulated_page(job.load, job.resources, job.protocols, job.icon)
    rules = {*job.found, *(judgement.rule for judgement in found)}
    load = simulated_load(facts, job.resources.pictures, rules, image_savings(job.resources))
    answer = judged(job).load
    assert list(answer.judged.judgements) == [*found, *found_here(load.estimates)]
    assert not answer.judged.unexamined
    assert answer.gains == load.gains
    assert {BLOCKING, "performance/http1-only"} <= load.gains.keys()


def test_job_round_trip() -> None:
    """A job is decoded exactly as it was encoded, with header values beyond ASCII and properties that were read."""
    assert sent(load_job()) == load_job()


@pytest.mark.parametrize("number", range(len(EVIDENCE)))
def test_examples_are_judged_identically(number: int) -> None:
    """An example is judged in a child process as it is in this process."""
    example = EVIDENCE[number]
    assert isinstance(example, ResourceAnswers | Protocols)
    files = example if isinstance(example, ResourceAnswers) else ResourceAnswers(exchange=example.exchange)
    protocols = example if isinstance(example, Protocols) else None
    job = JudgeLoadJob(resources=files, protocols=protocols, load=None, icon="", found=())
    assert list(judged(job).load.judged.judgements) == found_here(*(each for each in (files, protocols) if each))


def test_all_places_are_kept() -> None:
    """The report names every file that is at fault, even if hundreds are."""
    urls = [f"{URL}{number}.js" for number in range(300)]
    files = ResourceAnswers(
        exchange=Exchange(requested=URL, url=URL, status=200),
        resources=tuple(Resource(url=url, kind="script") for url in urls),
        answers={url: FileAnswer(url=url, status=404) for url in urls},
    )
    job = JudgeLoadJob(resources=files, protocols=None, load=None, icon="", found=())
    broken = [
        judgement
        for judgement in judged(job).load.judged.judgements
        if judgement.rule == "performance/broken-resources"
    ]
    assert [(judgement.count, len(judgement.occurrences)) for judgement in broken] == [(300, 300)]


def test_no_load_facts() -> None:
    """If nothing is known of a page's load, its files are judged and nothing is simulated."""
    answer = judged(replace(load_job(), load=None)).load
    rules = {judgement.rule for judgement in answer.judged.judgements}
    assert "performance/http1-only" in rules
    assert not rules & {rule.id for rule in rules_reading(LoadEstimates)}
    assert not answer.gains


def test_unsuggested_fixes_are_not_simulated() -> None:
    """A fix that no finding suggests isn't simulated, since no issue has its gain."""
    assert BLOCKING not in judged(replace(load_job(), found=())).load.gains


def test_failing_rules() -> None:
    """Any number of rules may fail: each is named, the other rules are judged, and the log has one traceback."""
    job = load_job()
    answer, failed = Worker().answers(replace(job, resources=evolve(job.resources, texts=Broken())), b"")
    assert isinstance(answer, LoadJudged)
    assert isinstance(failed, ChecksFailed)
    assert len(failed.names) > 3
    assert failed.trace.count("Traceback") == 1
    titles = [catalogue()[rule].title for rule in failed.names]
    assert sentences(answer.load.judged.unexamined) == [
        f"The check “{title}” failed on this page because of an internal error, and this score can't raise the overall "
        "score."
        for title in titles
    ]
    left = {judgement.rule for judgement in answer.load.judged.judgements}
    assert {judgement.rule for judgement in judged(job).load.judged.judgements} - left <= set(failed.names)
    assert {ESTIMATE, "performance/broken-images"} < left


def test_failing_simulation() -> None:
    """If the simulation fails, only the load estimate is missing, and the files are judged."""
    job = load_job()
    assert job.load is not None
    broken: Any = Broken()
    answer, failed = Worker().answers(replace(job, load=evolve(job.load, candidates=broken)), b"")
    assert isinstance(answer, LoadJudged)
    assert isinstance(failed, ChecksFailed)
    assert failed.names == ("the simulated load",)
    assert sentences(answer.load.judged.unexamined) == [NOT_SIMULATED]
    assert not answer.load.gains
    whole = judged(job).load.judged.judgements
    reading = {rule.id for rule in rules_reading(LoadEstimates)}
    assert list(answer.load.judged.judgements) == [judgement for judgement in whole if judgement.rule not in reading]


def test_out_of_memory() -> None:
    """Running out of memory isn't taken for the failure of a rule or of the simulation: it ends the job."""
    job = load_job()
    assert job.load is not None

    class Endless(Broken):
        def __iter__(self) -> NoReturn:
            raise MemoryError

    endless: Any = Endless()
    with pytest.raises(MemoryError):
        list(Worker().answers(replace(job, load=evolve(job.load, candidates=endless)), b""))
