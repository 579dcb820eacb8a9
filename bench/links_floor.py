"""
Compare the link check with the minimum of work, over sizes and latencies.

    python -m bench.links_floor [--n 50,200,1000] [--latency 0,50,200] [--runs 5] [--farm FILE]

The minimum is ``bench/agent_reference.py``, which is made for the link farm and checks nothing else. For each number of
links and each latency, both scan the same farm in turns. Prints the medians of their wall time in seconds and of the
CPU time of a link (of the service's own process, since its children parse and judge), and the medians of the ratios of
a turn.
"""

import argparse
import json
import statistics
import sys
from pathlib import Path
from typing import Any

from bench.links_vs import reference, scan
from bench.workbench import SKIPPED, say
from evaluation.links import FARM, farming
from tests.running import Running, running


def compared(service: Running, farm: str, n: int, latency: int, runs: int) -> dict[str, Any]:
    """Return the figures for one number of links and one latency."""
    turns = []
    for number in range(runs):
        query = f"n={n}&lat={latency}&run={number}"
        ours, least = scan(service, farm, f"{query}ours"), reference(farm, f"{query}reference")
        turns.append((ours.wall, ours.cpu, least["wall"], least["cpu"]))

    def median(*values: float) -> float:
        return round(statistics.median(values), 3)

    return {
        "wall": median(*(turn[0] for turn in turns)),
        "wall_least": median(*(turn[2] for turn in turns)),
        "wall_ratio": median(*(turn[0] / turn[2] for turn in turns)),
        "cpu_per_link_ms": median(*(turn[1] / n * 1000 for turn in turns)),
        "cpu_per_link_ms_least": median(*(turn[3] / n * 1000 for turn in turns)),
        "cpu_ratio": median(*(turn[1] / turn[3] for turn in turns)),
    }


def main() -> None:
    """Compare all sizes and latencies, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--n", default="50,200,1000")
    parser.add_argument("--latency", default="0,50,200")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--farm", type=Path, default=FARM, help="the farm's program")
    arguments = parser.parse_args()
    if not arguments.farm.exists():
        print(json.dumps({"skipped": f"there is no link farm at {arguments.farm}"}))
        sys.exit(SKIPPED)
    options = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8", "--links", "1010", "--set", "per-scan=50")
    with farming(arguments.farm) as farm, running(*options) as service:
        scan(service, farm, "n=50&lat=0&run=warm")
        for n in map(int, arguments.n.split(",")):
            for latency in map(int, arguments.latency.split(",")):
                say("links floor", n=n, latency=latency, **compared(service, farm, n, latency, arguments.runs))


if __name__ == "__main__":
    main()
