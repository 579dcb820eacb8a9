"""
Scan the page of a link farm through the installed service, and compare the report with the truth.

    python evaluation/links.py [--n 200] [--latency 50] [--slow 0] [--runs 3] [--per-scan 50] [--farm FILE]

The farm is a program that serves a page of ``n`` links over twenty loopback hosts, and says of each
link what a checker should make of it. The page is scanned ``runs`` times after a first time that
does not count, each time with links that were never asked before; what is told of time and CPU is
the median, what is told of faults is the worst. One JSON line comes last:

``missed``, ``false_alarms``
    broken links that the report does not name, links that it calls broken although they are not;
``walls_called_broken``
    links behind bot walls and logins that it calls broken;
``redirects_classed`` of ``redirects``
    working links that redirect, and of those the ones whose kind it tells;
``fragments_found`` of ``fragments``
    links to a part that its page does not have, and of those the ones that it names;
``wall``, ``cpu``, ``cpu_children``, ``cpu_per_link_ms``
    seconds for the whole scan, CPU seconds of the service and of its children, the former per link.
"""

import argparse
import json
import re
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from attrs import define, field

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.running import Running, running

FARM = Path(__file__).parents[2] / "shared/tools/link_farm.py"

_BROKEN = frozenset(
    {"broken", "server-error", "host-not-found", "host-unreachable", "certificate-invalid", "redirect-loop"}
)
_REDIRECTED = frozenset(
    {
        "redirect-permanent",
        "redirect-temporary",
        "redirect-chain",
        "redirect-slash",
        "redirect-secure",
        "redirect-home",
        "redirect-login",
    }
)

#: The rule that names a link of each of the farm's classes; "" where none should.
_RULES = {
    "ok": {""},
    "slow": {"unchecked"},
    "not_found": {"broken"},
    "gone": {"broken"},
    "redirect_to_broken": {"broken"},
    "server_error": {"server-error"},
    "connect_error": {"host-unreachable"},
    "tls_error": {"certificate-invalid"},
    "redirect": {"redirect-permanent"},
    "redirect_chain": {"redirect-chain"},
    "redirect_loop": {"redirect-loop"},
    "unverifiable": {"unverifiable"},
    "fragment_missing": {"fragment-missing", "fragment-missing-elsewhere"},
    "soft_404": {"soft-404"},
}
_JUDGED = _BROKEN | _REDIRECTED | {"unverifiable", "unchecked", "soft-404"} | _RULES["fragment_missing"]

_HREF = re.compile(r'<a href="([^"]*)"')


@define
class Outcome:
    """What one scan of the farm's page came to."""

    filtering_reactor: float
    cpu: float
    cpu_children: float
    counts: Counter[str] = field(factory=Counter)
    classes: dict[str, Counter[str]] = field(factory=dict)
    unlisted: int = 0
    farm: dict[str, Any] = field(factory=dict)


