"""Measurements, and their exposition to Prometheus for one or several processes."""

import json
import re
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.defer import fail
from twisted.logger import Logger, LogLevel, globalLogPublisher

from sitescan.admission.measured_token_table import MeasuredTokenTable
from sitescan.admission.token_table import TokenTable
from sitescan.egress.request_errors import Unreachable
from sitescan.logs.measurements import BOUNDS, FAMILIES, LogEventCounter, Measurements, Sample, merged
from sitescan.measured_scanner import MeasuredScanner
from sitescan.model.answers import Problem
from sitescan.serving.admin_site import exposition
from sitescan.standards.urls import Target, parse_target
from tests.fakes import FakeScanner, report_of
from tests.results import failure_now, result_now

DASHBOARD = Path(__file__).parents[1] / "docs/grafana-dashboard.json"


@pytest.fixture
def measured() -> Measurements:
    """Return measurements without values."""
    return Measurements()


def numbers(samples: Iterable[Sample]) -> dict[str, list[float]]:
    """Return the values by name and labels."""
    return {" ".join((name, *labels)): list(found) for name, labels, found in samples}


def test_counters_and_histograms(measured: Measurements) -> None:
    """A time is counted in the first class that it fits into, or in the last one."""
    measured.count("requests", "/", "GET", "200")
    measured.count("requests", "/", "GET", "200")
    for seconds in (0.0, BOUNDS[0], BOUNDS[0] + 0.001, 1000.0):
        measured.time("scan_seconds", seconds)
    measured.watched["connections"] = lambda: 7
    found = numbers(measured.samples())
    assert found["requests / GET 200"] == [2]
    assert found["connections"] == [7]
    *classes, total = found["scan_seconds"]
    assert (classes[0], classes[1], classes[-1], sum(classes)) == (2, 1, 1, 4)
    assert total == pytest.approx(1000.011)


def test_measurements_of_processes_are_added(measured: Measurements) -> None:
    """Measurements of several processes are added up by label and class, including labels that only one of them has."""
    other = Measurements()
    for measurements in (measured, other):
        measurements.count("requests", "/", "GET", "200")
        measurements.time("scan_seconds", 0.3)
    other.count("requests", "/", "GET", "404")
    sums = numbers(merged(measured.samples(), other.samples()))
    assert sums["requests / GET 200"] == [2]
    assert sums["requests / GET 404"] == [1]
    assert sum(sums["scan_seconds"][:-1]) == 2
    assert merged() == []


def test_prometheus_text_format(measured: Measurements) -> None:
    """Each family has its kind, and the classes of a histogram are cumulative."""
    parser = pytest.importorskip("prometheus_client.parser")
    measured.count("requests", "/", "GET", "200")
    measured.time("stage_seconds", 0.3, 'f"\n\\')
    text, media_type = exposition(measured.samples())
    assert media_type.startswith("text/plain")
    families = {family.name: family for family in parser.text_string_to_metric_families(text.decode())}
    assert {name: families[f"sitescan_{name}"].type for name in FAMILIES} == {
        name: family.kind for name, family in FAMILIES.items()
    }
    buckets = [sample.value for sample in families["sitescan_stage_seconds"].samples if sample.name.endswith("_bucket")]
    assert buckets == sorted(buckets)
    assert (buckets[0], buckets[-1]) == (0, 1)
    assert {sample.labels["stage"] for sample in families["sitescan_stage_seconds"].samples} == {'f"\n\\'}
    assert "process_resident_memory_bytes" in families
    assert exposition([], "application/openmetrics-text; version=1.0.0")[0].endswith(b"# EOF\n")


def test_dashboard_uses_existing_measurements() -> None:
    """Every measurement of sitescan in the dashboard exists, and each panel has its own place."""
    board = json.loads(DASHBOARD.read_text("utf-8"))
    named = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"sitescan_\w+", target["expr"])
    }
    suffix = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
    known = {f"sitescan_{name}{end}" for name, family in FAMILIES.items() for end in suffix[family.kind]}
    assert named
    assert named <= known
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in board["panels"]]
    assert len(set(places)) == len(places)


def test_scans_are_counted_by_their_outcome(measured: Measurements) -> None:
    """Scans are counted as reports, as failures by the site's problem, or as internal errors by their class."""
    scanner = FakeScanner()
    seconds = iter(range(100))
    measured_scanner = MeasuredScanner(scanner=scanner, measurements=measured, clock=lambda: float(next(seconds)))
    target = parse_target("https://pears.example/")
    assert result_now(measured_scanner.scan(target, "https://pears.example/")) == report_of("https://pears.example/")
    for problem in (Unreachable(Problem.NAME), RuntimeError("secret")):
        scanner.answer = partial(_fails, problem)
        failure_now(measured_scanner.scan(target, "https://pears.example/"), type(problem))
    found = numbers(measured.samples())
    assert {name for name in found if name.startswith("scans ")} == {"scans report", "scans name", "scans runtimeerror"}
    assert found["scan_seconds"][-1] == 3


def _fails(problem: Exception, target: Target, submitted: str) -> Any:
    return fail(problem)


def test_tokens_are_counted(measured: Measurements) -> None:
    """Allowed and refused tokens are counted, and looking at the quota is not."""
    table = TokenTable(limit=2, window=60, most=9, now=lambda: 0.0, clock=lambda: 0.0)
    measured_table = MeasuredTokenTable(table=table, name="quota", measurements=measured)
    for _ in range(3):
        result_now(measured_table.take("a"))
    result_now(measured_table.look("a"))
    assert numbers(measured.samples()) == {"tokens quota allowed": [2], "tokens quota refused": [1]}


def test_log_events_are_counted(measured: Measurements) -> None:
    """Warnings, errors and critical events in the log are counted, and no others."""
    observer = LogEventCounter(measured)
    globalLogPublisher.addObserver(observer)
    for level in LogLevel.iterconstants():
        Logger().emit(level, "pears")
    globalLogPublisher.removeObserver(observer)
    assert set(numbers(measured.samples())) == {"log_events warn", "log_events error", "log_events critical"}
