"""
What it costs to examine one page: Lighthouse, axe-core in Chromium, and this program.

    python bench/page_vs.py [--package startbootstrap-agency] [--runs 3]

The page is the first of an npm package, served on loopback; what it loads from other hosts is nowhere to be found.
Lighthouse 13.5 (phone, simulated throttling, all categories; it needs Node.js 22.19) and axe-core come from npm into
the cache of ``evaluation/real_pages.py``. Each program starts anew for each run; the running service has scanned the
page once before.

A table of medians: CPU seconds of all processes of a run together, seconds by the clock, and the resident memory of
the largest process, MB; then one JSON line. They do different work: only Lighthouse runs the page's scripts and times
it, only Lighthouse and axe-core know a layout, and only sitescan checks links, headers and cookies.
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

from workbench import ROOT, cpu_seconds, family, resident, site

sys.path[:0] = [str(ROOT)]

from evaluation.axe import _covering  # noqa: E402 - the path is set above
from evaluation.axe_core import AxeCore  # noqa: E402
from evaluation.lighthouse_program import audited  # noqa: E402
from evaluation.real_pages import npm  # noqa: E402
from tests.chromium import browsing  # noqa: E402
from tests.names import naming  # noqa: E402
from tests.running import running  # noqa: E402

_SET_CHILD_SUBREAPER = 36
_PRIVATE = ("--allow-private", "127.0.0.0/8")

Cost = tuple[float, float, float]
"""CPU seconds, seconds by the clock, MB."""


def main() -> None:
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--package", default="startbootstrap-agency")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--alone", nargs=2, metavar=("PROGRAM", "URL"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.alone:
        _alone(*arguments.alone)
        return
    root = npm(arguments.package)
    if root is None:
        sys.exit(f"{arguments.package} could not be installed")
    page = next(iter(sorted(root.rglob("index.html"), key=lambda path: len(path.parts))))
    with site(page.parent) as origin:
        url = f"{origin}/index.html"
        costs = {
            name: [_measured(name, url) for _ in range(arguments.runs)] for name in ("lighthouse", "axe", "sitescan")
        }
        costs["service"] = _service(url, arguments.runs)
    rows = {name: [round(statistics.median(one), 2) for one in zip(*runs, strict=True)] for name, runs in costs.items()}
    print(f"{'':12}{'cpu':>8}{'wall':>8}{'MB':>8}")
    for name, row in rows.items():
        print(f"{name:12}" + "".join(f"{value:8}" for value in row))
    print(json.dumps({"package": arguments.package, "load": os.getloadavg()[0], "rows": rows}))


def _measured(name: str, url: str) -> Cost:
    """One run, by a process of its own, so that what it counts of its children is this run alone."""
    command = [sys.executable, __file__, "--alone", name, url]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    cpu, wall, size = json.loads(done.stdout.splitlines()[-1])
    return cpu, wall, size


def _alone(name: str, url: str) -> None:
    # Processes whose parent ends before them would else be counted by nobody.
    ctypes.CDLL(None, use_errno=True).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    started, own = time.perf_counter(), time.process_time()
    if name == "lighthouse":
        program = npm("lighthouse", "13.5")
        if program is None or audited(program, url) is None:
            sys.exit("Lighthouse could not be installed, or could not load the page")
    elif name == "axe":
        core = AxeCore({rule for names in _covering().values() for rule in names})
        with browsing() as browser:
            core.results(browser, url)
    else:
        with naming() as names:
            command = [sys.executable, "-m", "sitescan.cli", "scan", url, "--allow-private", "--format", "json"]
            _quiet([*command, "--set", f"dns=127.0.0.1:{names}"])
    wall = time.perf_counter() - started
    with suppress(ChildProcessError):
        while True:
            os.wait()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Of this process only what drives the browser is part of it, not what it loads to measure.
    driven = time.process_time() - own if name == "axe" else 0.0
    print(json.dumps([used.ru_utime + used.ru_stime + driven, wall, used.ru_maxrss * 1024 / 1e6]))


def _quiet(command: Sequence[str]) -> None:
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, cwd=Path("/"), env={**os.environ, "PYTHONPATH": str(ROOT)}
    )


def _service(url: str, runs: int) -> list[Cost]:
    """Scans by a service that is running."""
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