@contextmanager
def farming(program: Path) -> Iterator[str]:
    """Run the farm for the length of a block; its address."""
    port = _free_base()
    process = subprocess.Popen([sys.executable, str(program), "--port", str(port)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("ready"), "the farm did not start"
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def _free_base() -> int:
    """A port that is free together with those that the farm derives from it."""
    for base in range(18700, 28700, 150):
        try:
            for offset in (0, 43, 44, 99):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", base + offset))
        except OSError:
            continue
        return base
    raise SystemExit("no free ports")


def fetch(url: str) -> bytes:
    """What the farm says."""
    with urllib.request.urlopen(url) as answer:
        data: bytes = answer.read()
        return data


def scan(service: Running, farm: str, query: str) -> Outcome:
    """Scan one page of the farm and compare the report with the truth."""
    truth = json.loads(fetch(f"{farm}/truth.json?{query}"))
    before, started = _cpu(service), time.perf_counter()
    answer = service.scan(truth["page"], path="/api/v1/scan?include=evidence")
    filtering_reactor, after = time.perf_counter() - started, _cpu(service)
    if answer.status != 200:
        raise SystemExit(f"the scan failed: {answer.body.decode()}")
    outcome = Outcome(filtering_reactor, after[0] - before[0], after[1] - before[1])
    named, outcome.unlisted = _named(answer.json, fetch(truth["page"]).decode(), truth["page"])
    for row in truth["links"]:
        _compare(outcome, row, named.get(row["url"], set()))
    outcome.farm = json.loads(fetch(f"{farm}/stats?{query}"))
    return outcome


def _cpu(service: Running) -> tuple[float, float]:
    """CPU seconds of the service and of its children so far (Linux)."""
    pid = service.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return _process_cpu(pid), sum(_process_cpu(int(child)) for child in children)


def _process_cpu(pid: int) -> float:
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9


def _named(report: Any, source: str, page: str) -> tuple[Mapping[str, set[str]], int]:
    """The rules of the category that name each URL, and how many findings are not listed one by one."""
    lines = source.split("\n")
    named: dict[str, set[str]] = {}
    unlisted = 0
    (links,) = (category for category in report["categories"] if category["category"] == "links")
    for issue in links["issues"]:
        rule = issue["rule"].partition("/")[2]
        if rule not in _JUDGED:
            continue
        unlisted += issue["count"] - len(issue["occurrences"])
        for occurrence in issue["occurrences"]:
            line = lines[occurrence["line"] - 1]
            href = _HREF.search(line, occurrence["column"] - 1)
            if href is not None:
                named.setdefault(urljoin(page, href[1].replace("&amp;", "&")), set()).add(rule)
    return named, unlisted


def _compare(outcome: Outcome, row: Any, rules: set[str]) -> None:
    counts, broken = outcome.counts, bool(rules & _BROKEN)
    told = (rules or {""}) & _RULES[row["cls"]]
    tally = outcome.classes.setdefault(row["cls"], Counter())
    tally["right" if told and rules <= _RULES[row["cls"]] else "+".join(sorted(rules)) or "unnamed"] += 1
    if row["broken"] and not broken:
        counts["missed"] += 1
    if row["broken"] is False and broken:
        counts["false_alarms"] += 1
    if row["broken"] is None and broken:
        counts["walls_called_broken"] += 1
    if row.get("redirect") and row["broken"] is False:
        counts["redirects"] += 1
        counts["redirects_classed"] += bool(told)
    if row.get("fragment") == "missing":
        counts["fragments"] += 1
        counts["fragments_found"] += bool(told)


def main() -> None:
    """Scan, compare, tell."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--n", type=int, default=200, help="links on the page")
    parser.add_argument("--latency", type=int, default=50, help="milliseconds before each answer")
    parser.add_argument("--slow", type=int, default=0, help="links that take ten seconds")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--per-scan", type=int, default=50, help="connections of one scan in all")
    parser.add_argument("--farm", type=Path, default=FARM, help="the farm's program")
    arguments = parser.parse_args()
    if not arguments.farm.exists():
        print(json.dumps({"skipped": f"there is no link farm at {arguments.farm}"}))
        return
    options = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8")
    limits = ("--links", str(arguments.n + 10), "--set", f"per-scan={arguments.per_scan}")
    query = f"n={arguments.n}&lat={arguments.latency}&slow={arguments.slow}"
    with farming(arguments.farm) as farm, running(*options, *limits) as service:
        scan(service, farm, "n=50&lat=0&run=warm")
        outcomes = [scan(service, farm, f"{query}&run=r{number}") for number in range(arguments.runs)]
        errors = sum("#error" in line or "#critical" in line for line in service.lines)
    print(json.dumps(_told(arguments, outcomes, errors)))


def _told(arguments: argparse.Namespace, outcomes: list[Outcome], errors: int) -> dict[str, Any]:
    worst = max(outcomes, key=lambda one: sum(tally.total() - tally["right"] for tally in one.classes.values()))
    counts = worst.counts
    cpu = statistics.median(one.cpu for one in outcomes)
    return {
        "n": arguments.n,
        "latency": arguments.latency,
        "missed": counts["missed"],
        "false_alarms": counts["false_alarms"],
        "walls_called_broken": counts["walls_called_broken"],
        "redirects_classed": counts["redirects_classed"],
        "redirects": counts["redirects"],
        "fragments_found": counts["fragments_found"],
        "fragments": counts["fragments"],
        "wall": round(statistics.median(one.filtering_reactor for one in outcomes), 3),
        "cpu": round(cpu, 3),
        "cpu_children": round(statistics.median(one.cpu_children for one in outcomes), 3),
        "cpu_per_link_ms": round(cpu / arguments.n * 1000, 3),
        "classes": {name: dict(sorted(tally.items())) for name, tally in sorted(worst.classes.items())},
        "unlisted": worst.unlisted,
        "errors_logged": errors,
        "farm": {name: worst.farm.get(name) for name in ("requests", "conns", "peak", "peak_host", "max_per_url")},
    }


if __name__ == "__main__":
    main()
