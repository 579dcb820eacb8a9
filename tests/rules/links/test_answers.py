"""The verdict on a link, by its response or its error."""

import pytest

from sitescan.model.answers import INCOMPLETE_CHAIN, Answer, Problem, Verdict
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.redirects import Redirect, Step
from sitescan.rules.example_pages import linking
from sitescan.standards.http_headers import Headers

A, B, C = "https://example.org/a", "https://example.org/b", "https://example.org/c"


@pytest.mark.parametrize(
    ("status", "verdict"),
    [
        (200, Verdict.OK),
        (204, Verdict.OK),
        (304, Verdict.OK),
        (404, Verdict.BROKEN),
        (410, Verdict.BROKEN),
        (500, Verdict.BROKEN),
        (522, Verdict.BROKEN),
        (400, Verdict.UNVERIFIABLE),
        (401, Verdict.UNVERIFIABLE),
        (403, Verdict.UNVERIFIABLE),
        (429, Verdict.UNVERIFIABLE),
        (503, Verdict.UNVERIFIABLE),
        (999, Verdict.UNVERIFIABLE),
        (None, Verdict.UNCHECKED),
    ],
)
def test_status(status: int | None, verdict: Verdict) -> None:
    """A link is broken only if its status means that visitors cannot open it either."""
    assert Answer(url=A, status=status).verdict is verdict


def test_problems() -> None:
    """A timeout and a fault that browsers correct prove nothing; a name without an address makes a link broken."""
    assert Answer(url=A, problem=Problem.TIMEOUT).verdict is Verdict.UNCHECKED
    assert Answer(url=A, problem=Problem.FORBIDDEN).verdict is Verdict.UNCHECKED
    assert Answer(url=A, problem=Problem.NAME).verdict is Verdict.BROKEN
    assert Answer(url=A, problem=Problem.CERTIFICATE, cause="expired").verdict is Verdict.BROKEN
    assert Answer(url=A, problem=Problem.CERTIFICATE, cause=INCOMPLETE_CHAIN).verdict is Verdict.UNVERIFIABLE


def test_bot_challenge_makes_link_unverifiable() -> None:
    """A bot challenge makes a link unverifiable, even with the status 404."""
    challenged = Answer(url=A, status=404, headers=Headers((("CF-Mitigated", "challenge"),)))
    assert challenged.verdict is Verdict.UNVERIFIABLE


def test_redirects() -> None:
    """One redirect is permanent or temporary, several are a chain, and redirects back to the same URL are none."""
    forth, on, back = (
        Step(url=A, status=308, location=B),
        Step(url=B, status=302, location=C),
        Step(url=B, status=302, location=f"{A}#part"),
    )
    assert Answer(url=A, status=200).redirect is None
    assert Answer(url=A, status=200, steps=(forth,)).redirect is Redirect.PERMANENT
    assert Answer(url=B, status=200, steps=(on,)).redirect is Redirect.TEMPORARY
    assert Answer(url=A, status=200, steps=(forth, on)).redirect is Redirect.CHAIN
    assert Answer(url=A, status=200, steps=(forth, back)).redirect is None


def test_shared_url_is_counted_once() -> None:
    """A URL that several links share is counted once."""
    once = linking(Answer(url=A, status=404))
    twice = LinkAnswers(page_url=once.page_url, links=once.links * 2, answers=once.answers)
    assert len(twice.answered(Verdict.BROKEN)) == 1
