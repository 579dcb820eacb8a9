"""The database of a site."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from twisted.internet.defer import Deferred, succeed
from zope.interface.verify import verifyObject

from sitescan.interfaces import IResponseStore
from sitescan.model.site_facts import PageFacts, PageLink
from sitescan.site.page_record import PageRecord
from sitescan.site.page_version import PageVersion
from sitescan.site.store import DATABASE, StoreProblem, opened_store
from sitescan.site.stored_responses import StoredResponses
from tests.results import result_now

PAGE = PageRecord(
    url="https://pears.example/",
    depth=0,
    report={
        "url": "https://pears.example/",
        "overallScore": 90,
        "categories": [
            {
                "category": "seo",
                "score": 80,
                "counted": True,
                "issues": [
                    {
                        "rule": "seo/title-missing",
                        "severity": "error",
                        "share": 20,
                        "title": "No title",
                        **dict.fromkeys(("description", "recommendation", "howToFix"), ""),
                        "count": 0,
                        "occurrences": [],
                    }
                ],
            }
        ],
    },
    facts=PageFacts(
        title="Pears",
        links=(
            PageLink("https://pears.example/a", "part"),
            PageLink("https://pears.example/b"),
            PageLink("https://pears.example/c", followed=False),
        ),
    ),
)
MOVED = PageRecord(url="https://pears.example/old", depth=1, redirect="https://pears.example/new")
LOST = PageRecord(url="https://pears.example/b", depth=1, problem="it is empty, so it is no page")


def test_pages_are_kept(tmp_path: Path) -> None:
    """A page that was saved is there when the same crawl continues."""
    with opened_store(tmp_path / "new" / "out", "key", fresh=False) as store:
        assert store.followed(PAGE.url) is None
        store.save(PAGE)
        store.save(LOST)
        store.save(MOVED)
    with opened_store(tmp_path / "new" / "out", "key", fresh=False) as store:
        assert store.followed(PAGE.url) == ("https://pears.example/a", "https://pears.example/b")
        assert [facts and facts.title for facts in map(store.facts, (PAGE.url, LOST.url))] == ["Pears", None]
        assert store.followed(LOST.url) == ()
        assert store.followed(MOVED.url) == (MOVED.redirect,)
        page, lost, moved = store.stored_pages()
        assert (page.url, page.depth, page.report) == (PAGE.url, PAGE.depth, store.report(PAGE.url))
        assert page.facts is not None
        assert page.facts.title == "Pears"
        assert (lost.url, lost.problem, lost.report, lost.facts) == (LOST.url, LOST.problem, None, None)
        assert (moved.url, moved.redirect) == (MOVED.url, MOVED.redirect)


def test_responses_are_kept_until_the_end(tmp_path: Path) -> None:
    """The responses of the network are there when a crawl continues; once it is complete, the last ones are others."""

    def call(function: Callable[..., Any], *arguments: Any) -> "Deferred[Any]":
        return succeed(function(*arguments))

    with opened_store(tmp_path, "key", fresh=False) as store:
        responses = StoredResponses(store, call)
        assert verifyObject(IResponseStore, responses)
        result_now(responses.put("GET /", b"pears"))
    with opened_store(tmp_path, "key", fresh=False) as store:
        responses = StoredResponses(store, call)
        assert result_now(responses.get("GET /")) == b"pears"
        assert result_now(responses.get("GET /b")) is None
        store.save(PAGE)
        store.finish({"GET /": b"head"})
        assert [page.url for page in store.stored_pages()] == [PAGE.url]
    with opened_store(tmp_path, "key", fresh=False) as store:
        assert store.followed(PAGE.url) is None
        assert store.response("GET /") is None
        assert store.last_response("GET /") == b"head"
        store.save_responses([("GET /", b"new")])
        assert store.last_response("GET /") == store.response("GET /") == b"new"


def test_pages_of_an_earlier_crawl(tmp_path: Path) -> None:
    """Pages of a complete crawl are kept if they are the same, replaced if they are not, and deleted at the end."""
    version = PageVersion('"1"', "", (("x-a", "1"),), "digest")
    with opened_store(tmp_path, "key", fresh=False) as store:
        for page in (evolve(PAGE, version=version), LOST, MOVED):
            store.save(page)
        store.finish({})
    for _ in range(2):
        # It may be killed before the end.
        with opened_store(tmp_path, "key", fresh=False) as store:
            assert store.earlier_version(PAGE.url) == version
            assert store.earlier_version(LOST.url) is None
    with opened_store(tmp_path, "key", fresh=False) as store:
        store.save(PageRecord(url=PAGE.url, depth=3, is_unchanged=True))
        assert store.earlier_version(PAGE.url) is None
        store.save(evolve(MOVED, redirect="https://pears.example/newer"))
        store.forget_earlier()
        assert [(page.url, page.depth) for page in store.stored_pages()] == [(PAGE.url, 3), (MOVED.url, 1)]
        assert store.followed(MOVED.url) == ("https://pears.example/newer",)
        assert len(store.followed(PAGE.url) or ()) == 2


@pytest.mark.parametrize(("key", "fresh"), [("other", False), ("key", True)])
def test_starting_anew(tmp_path: Path, key: str, *, fresh: bool) -> None:
    """The pages of another crawl are deleted, and those of the same one if that is asked for."""
    with opened_store(tmp_path, "key", fresh=False) as store:
        store.save(PAGE)
    with opened_store(tmp_path, key, fresh=fresh) as store:
        assert store.followed(PAGE.url) is None


def test_half_a_page(tmp_path: Path) -> None:
    """A page whose links can't be saved is not saved either."""
    with opened_store(tmp_path, "key", fresh=False) as store:
        with pytest.raises(StoreProblem, match="UNIQUE"):
            store.save(PageRecord(url=PAGE.url, depth=0, facts=PageFacts(links=(PageLink("a"), PageLink("a")))))
        assert store.followed(PAGE.url) is None


