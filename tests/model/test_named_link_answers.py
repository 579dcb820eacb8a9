"""Destinations of links, and whether two links have the same one."""

import pytest

from sitescan.model.answers import Answer, Problem
from sitescan.model.link_answers import NamedLinkAnswers
from sitescan.model.linked_page import LinkedPage
from sitescan.model.outline import NamedLink
from sitescan.model.redirects import Step

PAGE = "https://a.example/"
A, B = f"{PAGE}a", f"{PAGE}b"


def ok(url: str, to: str = "", *, size: int | None = None, content: str | None = None) -> Answer:
    """Return the answer of a working URL, after a redirect if one is given."""
    steps = (Step(url=url, status=302, location=to),) if to else ()
    page = None if content is None else LinkedPage(content=content)
    return Answer(url=url, status=200, steps=steps, size=size, linked_page=page)


@pytest.mark.parametrize(
    ("answers", "alike"),
    [
        ((ok(A), ok(B)), False),
        ((ok(A), ok(B, to=A)), True),
        ((ok(A, to=f"{PAGE}c"), ok(B, to=f"{PAGE}c/index.html")), True),
        ((ok(A), ok(B, to=f"{A}#part")), True),
        ((ok(A, size=900), ok(B, size=900)), True),
        ((ok(A, size=900), ok(B, size=901)), False),
        ((ok(A), ok(B, size=901)), False),
        ((ok(A, content="x"), ok(B, content="x")), True),
        ((ok(A, size=9, content="x"), ok(B, size=9, content="y")), False),
        ((ok(A, size=9, content=""), ok(B, size=9, content="")), True),
        ((Answer(url=A, status=404, size=9), Answer(url=B, status=404, size=9)), False),
        ((ok(A),), False),
    ],
)
def test_same_destination(answers: tuple[Answer, ...], alike: bool) -> None:
    """Destinations are the same after redirects, or with the same content; pages of one size may have it."""
    first, second = NamedLink(name="More", url=A), NamedLink(name="More", url=B)
    known = NamedLinkAnswers(page_url=PAGE, links=(first, second), answers={answer.url: answer for answer in answers})
    assert known.have_same_destination(first, second) is alike
    assert known.have_same_destination(second, first) is alike


@pytest.mark.parametrize(
    ("url", "known"),
    [
        (A, True),
        (B, False),
        (f"{PAGE}never-asked", False),
        (PAGE, True),
        ("mailto:pear@a.example", True),
    ],
)
def test_unknown_destination(url: str, known: bool) -> None:
    """The destination of a link is unknown if it was not requested, or if the request timed out."""
    answers = {A: Answer(url=A, status=404), B: Answer(url=B, problem=Problem.TIMEOUT)}
    link = NamedLink(name="More", url=url)
    assert NamedLinkAnswers(page_url=PAGE, links=(link,), answers=answers).has_known_destination(link) is known
