"""
Measure the cost of scans of an app with a renderer and without.

    python -m bench.rendering FOLDER [--scans 40] [--rounds 3]

Serves FOLDER, the build of an app whose ``index.html`` is written by scripts, and scans it with a service that renders
it and with one that doesn't, in turns. Prints one JSON line for each round, with medians, and one for the memory of the
browser at the end.
"""

import argparse
import statistics
import time
from contextlib import ExitStack
from pathlib import Path

from bench.workbench import cpu_seconds, family, say, site
from sitescan.rendering.process_usage import usage_of_group
from tests.running import Running, running

_OPTIONS = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8", "--workers", "2")
_MEGABYTE = 1024**2


def main() -> None:
    """Measure all rounds and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scans", type=int, default=40, help="scans in each round")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with ExitStack() as stack:
        url = stack.enter_context(site(arguments.folder)) + "/index.html"
        plain = stack.enter_context(running(*_OPTIONS))
        rendering = stack.enter_context(running(*_OPTIONS, "--renderer", "chromium"))
        for started in (plain, rendering):
            _scans(started, url, 3)
        for _ in range(arguments.rounds):
            without, rendered = (_scans(started, url, arguments.scans) for started in (plain, rendering))
            say("rendered scan", ms=rendered[0], cpu_ms=rendered[1], without_ms=without[0], without_cpu_ms=without[1])
        browsers = [pid for pid in family(rendering.process.pid) if _is_browser(pid)]
        memory = usage_of_group(browsers[0])().memory / _MEGABYTE
        say("browser", processes=len(browsers), memory_mb=round(memory))


def _scans(started: Running, url: str, count: int) -> tuple[int, int]:
    """Return the median time of a scan and the mean processor time of all processes, in milliseconds."""
    processes = family(started.process.pid)
    before = cpu_seconds(processes)
    times = []
    for _ in range(count):
        began = time.monotonic()
        answer = started.scan(url)
        assert answer.status == 200, answer.body
        times.append(time.monotonic() - began)
    spent = cpu_seconds(processes) - before
    return round(statistics.median(times) * 1000), round(spent / count * 1000)


def _is_browser(pid: int) -> bool:
    return "headless" in Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8", errors="replace")


if __name__ == "__main__":
    main()
