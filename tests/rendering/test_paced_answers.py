"""Answers wait until the network of a phone has brought them, and scripts in the body until a frame is drawn."""

import pytest

from sitescan.model.exchange import Exchange
from sitescan.performance.arrivals import Arrivals
from sitescan.performance.network import PHONE
from sitescan.performance.simulated_page import navigation_facts
from sitescan.rendering.paced_answers import PacedAnswers
from sitescan.rendering.paused_requests import RequestAnswer, refusal_of
from sitescan.rendering.request_log import RequestLog
from tests.rendering.test_started_requests import SHEET, URL, no_requests, start


def paced(behavior: str = "Blocking") -> PacedAnswers:
    """Return the answers for a page with a stylesheet that blocks painting, or does something else, and a script."""
    requests = start(no_requests(), "sheet", **SHEET | {"renderBlockingBehavior": behavior})
    start(requests, "script", type="Script", renderBlockingBehavior="InBodyParserBlocking")
    facts = navigation_facts(Exchange(requested=URL, url=URL, status=200), multiplexed=False)
    return PacedAnswers(Arrivals(facts, PHONE), RequestLog(requests), requests)


def failed(name: str) -> RequestAnswer:
    """Return a failure, for which no phone waits."""
    answer = refusal_of("session", name)
    answer.load = name
    return answer


@pytest.mark.parametrize(("behavior", "held"), [("Blocking", ["script"]), ("NonBlocking", [])])
def test_script_waits_for_frame(behavior: str, held: list[str]) -> None:
    """A script in the body waits for the frame that shows a stylesheet, once; other answers don't wait for it."""
    answers = paced(behavior)
    sent = [answer.load for answer in answers.deliver(enumerate(map(failed, ("sheet", "script"))), 0)]
    assert sorted([*sent, *held]) == ["script", "sheet"]
    assert [answer.load for answer in answers.painted()] == held
    assert answers.painted() == []
    assert [answer.load for answer in answers.deliver(enumerate([failed("script")]), 1)] == ["script"]


def test_all_answers_are_taken() -> None:
    """Scripts that wait for a frame are among the answers that are taken when the network is given up."""
    answers = paced()
    assert answers.deliver(enumerate([failed("script")]), 0) == []
    assert [answer.load for answer in answers.take()] == ["script"]
    assert answers.take() == []
