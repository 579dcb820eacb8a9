"""State that a child process keeps between jobs changes no answer."""

import gc
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any
from unittest import mock
from weakref import WeakSet

import msgspec
import pytest
from attrs import evolve
from bs4 import Tag

from sitescan.document.document import Document
from sitescan.document.parsing.parse import MAX_ELEMENTS
from sitescan.document.tree import give_up_shortcuts
from sitescan.examine import worker as worker_module
from sitescan.examine.child_process import PARTS_BYTES
from sitescan.examine.messages import (
    LONGEST_ANSWER,
    Answer,
    ChecksFailed,
    JudgeJob,
    LoadJudged,
    OutlineJob,
    PageRead,
    ReadPageJob,
)
from sitescan.examine.packing import pack
from sitescan.examine.worker import Worker
from sitescan.model.exchange import Page
from sitescan.model.linked_page import LinkedPage
from sitescan.model.page_parts import PageParts, joined_parts
from sitescan.rules.catalogue import catalogue
from sitescan.rules.rule import Example, Good
from sitescan.standards.http_headers import Headers
from tests.examine.loads import load_job
from tests.rules.evidence import page as page_of

_EXAMPLES = [
    example
    for rule in catalogue().values()
    for example in rule.examples[:2]
    if example.evidence is None and (example.html or example.body)
]


def _outline(page: Page) -> OutlineJob:
    return OutlineJob(page=pack(page)[0], parser="turbohtml", links=50, resources=50)


def _judge(page: Page) -> JudgeJob:
    return JudgeJob(page=pack(page)[0], parser="turbohtml", sheets=(), scripts=())


def _judged(worker: Worker, page: Page) -> Sequence[Answer]:
    return list(worker.answers(_judge(page), page.body))


@pytest.mark.slow
@pytest.mark.parametrize("start", range(8))
def test_outlined_page_is_judged_identically(start: int) -> None:
    """A page that was outlined before is judged without being parsed again, and with the same result."""
    worker = Worker()
    for example in _EXAMPLES[start::8]:
        page = page_of(example)
        if len(page.body) > 400_000:
            continue
        list(worker.answers(_outline(page), page.body))
        with mock.patch.object(worker_module, "parse_page", side_effect=AssertionError("parsed again")):
            kept = _judged(worker, page)
        assert kept == _judged(Worker(), page), example


@pytest.fixture
def without_shortcuts() -> Iterator[None]:
    """Give up the shortcuts of elements for a test, as the fork server does."""
    shortcut = Tag.__getattr__
    give_up_shortcuts()
    give_up_shortcuts()
    yield
    Tag.__getattr__ = shortcut  # type: ignore[method-assign]  # restores it


@pytest.mark.proof
@pytest.mark.usefixtures("without_shortcuts")
@pytest.mark.parametrize("start", range(8))
def test_no_lookup_by_attribute(start: int) -> None:
    """No code looks up elements by shortcuts such as ``tag.title``, which fail only in child processes."""
    for example in _EXAMPLES[start::8]:
        page = page_of(example)
        worker = Worker()
        answers = [*worker.answers(_outline(page), page.body), *_judged(worker, page)]
        assert not [answer for answer in answers if isinstance(answer, ChecksFailed)], example


_PAGE = page_of(Example(bad=True, html="<title>Pears</title><p>Pears"))
_OTHER = evolve(_PAGE, body=b"<title>Plums</title><img src=plum.png>")


@pytest.mark.parametrize(
    "other",
    [
        _OTHER,
        evolve(
            _PAGE, exchange=evolve(_PAGE.exchange, headers=Headers((("Content-Type", "text/html; charset=koi8-r"),)))
        ),
    ],
)
def test_different_page_is_parsed(other: Page) -> None:
    """A page with another body or another header field is parsed anew."""
    worker = Worker()
    list(worker.answers(_outline(_PAGE), _PAGE.body))
    assert _judged(worker, other) == _judged(Worker(), other)


def test_page_is_discarded_before_other_jobs() -> None:
    """The parsed page is discarded before another job parses anything."""
    worker = Worker()
    list(worker.answers(_outline(_PAGE), _PAGE.body))
    read = ReadPageJob(exchange=_OTHER.exchange, parser="turbohtml", fragments=())
    list(worker.answers(read, _OTHER.body))
    with (
        mock.patch.object(worker_module, "parse_page", side_effect=AssertionError("parsed again")),
        pytest.raises(AssertionError),
    ):
        _judged(worker, _PAGE)


