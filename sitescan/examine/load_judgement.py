"""What is found in how a page's files load, in a child: by what they answered, and by the load that this makes."""

from collections.abc import Collection, Iterator, Mapping

from sitescan.examine.category_rules import Failures, judged_by_rules
from sitescan.examine.messages import Answer, JudgeLoadJob, LoadJudged
from sitescan.model.load_simulation import SimulatedLoad
from sitescan.model.page_load import PageLoad
from sitescan.model.report import Category, Judged, JudgedLoad
from sitescan.performance.estimates import simulated_load
from sitescan.performance.page_facts import page_facts
from sitescan.rules.image_savings import image_savings
from sitescan.rules.judge import KEPT_OF_ANSWERS
from sitescan.rules.rule import Evidence

_NOT_SIMULATED = "The load time could not be estimated because of an internal error."


def judge_load(job: JudgeLoadJob) -> Iterator[Answer]:
    """
    What the rules find in the answers, then in the estimates, and in the end what failed.

    The load is simulated in between: it is known by then which fixes are asked for.
    """
    failures = Failures()
    answers = (job.resources,) if job.protocols is None else (job.resources, job.protocols)
    parts = [_judged(one, failures) for one in answers]
    gains: Mapping[str, int] = {}
    if job.load is not None:
        found = {*job.found, *(one.rule for part in parts for one in part.judgements)}
        load = failures.guard("the simulated load", _simulated, job, job.load, found)
        if load is not None:
            gains = load.gains
            parts.append(_judged(load.estimates, failures))
        else:
            parts.append(Judged(unexamined=(_NOT_SIMULATED,), failed=True))
    judged = Judged(
        judgements=tuple(one for part in parts for one in part.judgements),
        unexamined=tuple(sentence for part in parts for sentence in part.unexamined),
        failed=any(part.failed for part in parts),
    )
    yield LoadJudged(load=JudgedLoad(judged=judged, gains=gains))
    yield from failures.answers()


def _judged(evidence: Evidence, failures: Failures) -> Judged:
    return judged_by_rules(Category.PERFORMANCE, (evidence,), failures, KEPT_OF_ANSWERS)


def _simulated(job: JudgeLoadJob, load: PageLoad, found: Collection[str]) -> SimulatedLoad:
    """The page's load, and what the fixes gain for which the rules ask that found something."""
    facts = page_facts(load, job.resources, job.protocols, job.icon)
    return simulated_load(facts, job.resources.pictures, found, image_savings(job.resources))
