"""Rules that read answers offer a change only of what an answer has shown, and that stays so."""

import pytest
from attrs import evolve

from sitescan.model.answers import Answer
from sitescan.model.fix import Moved, Sized
from sitescan.model.link_answers import LinkAnswers
from sitescan.model.redirects import Step
from sitescan.rules.catalogue import catalogue
from sitescan.rules.example_pages import SITE, linking
from sitescan.rules.judge import judge
from sitescan.rules.rule import Evidence

PLAIN, SECURE, NEW, LAST = (
    *("http://example.org/a", "https://example.org/a"),
    *("https://example.org/b", "https://example.org/c"),
)
LINKS = ("a", "area")


def _offered(rule: str, evidence: Evidence) -> Moved | Sized | None:
    judged = judge(catalogue()[rule], evidence)
    assert judged is not None
    (found,) = judged.occurrences
    return found.change


def _redirected(*steps: tuple[int, str]) -> Answer:
    urls = (SECURE, *(location for _, location in steps))
    made = tuple(
        Step(url=url, status=status, location=location) for url, (status, location) in zip(urls, steps, strict=False)
    )
    return Answer(url=SECURE, steps=made, status=200)


@pytest.mark.parametrize(
    ("rule", "answer", "to"),
    [
        ("links/redirect-permanent", _redirected((308, NEW)), NEW),
        ("links/redirect-permanent", _redirected((301, NEW), (308, LAST)), LAST),
        ("links/redirect-permanent", _redirected((301, NEW), (302, LAST)), ""),
        ("links/redirect-slash", _redirected((301, f"{SECURE}/")), f"{SECURE}/"),
        ("links/redirect-slash", _redirected((307, f"{SECURE}/")), ""),
        (
            "links/redirect-permanent",
            Answer(url=PLAIN, steps=(Step(url=PLAIN, status=302, location=SECURE),), status=200),
            SECURE,
        ),
    ],
)
def test_redirects_of_links(rule: str, answer: Answer, to: str) -> None:
    """Each redirect must be permanent, but for the one to the same address over HTTPS."""
    expected = Moved(url=answer.url, to=to, elements=LINKS) if to else None
    assert _offered(rule, linking(answer)) == expected


def _insecure(*extra: Answer, steps: tuple[Step, ...] = ()) -> LinkAnswers:
    links = linking(Answer(url=PLAIN, steps=steps, status=200))
    answers = {**links.answers, **{answer.url: answer for answer in extra}}
    return evolve(links, answers=answers, secure_hosts=frozenset({"example.org"}))


def test_links_over_plain_http() -> None:
    """That another page of the host answers over HTTPS isn't enough."""
    rule = "links/insecure"
    assert _offered(rule, _insecure()) is None
    assert _offered(rule, _insecure(Answer(url=SECURE, status=404))) is None
    assert _offered(rule, _insecure(_redirected((302, NEW)))) is None
    moved = Moved(url=PLAIN, to=SECURE, elements=LINKS)
    assert _offered(rule, _insecure(Answer(url=SECURE, status=200))) == moved
    redirect = Step(url=PLAIN, status=301, location="https://www.example.org/a")
    assert _offered(rule, _insecure(steps=(redirect,))) == Moved(url=PLAIN, to=redirect.location, elements=LINKS)


def test_canonical_urls() -> None:
    """A login or a home page in place of the page is no new address of it."""
    url = "https://example.com/old"
    for location, moves in (("https://example.com/new", True), ("https://example.com/", False)):
        canonical = Answer(url=url, steps=(Step(url=url, status=301, location=location),), status=200)
        expected = Moved(url=url, to=location, elements=("link",)) if moves else None
        assert _offered("seo/canonical-redirect", evolve(SITE, canonical=canonical)) == expected