def test_two_commands(tmp_path: Path) -> None:
    """A second command on the same folder is refused."""
    with (
        opened_store(tmp_path, "key", fresh=False),
        pytest.raises(StoreProblem, match="another command is using it"),
        opened_store(tmp_path, "key", fresh=False),
    ):
        pass


def test_files_of_others(tmp_path: Path) -> None:
    """A file that is no database, a database of another program, and a file in place of the folder are left alone."""
    (tmp_path / DATABASE).write_text("pears")
    with pytest.raises(StoreProblem, match="not a database"), opened_store(tmp_path, "key", fresh=True):
        pass
    assert (tmp_path / DATABASE).read_text() == "pears"
    (tmp_path / "other").mkdir()
    other = sqlite3.connect(tmp_path / "other" / DATABASE)
    other.execute("CREATE TABLE page (url)")
    other.close()
    with (
        pytest.raises(StoreProblem, match="not written by this version"),
        opened_store(tmp_path / "other", "key", fresh=True),
    ):
        pass
    with (
        pytest.raises(StoreProblem, match=r"File exists|Not a directory"),
        opened_store(tmp_path / DATABASE, "key", fresh=False),
    ):
        pass


def test_damaged_database(tmp_path: Path) -> None:
    """If what was written can't be read any more, a sentence says so."""
    with opened_store(tmp_path, "key", fresh=False) as store:
        for number in range(200):
            store.save(PageRecord(url=f"{number:08}" * 100, depth=0))
    whole = (tmp_path / DATABASE).read_bytes()
    # The first pages of the file name its tables.
    (tmp_path / DATABASE).write_bytes(whole[:40_960] + b"\xff" * (len(whole) - 40_960))
    with pytest.raises(StoreProblem, match="it is damaged"), opened_store(tmp_path, "key", fresh=False):
        pass


def test_full_disk(tmp_path: Path) -> None:
    """If there is no room for a page, a sentence says so, and the pages before it are kept."""
    program = """
import resource, sys
from pathlib import Path
from sitescan.site.page_record import PageRecord
from sitescan.site.store import StoreProblem, opened_store
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
with opened_store(Path(sys.argv[1]), "key", fresh=False) as store:
    try:
        for number in range(1000):
            store.save(PageRecord(url=f"{number:08}" * 100, depth=0))
    except StoreProblem as problem:
        print(number, problem)
"""
    number, _, problem = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True
    ).stdout.partition(" ")
    assert "full" in problem or "I/O" in problem
    with opened_store(tmp_path, "key", fresh=False) as store:
        assert int(number) > 10
        assert store.followed(f"{int(number) - 1:08}" * 100) == ()
        assert store.followed(f"{int(number):08}" * 100) is None
