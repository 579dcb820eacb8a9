"""
Measure the cost of examining one page: Lighthouse, axe-core in Chromium, and sitescan.

    python -m bench.page_vs FOLDER [--lighthouse PROGRAM] [--engine FILE] [--runs 3]

FOLDER holds ``index.html`` and its files, such as the folder of an npm package of templates; it is served on loopback,
and files of other hosts are not found. PROGRAM is the folder of the npm package lighthouse (phone, simulated
throttling, all categories; version 13.5 needs Node.js 22.19), FILE is the file ``axe.min.js`` (default: that of
axe-playwright-python). Each program starts anew for each run; the running service has scanned the page once before.

Prints a table of medians (CPU seconds of all processes of a run, seconds of wall time, and the resident memory of the
largest process in MB) and one JSON line. The tools do different work: only Lighthouse runs and times the page's
scripts, only Lighthouse and axe-core know the layout, and only sitescan checks links, headers and cookies.
"""

import argparse
import ctypes
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from bench.workbench import ROOT, cpu_seconds, family, resident, site
from evaluation.axe_core import AxeCore
from evaluation.lighthouse import audited
from evaluation.service import rules_covering
from tests.chromium import browsing
from tests.names import naming
from tests.running import running

_SET_CHILD_SUBREAPER = 36
_PRIVATE = ("--allow-private", "127.0.0.0/8")

Cost = tuple[float, float, float]
"""CPU seconds, seconds of wall time, MB."""


def main() -> None:
    """Measure all tools and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--lighthouse", type=Path, help="the folder of the npm package")
    parser.add_argument("--engine", type=Path, help="axe.min.js")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--alone", nargs=2, metavar=("PROGRAM", "URL"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.alone:
        name, url = arguments.alone
        _alone(name, url, arguments.lighthouse, arguments.engine)
        return
    if arguments.folder is None or not (arguments.folder / "index.html").is_file():
        parser.error("FOLDER has no index.html")
    tools = {"axe": ["--engine", str(arguments.engine)] if arguments.engine else [], "sitescan": []}
    if arguments.lighthouse is not None:
        tools["lighthouse"] = ["--lighthouse", str(arguments.lighthouse)]
    with site(arguments.folder) as origin:
        url = f"{origin}/index.html"
        costs = {
            name: [_measured(name, url, options) for _ in range(arguments.runs)] for name, options in tools.items()
        }
        costs["service"] = _service(url, arguments.runs)
    rows = {
        name: [round(statistics.median(figures), 2) for figures in zip(*runs, strict=True)]
        for name, runs in costs.items()
    }
    print(f"{'':12}{'cpu':>8}{'wall':>8}{'MB':>8}")
    for name, row in rows.items():
        print(f"{name:12}" + "".join(f"{value:8}" for value in row))
    print(json.dumps({"page": str(arguments.folder), "load": os.getloadavg()[0], "rows": rows}))


def _measured(name: str, url: str, options: Sequence[str]) -> Cost:
    """Measure one run in a separate process, whose children are those of this run alone."""
    command = [sys.executable, "-m", "bench.page_vs", *options, "--alone", name, url]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    cpu, wall, size = json.loads(done.stdout.splitlines()[-1])
    return cpu, wall, size


def _alone(name: str, url: str, lighthouse: Path | None, engine: Path | None) -> None:
    # This process adopts orphaned descendants, so that all of them are counted.
    ctypes.CDLL(None, use_errno=True).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    started, own = time.perf_counter(), time.process_time()
    if name == "lighthouse":
        if lighthouse is None or audited(lighthouse, url) is None:
            sys.exit("Lighthouse could not load the page")
    elif name == "axe":
        core = AxeCore(engine, rules_covering("axe:"))
        with browsing() as browser:
            core.results(browser, url)
    else:
        with naming() as names:
            command = [sys.executable, "-m", "sitescan", "scan", url, "--allow-private", "--format", "json"]
            _quiet([*command, "--set", f"dns=127.0.0.1:{names}"])
    wall = time.perf_counter() - started
    with suppress(ChildProcessError):
        while True:
            os.wait()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    # For this process itself, only the time of driving the browser counts.
    driven = time.process_time() - own if name == "axe" else 0.0
    print(json.dumps([used.ru_utime + used.ru_stime + driven, wall, used.ru_maxrss * 1024 / 1e6]))


def _quiet(command: Sequence[str]) -> None:
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, cwd=Path("/"), env={**os.environ, "PYTHONPATH": str(ROOT)}
    )


def _service(url: str, runs: int) -> list[Cost]:
    """Measure scans by a running service."""
    made = []
    with running(*_PRIVATE, "--rate-limit", "0") as service:
        service.scan(url)
        for _ in range(runs):
            pids = family(service.process.pid)
            started, before = time.perf_counter(), cpu_seconds(pids)
            if service.scan(url).status != 200:
                sys.exit("the page could not be scanned")
            wall, used = time.perf_counter() - started, cpu_seconds(pids) - before
            made.append((used, wall, max(map(resident, pids)) / 1e6))
    return made


if __name__ == "__main__":
    main()
