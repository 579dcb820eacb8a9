"""Every benchmark runs on a small load, and fails if it measures nothing."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.integration.source_programs import ROOT, output_of, run_program
from tests.programs import RENDERER, needs

pytestmark = [pytest.mark.integration, pytest.mark.proof]

SAMPLES = ROOT / "evaluation/samples"
FARM = ("--farm", SAMPLES / "link_farm.py")
STYLESHEET = SAMPLES / "lighthouse/style.css"


def measure(name: str, *arguments: object) -> list[dict[str, Any]]:
    """Run a benchmark that must succeed and print figures, and return its JSON lines."""
    lines = _figures(output_of("-m", name, *arguments))
    assert lines
    return lines


def _figures(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]


def test_all_benchmarks() -> None:
    """The table has a row for every benchmark that it names."""
    options = ("--quick", "--sites", SAMPLES / "site", "--stylesheet", STYLESHEET)
    table = output_of("-m", "bench", *options)
    for row in ("scan ", "scans per second", "memory", "refusals", "stall", "real sites", "accessibility"):
        assert f"\n{row}" in table, row


def test_calls() -> None:
    """A scan needs no more function calls than recorded; ``bench/README.rst`` says how to renew the record."""
    assert "parent" in output_of("-m", "bench.calls")


@needs("redis-server")
def test_processes() -> None:
    """Scans are measured with one server process and with two, and refusals with and without Redis."""
    figures = measure("bench.many", "--seconds", "0.5", "--kb", "10")
    assert [figure["processes"] for figure in figures if figure["benchmark"] == "scans by processes"] == [1, 2]
    assert all(figure["per_second"] > 0 for figure in figures)


def test_capacity() -> None:
    """More machines serve more scans."""
    options = ("--parent-ms", "50", "--child-ms", "100", "--redis-per-second", "7000")
    machines = [figure for figure in measure("bench.capacity", *options) if figure["benchmark"] == "machines"]
    assert [figure["machines"] for figure in machines] == [1, 10, 100]
    assert machines[0]["scans_per_second"] < machines[1]["scans_per_second"]


def test_soak() -> None:
    """
    Good scans are answered beside the bad ones, and every report has the same score.

    A scan that a slow machine answers too late, or with an error, makes the soak fail, but not this test.
    """
    ended = run_program("-m", "bench.soak", "--seconds", "2")
    figures = {line["benchmark"]: line for line in _figures(ended.stdout)}
    assert figures["good scans"]["count"] > 0, ended.stderr[-3000:]
    assert len([outcome for outcome in figures["wrong"]["said"] if outcome.isdigit()]) == 1
    assert figures["failures logged"]["count"] == 0
    assert figures["turns by CPU"]["longest_ms"], "the turns of the reactor are not watched"
    failed = figures["lost"]["scans"] + figures["wrong"]["scans"] > 0
    assert ended.returncode == failed


def test_link_checks() -> None:
    """The link check is compared with the minimum of work."""
    (figure,) = measure("bench.links_floor", "--n", "21", "--latency", "0", "--runs", "1", *FARM)
    assert figure["wall"] > 0
    assert figure["cpu_ratio"] > 0


def test_link_checkers() -> None:
    """Service and reference check the same links; the other checkers are packages that are not installed here."""
    (figures,) = measure("bench.links_vs", "--n", "21", "--latency", "0", "--no-others", *FARM)
    assert [row["missed"] for row in figures["rows"]] == [0, 0]
    assert all(row["cpu"] > 0 for row in figures["rows"])


@needs("chromium")
def test_one_page() -> None:
    """The cost of a page is measured for each tool."""
    (figures,) = measure("bench.page_vs", SAMPLES / "site", "--runs", "1")
    assert set(figures["rows"]) == {"axe", "sitescan", "service"}
    assert all(value > 0 for row in figures["rows"].values() for value in row)


def test_profile() -> None:
    """A page is profiled as a child process examines it."""
    output = output_of("-m", "bench.profile_page", SAMPLES / "site/index.html", SAMPLES / "site/style.css")
    assert "bytes" in output
    assert not output.rstrip().endswith(" 0 answers")


def test_missing_pages(tmp_path: Path) -> None:
    """A folder without pages is an error."""
    assert run_program("-m", "bench.real_sites", tmp_path).returncode == 2


@needs(*RENDERER)
def test_rendering(tmp_path: Path) -> None:
    """A rendered scan takes more processor time than a scan without rendering."""
    script = "document.getElementById('root').innerHTML = '<h1>Pears</h1>'"
    (tmp_path / "index.html").write_text(
        f"<!doctype html><title>Pears</title><div id=root></div><script type=module>{script}</script>"
    )
    scan, browser = measure("bench.rendering", tmp_path, "--scans", "2", "--rounds", "1")
    assert scan["cpu_ms"] > scan["without_cpu_ms"] > 0
    assert 50 < browser["memory_mb"] < 600
