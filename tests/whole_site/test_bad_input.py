"""Sites that are large or hostile, without a network."""

import sqlite3
import time
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from sitescan.cli.main import main
from sitescan.egress.courtesy import requested_wait
from sitescan.model.crawling import Robots
from sitescan.model.site import LinkingPages
from sitescan.model.site_facts import PageFacts, PageLink
from sitescan.rules.catalogue import catalogue
from sitescan.rules.example_sites import page_at, site_of
from sitescan.site.page_record import PageRecord
from sitescan.site.scope import Scope
from sitescan.site.site_rules import site_issues
from sitescan.site.store import DATABASE, Store, opened_store
from sitescan.standards.http_headers import Headers
from tests.undated import undated
from tests.work import calls

ROOT = "https://pears.example"


def fail(failure: Exception) -> None:
    """Fail the test."""
    raise failure


def _linked(folder: Path, pages: int) -> tuple[dict[str, LinkingPages], int]:
    """Return the sources of what pages link to 5,000 times each, and the steps of the database that find them."""
    links = tuple(PageLink(f"{ROOT}/target", f"{number:04}") for number in range(5_000))
    with opened_store(folder, "key", fresh=True) as store:
        for number in range(pages):
            store.save(PageRecord(url=f"{ROOT}/{number:03}", depth=1, facts=PageFacts(links=links)))
    steps = count()
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.set_progress_handler(lambda: next(steps) and None, 1_000)
        return Store(connection).linked(), next(steps)


@pytest.mark.proof
def test_a_million_links_to_one_target(tmp_path: Path) -> None:
    """A million links to one target are one target with the pages that link to it, in steps that grow as the links."""
    linked, steps = _linked(tmp_path, 200)
    assert linked == {
        f"{ROOT}/target": LinkingPages(count=200, first=tuple(f"{ROOT}/{number:03}" for number in range(10))),
    }
    assert steps < 2.2 * _linked(tmp_path, 100)[1]


def _titles(pages: int) -> int:
    """Return the calls that the issue of pages with one title takes."""
    site = site_of(*(page_at(f"/{number}", title="Pears", text=f"pear {number}") for number in range(pages)))
    rule = catalogue()["site/title-duplicate"]

    def judge() -> None:
        (issue,) = site_issues(site, fail, [rule])
        assert (issue.count, len(issue.pages)) == (pages, 100)

    return calls(judge)


def test_ten_thousand_equal_titles() -> None:
    """Ten thousand pages with one title are one issue, and no pairs of pages are compared."""
    assert _titles(10_000) < 12 * _titles(1_000)


def _decisions(patterns: int) -> int:
    """Return the calls that decisions about URLs take."""
    scope = Scope(origin=ROOT)
    text = "User-agent: *\n" + "".join(f"Disallow: /no/{number:05}/*\n" for number in range(patterns))
    scope.robots[ROOT] = Robots(url=ROOT, robots_url=f"{ROOT}/robots.txt", status=200, text=text)

    def decide() -> None:
        found = [scope.refuses(f"{ROOT}/{kind}/{number:05}/a") for kind in ("no", "yes") for number in range(50)]
        assert found == ["disallowed by robots.txt"] * 50 + [""] * 50

    return calls(decide)


def test_large_robots_txt() -> None:
    """A robots.txt of 500 KB is read once, and takes twice as many calls as one of half the size."""
    assert _decisions(24_000) < 2.2 * _decisions(12_000)


@pytest.mark.parametrize(
    ("asked", "seconds"),
    [("1", 1.0), ("3600", 60.0), ("9" * 5_000, 0.0), ("-1", 0.0), ("٣", 0.0), ("Sat, 28 Nov 2026 12:00:00 GMT", 0.0)],
)
def test_retry_after(asked: str, seconds: float) -> None:
    """A busy server is given the time that it asks for, up to a minute."""
    assert requested_wait(Headers((("Retry-After", asked),))) == seconds


def test_two_commands_on_one_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second command on a folder that another one uses ends with a sentence, and 2."""
    (tmp_path / "public").mkdir()
    (tmp_path / "public" / "index.html").write_text("<title>Pears</title>")
    with opened_store(tmp_path / "out", "key", fresh=False):
        assert main(["site", str(tmp_path / "public"), "-o", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.endswith("out: another command is using it\n")


def test_clock_that_is_set_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the clock is set back between two commands, or while one runs, the report is the same."""
    public, reports = tmp_path / "public", set()
    public.mkdir()
    for number in range(3):
        (public / f"{number}.html").write_text(f"<title>Pear {number}</title><p>Pears")
    clock = iter(range(2_000_000_000, 0, -1_000_000))
    monkeypatch.setattr(time, "time", lambda: float(next(clock)))
    for words in ((), (), ("--fresh",)):
        assert main(["site", str(public), "-o", str(tmp_path / "out"), "--max-time", "60", *words]) == 0
        reports.add(undated((tmp_path / "out" / "site.json").read_bytes()))
    assert len(reports) == 1
