"""
Compare the report on a page of links with what a link farm knows about each link.

DATA is the program of the farm: it listens on the port that ``--port`` names, prints ``ready``, and serves a page of
``n`` links over several loopback hosts (``/truth.json?n=N&lat=MS&run=NAME`` says which page, and for each link its
class, and whether it is broken). ``missed`` counts broken links that the report does not name, ``false_alarms``
working links that it calls broken, ``walls_called_broken`` links to pages that block automated requests and are called
broken. ``wrong_class`` counts the links that are reported by another rule than the one for their class.
"""

import argparse
import json
import re
import socket
import subprocess
import sys
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from evaluation.results import Results
from evaluation.service import service

SAMPLE = "link_farm.py"

FARM = Path(__file__).parents[2] / "shared/tools/link_farm.py"
"""The link farm beside the project, if it is there."""

_BROKEN = frozenset(
    {"broken", "server-error", "host-not-found", "host-unreachable", "certificate-invalid", "redirect-loop"}
)
_REDIRECTED = frozenset(f"redirect-{kind}" for kind in ("permanent", "temporary", "slash", "home"))

#: The rules that may report a link of each of the farm's classes; "" stands for no rule.
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
    "redirect_chain": {"redirect-permanent"},
    "redirect_loop": {"redirect-loop"},
    "unverifiable": {"unchecked"},
    "fragment_missing": {"fragment-missing", "fragment-missing-elsewhere"},
    "soft_404": {"soft-404"},
}
_JUDGED = _BROKEN | _REDIRECTED | {"unchecked", "soft-404"} | _RULES["fragment_missing"]

_HREF = re.compile(r'<a href="([^"]*)"')


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this evaluation."""
    parser.add_argument("--n", type=int, default=200, help="the number of links on the page")
    parser.add_argument("--latency", type=int, default=50, help="milliseconds before each response")


def run(options: argparse.Namespace, results: Results) -> None:
    """Scan the farm's page and compare."""
    query = f"n={options.n}&lat={options.latency}&run=evaluation"
    with farming(options.data) as farm, service(results, links=options.n + 10) as started:
        truth = json.loads(fetch(f"{farm}/truth.json?{query}"))
        found = started.report(truth["page"])
        if found is None:
            return
        named = reported_links(found, fetch(truth["page"]).decode(), truth["page"])
    counts: Counter[str] = Counter()
    for row in results.cases(truth["links"]):
        rules = named.get(row["url"], set())
        found = verdict(row, rules)
        counts.update(found)
        if any(found[name] for name in ("missed", "false_alarms", "walls_called_broken", "wrong_class")):
            results.show(url=row["url"], cls=row["cls"], rules=sorted(rules))
    results.figures |= counts


@contextmanager
def farming(program: Path) -> Iterator[str]:
    """Run a farm for the length of a block; gives its origin."""
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
    """Return a port that is free together with the ports that a farm derives from it."""
    for base in range(18700, 28700, 150):
        try:
            for offset in (0, 43, 44, 99):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", base + offset))
        except OSError:
            continue
        return base
    raise RuntimeError("no free ports")


def fetch(url: str) -> bytes:
    """Return a file of the farm."""
    with urllib.request.urlopen(url) as answer:
        data: bytes = answer.read()
        return data


def reported_links(found: Any, source: str, page: str) -> Mapping[str, set[str]]:
    """Return the rules that report each URL of the page."""
    lines = source.split("\n")
    named: dict[str, set[str]] = {}
    (links,) = (category for category in found["categories"] if category["category"] == "links")
    for issue in (*links["issues"], *links["facts"]):
        rule = issue["rule"].partition("/")[2]
        placed = (occurrence for occurrence in issue["occurrences"] if occurrence["line"] is not None)
        for occurrence in placed if rule in _JUDGED else ():
            href = _HREF.search(lines[occurrence["line"] - 1], occurrence["column"] - 1)
            if href is not None:
                named.setdefault(urljoin(page, href[1].replace("&amp;", "&")), set()).add(rule)
    return named


def verdict(row: Mapping[str, Any], rules: set[str]) -> Mapping[str, bool]:
    """Compare the rules that report a link with the truth."""
    broken, right = bool(rules & _BROKEN), (rules or {""}) <= _RULES[row["cls"]]
    redirects = bool(row.get("redirect")) and row["broken"] is False
    return {
        "missed": row["broken"] is True and not broken,
        "false_alarms": row["broken"] is False and broken,
        "walls_called_broken": row["broken"] is None and broken,
        "wrong_class": not right,
        "redirects": redirects,
        "redirects_classed": redirects and right,
        "fragments": row.get("fragment") == "missing",
        "fragments_found": row.get("fragment") == "missing" and right,
    }
