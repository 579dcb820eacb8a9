"""
How much more than the least the link check takes, over sizes and latencies.

    python bench/links_floor.py [--n 50,200,1000] [--latency 0,50,200] [--runs 5] [--farm FILE]

The least is ``bench/agent_reference.py``, which knows the link farm and checks nothing else. For each
number of links and each latency, both scan the same farm in turns; prints the medians of their
seconds of wall time and of CPU time a link (the service's own process, which is what the reference
is; its children parse and judge), and the medians of the ratios of one turn.
"""

import argparse
import json
import statistics
import sys
from pathlib import Path
from typing import Any

from workbench import say

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "evaluation")]

from links import FARM, farming, scan  # noqa: E402 - the path is set above
from links_vs import reference  # noqa: E402

from tests.running import Running, running  # noqa: E402


def compared(service: Running, farm: str, n: int, latency: int, runs: int) -> dict[str, Any]:
    """One size and latency."""
    turns = []
    for number in range(runs):
        query = f"n={n}&lat={latency}&run={number}"
        ours, least = scan(service, farm, f"{query}ours"), reference(farm, f"{query}reference")
        turns.append((ours.filtering_reactor, ours.cpu, least["wall"], least["cpu"]))

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
    """Compare."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--n", default="50,200,1000")
    parser.add_argument("--latency", default="0,50,200")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--farm", type=Path, default=FARM, help="the farm's program")
    arguments = parser.parse_args()
    if not arguments.farm.exists():
        print(json.dumps({"skipped": f"there is no link farm at {arguments.farm}"}))
        return
    options = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8", "--links", "1010", "--set", "per-scan=50")
    with farming(arguments.farm) as farm, running(*options) as service:
        scan(service, farm, "n=50&lat=0&run=warm")
        for n in map(int, arguments.n.split(",")):
            for latency in map(int, arguments.latency.split(",")):
                say("links floor", n=n, latency=latency, **compared(service, farm, n, latency, arguments.runs))


if __name__ == "__main__":
    main()
