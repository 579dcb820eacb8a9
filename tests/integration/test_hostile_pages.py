"""
Pages that are expensive to examine, scanned by the installed service.

With ``SITESCAN_SHAPES=all`` in the environment, every shape is scanned at 100 KB and 1 MB, instead of the worst ones.
"""

import os
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from attrs import define

from sitescan.configuration.settings import Settings
from sitescan.examine.examination_errors import BROKEN, BUSY, TOO_HEAVY
from tests.hostile_pages import SHAPES, laughs, page
from tests.running import Answer, Running, running
from tests.site import HTML, Answered, Site, serving

pytestmark = pytest.mark.integration

#: The worst shape of each kind.
WORST = (
    "div",
    "p font unique",
    "reopened",
    "paragraphs",
    "noise",
    "html attributes",
    "table text",
    "one huge attribute",
    "ampersands",
    "links",
    "ids",
    "style matched",
)
SIZES = {"10 KB": 10_000, "100 KB": 100_000, "1 MB": 1_000_000}
#: One client may use half of the child processes.
WORKERS = 4
SECONDS = Settings().scan_seconds + 2
MIB = 1024**2
GOOD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pears</title><h1>Pears</h1>'
#: Links and resources are tested elsewhere; here, they would only cost time.
OPTIONS = (
    "--rate-limit",
    "0",
    "--allow-private",
    "127.0.0.0/8",
    "--links",
    "0",
    "--set",
    "resources=0",
    "--set",
    "page-wire-bytes=6MiB",
    "--trusted-proxy",
    "127.0.0.0/8",
)


