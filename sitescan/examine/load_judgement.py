"""Judge how the files of a page load, in a child, from the answers of the network and from the simulated load."""

from collections.abc import Collection, Iterator

from sitescan.examine.category_rules import Failures, judged_by_rules
from sitescan.examine.messages import Answer, JudgeLoadJob, LoadJudged
from sitescan.model.evidence import check_failed
from sitescan.model.load_simulation import SimulatedLoad
from sitescan.model.page_load import PageLoad
from sitescan.model.report import Category, Judged, JudgedLoad
from sitescan.performance.estimates import simulated_load
from sitescan.performance.simulated_page import simulated_page
from sitescan.rules.image_savings import image_savings
from sitescan.rules.judge import KEPT_OF_ANSWERS
from sitescan.rules.rule import Evidence


def judge_load(job: JudgeLoadJob) -> Iterator[Answer]:
    """
    Yield the judgement of a load, and then the checks that failed.

    The rules that read answers run before the simulation, because it calculates the gains of their fixes. The rules
    that read its estimates run after it.
    """
    failures = Failures()
    answers = (job.resources,) if job.protocols is None else (job.resources, job.protocols)
    judged = Judged()
    for answer in answers:
        judged = judged.joined(_judged(answer, failures))
    load: SimulatedLoad | None = None
    if job.load is not None:
        found = {*job.found, *(judgement.rule for judgement in judged.judgements)}
        load = failures.guard("the simulated load", _simulated, job, job.load, found)
        if load is not None:
            judged = judged.joined(_judged(load.estimates, failures))
        else:
            judged = judged.joined(Judged(unexamined=(check_failed("The load time could not be estimated"),)))
    load = load or SimulatedLoad()
    yield LoadJudged(load=JudgedLoad(judged=judged, gains=load.gains, plan=load.plan, late_images=load.late_images))
    yield from failures.answers()


def _judged(evidence: Evidence, failures: Failures) -> Judged:
    return judged_by_rules(Category.PERFORMANCE, {type(evidence): evidence}, failures, KEPT_OF_ANSWERS)


def _simulated(job: JudgeLoadJob, load: PageLoad, found: Collection[str]) -> SimulatedLoad:
    """Simulate the load of a page, and the gains of the fixes of the rules that found something."""
    facts = simulated_page(load, job.resources, job.protocols, job.icon)
    return simulated_load(facts, job.resources.pictures, found, image_savings(job.resources))
