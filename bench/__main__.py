"""
Run the benchmarks one after the other and print one table, with a description of the machine.

    python -m bench [--sites FOLDER] [--stylesheet FILE] [--quick]

FOLDER holds complete sites for ``bench.real_sites``, FILE is a stylesheet such as ``bootstrap.css`` for
``bench.accessibility``; without them these benchmarks are left out. ``--quick`` measures so little that the figures
show only that the benchmarks work. The exit status is 1 if a benchmark failed or printed no figure.
``bench/README.rst`` explains the figures.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.workbench import ROOT

_QUICK = {
    "scans": ("--runs", "1", "--scans", "4", "--timed", "4", "--requests", "50"),
    "stall": ("--kb", "20", "--scans", "4"),
    "real_sites": ("--pages", "1", "--scans", "3"),
    "accessibility": ("--elements", "100"),
}


def main() -> int:
    """Run the benchmarks and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__.strip().splitlines()[0])
    parser.add_argument("--sites", type=Path, help="a folder of complete sites")
    parser.add_argument("--stylesheet", type=Path, help="a large stylesheet")
    parser.add_argument("--quick", action="store_true", help="measure as little as possible")
    arguments = parser.parse_args()
    print("\n".join(f"{name}: {value}" for name, value in _machine()), flush=True)
    programs = [["scans"], ["stall"]]
    programs += [["real_sites", str(arguments.sites)]] if arguments.sites else []
    programs += [["accessibility", str(arguments.stylesheet)]] if arguments.stylesheet else []
    rows: list[tuple[str, str]] = []
    failed = []
    for program in programs:
        options = _QUICK[program[0]] if arguments.quick else ()
        done = _run([*program, *options])
        found = list(_rows(program[0], done.stdout))
        rows += found
        if done.returncode or not found:
            failed.append(program[0])
            print(f"{program[0]} failed:\n{done.stderr[-2000:]}", file=sys.stderr)
    width = max((len(name) for name, _ in rows), default=0)
    print("\n" + "\n".join(f"{name:{width}}  {value}" for name, value in rows))
    print("\nload after: {:.1f} {:.1f} {:.1f}".format(*os.getloadavg()))
    return bool(failed)


def _run(program: list[str]) -> "subprocess.CompletedProcess[str]":
    print(f"running {' '.join(program)}", file=sys.stderr)
    command = [sys.executable, "-m", f"bench.{program[0]}", *program[1:]]
    return subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT)


def _rows(program: str, output: str) -> Iterator[tuple[str, str]]:
    """Yield a row for each JSON line, except for those of single pages of complete sites."""
    for line in output.splitlines():
        if line.startswith("{"):
            figures = json.loads(line)
            name = figures.pop("benchmark", program)
            if name != "real site":
                yield name, ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in figures.items())
        else:
            yield program, line


def _machine() -> Iterator[tuple[str, str]]:
    cpu = [line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")]
    memory = [line.split()[1] for line in _lines("/proc/meminfo") if line.startswith("MemTotal")]
    yield "processor", f"{cpu[0] if cpu else platform.processor()}, {len(os.sched_getaffinity(0))} usable"
    yield "memory", f"{int(memory[0]) // 1024} MB" if memory else "unknown"
    yield "system", f"{platform.platform()}, Python {platform.python_version()}"
    yield "load before", "{:.1f} {:.1f} {:.1f}".format(*os.getloadavg())


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []


if __name__ == "__main__":
    sys.exit(main())