def test_all_parts_of_linked_page() -> None:
    """All parts of a page are returned if no fragments are named, and they fit into the answer, however many."""
    names = range(MAX_ELEMENTS - 3)
    body = b"".join(b"<a id=%x name=_%x></a>" % (name, name) for name in names)
    (answer,) = Worker().answers(ReadPageJob(exchange=_OTHER.exchange, parser="turbohtml", fragments=None), body)
    assert isinstance(answer, PageRead)
    assert answer.parts == PageParts(
        joined_parts(chain.from_iterable((f"{name:x}", f"_{name:x}") for name in names)), False
    )
    assert len(msgspec.json.encode(answer)) < PARTS_BYTES
    (answer,) = Worker().answers(ReadPageJob(exchange=_OTHER.exchange, parser="turbohtml", fragments=("no",)), body)
    assert answer == PageRead(linked_page=LinkedPage(missing=("no",)))


def test_loads_keep_parsed_page() -> None:
    """Judging a load keeps the parsed page, because the load may be that of another scan."""
    worker = Worker()
    list(worker.answers(_outline(_PAGE), _PAGE.body))
    (answer,) = worker.answers(load_job(), b"")
    assert isinstance(answer, LoadJudged)
    with mock.patch.object(worker_module, "parse_page", side_effect=AssertionError("parsed again")):
        kept = _judged(worker, _PAGE)
    assert kept == _judged(Worker(), _PAGE)


def test_long_pages_are_not_kept() -> None:
    """The tree of a long page isn't kept, because it takes too much memory for an idle child process."""
    worker = Worker()
    long = evolve(_PAGE, body=_PAGE.body + b" " * 400_000)
    list(worker.answers(_outline(long), long.body))
    with (
        mock.patch.object(worker_module, "parse_page", side_effect=AssertionError("parsed again")),
        pytest.raises(AssertionError),
    ):
        _judged(worker, long)


def test_no_references_to_judged_page() -> None:
    """No object that is made of a page keeps it in memory once it is judged."""
    alive: WeakSet[Document] = WeakSet()
    made: list[str] = []

    class Watched(Document):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            alive.add(self)
            made.append(self.url)

    with mock.patch.object(worker_module, "Document", Watched):
        for example in _EXAMPLES[::7]:
            page = page_of(example)
            worker = Worker()
            list(worker.answers(_outline(page), page.body))
            _judged(worker, page)
    assert made
    del worker
    gc.collect()
    assert not [document.url for document in alive]


def test_reference_cycles_are_collected() -> None:
    """Reference cycles of a judged page are collected before the next page comes."""
    page = page_of(_EXAMPLES[0])
    worker = Worker()
    gc.collect()
    before, (threshold, *rest) = gc.get_count()[0], gc.get_threshold()
    try:
        gc.set_threshold(100_000, *rest)
        for _ in range(5):
            list(worker.answers(_outline(page), page.body))
            _judged(worker, page)
        assert gc.get_count()[0] <= before + 500
    finally:
        gc.set_threshold(threshold, *rest)


_LONG = "a" * 4_500_000
_URL = "a" * 1960


@pytest.mark.proof
@pytest.mark.parametrize(
    "html",
    [
        pytest.param(f"<link rel=canonical href=/{_LONG}>", id="canonical"),
        pytest.param(f"<meta property=og:image content=/{_LONG}>", id="preview"),
        pytest.param(f"<base href=/{_LONG}><a href=pears>Pears</a>", id="base"),
        pytest.param(f"<img src=/{_LONG}>", id="image"),
        pytest.param(f"<p style='background: url(/{_LONG})'>Pears", id="background"),
        pytest.param(f"<p id={_LONG}>Pears <img src=a.png>", id="id"),
        pytest.param(f"<{_LONG}><img src=a.png>", id="element"),
        pytest.param("".join(f"<a href=/{n % 200}#{n}>{'€' * 100}</a>" for n in range(10_000)), id="links"),
        pytest.param("".join(f"<a href=/{n % 200}{_URL}#{n}>Pears</a>" for n in range(2400)), id="long links"),
        pytest.param(
            f"<x-{'a' * 60}>" * 99
            + "".join(
                f"<img src=/{n}{_URL}><script src=/{n}{_URL}></script><video poster=/p{n}{_URL}>" for n in range(600)
            ),
            id="files",
        ),
    ],
)
def test_answers_to_long_values_are_accepted(html: str) -> None:
    """The parent accepts the answers about pages that are nothing but long values."""
    page = page_of(Good("<!doctype html><html lang=en><title>Pears</title>" + html))
    worker = Worker()
    answers = [*worker.answers(_outline(page), page.body), *_judged(worker, page)]
    assert {len(msgspec.json.encode(answer)) < LONGEST_ANSWER for answer in answers} == {True}