@define(eq=False)
class Scanned:
    """A service, and a site whose pages a test sets."""

    service: Running
    site: Site

    def scan(self, body: bytes, name: str = "/page", client: str = "10.0.0.1") -> Answer:
        """Scan a page for a client."""
        self.site.pages[name] = Answered(body, 200, (("Content-Type", HTML),))
        try:
            return self.service.scan(
                self.site.origin + name, path="/api/v1/scan?include=evidence", **{"X-Forwarded-For": client}
            )
        finally:
            del self.site.pages[name]

    def resident(self) -> int:
        """Return the resident memory of the parent process in bytes."""
        pages = int(Path(f"/proc/{self.service.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.fixture(scope="module")
def scanned() -> Iterator[Scanned]:
    """Run one service for all tests, so that later pages meet the effects of earlier pages."""
    with running(*OPTIONS, "--workers", str(WORKERS)) as service, serving({}) as site:
        scanned = Scanned(service, site)
        for _ in range(10):
            assert scanned.scan(GOOD.encode()).status == 200
        yield scanned


def _words(answer: Answer) -> str:
    """Return the reason why a scan failed, or why parts of its page weren't examined."""
    if answer.status != 200:
        return str(answer.json["details"])
    # The names in the links of some pages can't be looked up in a test.
    categories = [category for category in answer.json["categories"] if category["category"] != "links"]
    return " ".join(reason for category in categories for reason in category["unexamined"])


@pytest.mark.parametrize(
    "size", ["10 KB", *(pytest.param(size, marks=pytest.mark.proof) for size in ("100 KB", "1 MB"))]
)
def test_every_shape_ends_in_time(scanned: Scanned, size: str) -> None:
    """Every shape ends in a report or a clear error, the parent doesn't grow, and the next page is scanned."""
    everything = size == "10 KB" or os.environ.get("SITESCAN_SHAPES") == "all"
    before = scanned.resident()

    def ends(shape: str) -> str | None:
        started = time.monotonic()
        answer = scanned.scan(page(shape, SIZES[size]), f"/{shape.replace(' ', '-')}")
        took = time.monotonic() - started
        words = _words(answer)
        # On a machine that other programs keep busy, a heavy page may not get its processor time.
        fine = answer.status == 200 or words in {TOO_HEAVY, BUSY}
        return None if fine and took < SECONDS and BROKEN not in words else f"{shape}: {answer.status} {took} {words}"

    with ThreadPoolExecutor(WORKERS) as threads:
        wrong = [problem for problem in threads.map(ends, SHAPES if everything else WORST) if problem]
    assert not wrong
    good = scanned.scan(GOOD.encode())
    assert good.status == 200
    assert not _words(good)
    assert scanned.resident() < before + 48 * MIB


def test_small_hostile_pages_are_reported(scanned: Scanned) -> None:
    """A small page of a hostile shape is examined completely."""
    for shape in ("div", "bold", "table text", "many attributes", "ampersands", "noise", "style brackets"):
        answer = scanned.scan(page(shape, 10_000))
        assert answer.status == 200, shape
        assert not _words(answer), shape


def test_largest_page(scanned: Scanned) -> None:
    """A page of 5 MiB of text is examined except for errors in its markup, of which there may be millions."""
    answer = scanned.scan(page("text", 5 * MIB - 1000))
    assert answer.status == 200
    assert _words(answer).startswith("The page's markup was not checked for errors that browsers repair")


def test_deep_nesting_is_reported(scanned: Scanned) -> None:
    """A page that is nested too deeply is examined as browsers build it, and the report has an issue about it."""
    answer = scanned.scan(page("div", 10_000))
    rules = {issue["rule"] for category in answer.json["categories"] for issue in category["issues"]}
    assert "performance/dom-flattened" in rules


@pytest.mark.proof
def test_too_many_elements_are_reported() -> None:
    """The beginning of a page with too many elements is examined, and each category says so."""
    patient = ("--scan-seconds", "600", "--set", "examine-seconds=600")
    with running(*OPTIONS, *patient) as service, serving({}) as site:
        answer = Scanned(service, site).scan(page("same id", 2 * MIB))
    assert answer.status == 200
    for category in answer.json["categories"]:
        assert any("only the beginning was checked" in reason for reason in category["unexamined"]), category[
            "category"
        ]


def test_deep_structured_data_is_reported(scanned: Scanned) -> None:
    """Structured data that is nested too deeply is reported as unexamined in its category, and costs no points."""
    nested = "[" * 1000 + "]" * 1000
    answer = scanned.scan(f'{GOOD}<script type="application/ld+json">{nested}</script>'.encode())
    seo = answer.json["categories"][0]
    assert seo["unexamined"] == ["1 JSON-LD block nests too deeply to be checked."]
    assert not [issue for issue in seo["issues"] if issue["rule"].startswith("seo/json-ld")]


def test_billion_laughs(scanned: Scanned) -> None:
    """Custom properties that double each other aren't expanded."""
    started = time.monotonic()
    assert scanned.scan(laughs(200).encode()).status == 200
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("hostile", [1, WORKERS - 1])
def test_fairness_beside_hostile_pages(scanned: Scanned, hostile: int) -> None:
    """A client that scans a good page beside hostile ones waits no longer than sharing the processors explains."""

    def good() -> float:
        started = time.monotonic()
        assert scanned.scan(GOOD.encode(), "/good", "10.0.1.1").status == 200
        return time.monotonic() - started

    alone = statistics.median(good() for _ in range(10))
    with ThreadPoolExecutor(hostile) as threads:
        bodies = [(page("table text", 300_000), f"/hostile{number}", f"10.0.2.{number}") for number in range(hostile)]
        scans = [threads.submit(scanned.scan, *body) for body in bodies]
        seconds = []
        while not all(scan.done() for scan in scans):
            seconds.append(good())
        for scan in scans:
            assert scan.result().status in {200, 500}
    assert len(seconds) >= 5
    # The child processes, the parent and this test share the processors, and a machine may have only one.
    assert statistics.median(seconds) < 3 * (hostile + 1) * alone + 0.1


@pytest.mark.proof
def test_more_hostile_clients_than_children(scanned: Scanned) -> None:
    """More hostile clients than child processes cost a good client time, but neither its report nor its score."""
    hostile = page("table text", 100_000)
    expected = scanned.scan(GOOD.encode(), "/good", "10.0.1.1").json["overallScore"]
    with ThreadPoolExecutor(WORKERS + 2) as threads:
        scans = [
            threads.submit(scanned.scan, hostile, f"/hostile{number}", f"10.0.2.{number % (WORKERS + 2)}")
            for number in range(2 * (WORKERS + 2))
        ]
        scores = []
        while not all(scan.done() for scan in scans):
            scores.append(scanned.scan(GOOD.encode(), "/good", "10.0.1.1").json.get("overallScore"))
    assert set(scores) == {expected}
