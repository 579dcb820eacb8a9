"""
Measure the cost of a scan: time and CPU by page size, scans a second, refusals a second, memory.

    python -m bench.scans [--runs 9] [--scans 500] [--timed 200] [--requests 3000]

Prints one JSON line for each figure. CPU time is that of the service and its children together.
"""

import argparse
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.generated_pages import generate
from bench.workbench import cpu_seconds, family, resident, say, site
from tests.running import Running, running

_OPTIONS = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8")
_AT_ONCE = 8


def main() -> None:
    """Run the measurements."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--runs", type=int, default=9, help="scans of each size that are measured")
    parser.add_argument("--scans", type=int, default=500, help="scans before memory is measured")
    parser.add_argument("--timed", type=int, default=200, help="scans whose rate is measured")
    parser.add_argument("--requests", type=int, default=3000, help="refused requests whose rate is measured")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        by_size(Path(folder), arguments.runs)
        throughput(Path(folder) / "100", arguments.timed)
        memory(Path(folder) / "100", arguments.scans)
    refusals(arguments.requests)


def by_size(folder: Path, runs: int) -> None:
    """Print the time and the CPU time of a scan by the size of the page."""
    for kilobytes in (10, 100, 1000):
        generate(folder / str(kilobytes), kilobytes)
        with site(folder / str(kilobytes)) as origin, running(*_OPTIONS) as service:
            _scan(service, origin)
            _scan(service, origin)
            # Only now, since a child that was forked later would not be counted.
            pids = family(service.process.pid)
            milliseconds, cpu = [], []
            for _ in range(runs):
                started, used = time.perf_counter(), cpu_seconds(pids)
                _scan(service, origin)
                milliseconds.append((time.perf_counter() - started) * 1000)
                cpu.append((cpu_seconds(pids) - used) * 1000)
            say(
                "scan",
                page_kb=kilobytes,
                milliseconds_median=round(statistics.median(milliseconds)),
                cpu_milliseconds_median=round(statistics.median(cpu)),
            )


def throughput(folder: Path, scans: int) -> None:
    """Print the scans a second with warm children, and with stylesheets that take a second."""
    rates = []
    for seconds in (0.0, 1.0):
        # More scans run at once while they wait for stylesheets, so that the children are as busy.
        at_once = min(_AT_ONCE if not seconds else 4 * _AT_ONCE, scans)
        with site(folder, stylesheet_seconds=seconds) as origin, running(*_OPTIONS) as service:
            rates.append(_rate(service, origin, at_once, scans))
        say("scans per second", stylesheet_seconds=seconds, at_once=at_once, per_second=round(rates[-1], 1))
    say("slow stylesheets", ratio=round(rates[1] / rates[0], 2))


def _rate(service: Running, origin: str, at_once: int, scans: int) -> float:
    with ThreadPoolExecutor(at_once) as threads:
        list(threads.map(lambda _: _scan(service, origin), range(at_once)))
        started = time.perf_counter()
        list(threads.map(lambda _: _scan(service, origin), range(scans)))
        return scans / (time.perf_counter() - started)


def memory(folder: Path, scans: int) -> None:
    """Print the resident memory of the parent and its children before and after many scans."""
    with site(folder) as origin, running(*_OPTIONS) as service, ThreadPoolExecutor(_AT_ONCE) as threads:
        list(threads.map(lambda _: _scan(service, origin), range(min(20, scans))))
        before = [resident(pid) for pid in family(service.process.pid)]
        list(threads.map(lambda _: _scan(service, origin), range(scans)))
        after = [resident(pid) for pid in family(service.process.pid)]
    mb = 1_000_000
    say(
        "memory",
        scans=scans,
        parent_mb_before=before[0] // mb,
        parent_mb=after[0] // mb,
        children_mb_before=[size // mb for size in before[1:]],
        children_mb=[size // mb for size in after[1:]],
    )


def refusals(count: int) -> None:
    """Print the number of requests a second that are answered with 429, over a persistent connection."""
    import http.client  # noqa: PLC0415 - only this figure needs it

    with running("--rate-limit", "1") as service:
        connection = http.client.HTTPConnection("127.0.0.1", service.port)
        started = time.perf_counter()
        for _ in range(count):
            connection.request("POST", "/api/v1/scan", b"{}", {"Content-Type": "application/json"})
            response = connection.getresponse()
            response.read()
        assert response.status == 429, response.status
        say("refusals", status=response.status, per_second=round(count / (time.perf_counter() - started)))


def _scan(service: Running, origin: str) -> None:
    answer = service.scan(f"{origin}/index.html")
    assert answer.status == 200, answer.body


if __name__ == "__main__":
    main()
