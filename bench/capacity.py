"""
Simulate how many scans 1, 10 and 100 machines serve, from measured costs.

    python -m bench.capacity --parent-ms 50 --child-ms 100 --redis-per-second 7000

The costs are those that bench/many.py and bench/real_sites.py print; the assumptions are in bench/README.rst. A
machine is simulated scan by scan; machines share nothing but Redis, so their scans are added up to the limit of Redis.
"""

import argparse
import heapq
import random
import statistics
from collections.abc import Iterator
from dataclasses import dataclass

from bench.workbench import say

_SCANS = 20_000
_SEED = 1


@dataclass(frozen=True)
class Machine:
    """
    The resources of a machine, and the costs of a scan.

    :ivar processes: the number of server processes, each on a processor of its own.
    :ivar children: the number of children that examine pages at the same time, on the other processors.
    :ivar parent: CPU seconds of a scan in its server process.
    :ivar child: CPU seconds of a scan in a child.
    :ivar site: the median of the seconds that a scan waits for the site.
    """

    processes: int
    children: int
    parent: float
    child: float
    site: float

    @property
    def most(self) -> float:
        """The number of scans a second that the processors can do."""
        return min(self.processes / self.parent, self.children / self.child)


def durations(machine: Machine, per_second: float) -> Iterator[float]:
    """Yield the seconds that each scan takes if scans arrive at random, at a mean rate."""
    chance = random.Random(_SEED)
    free = {"parent": [0.0] * machine.processes, "child": [0.0] * machine.children}
    events: list[tuple[float, int, float, int]] = []
    now = 0.0
    for number in range(_SCANS):
        now += chance.expovariate(per_second)
        heapq.heappush(events, (now, number, now, 0))
    # A scan is: half of the parent's work, the wait for the site, the child's work, the other half.
    stages = (
        ("parent", machine.parent / 2),
        ("site", machine.site),
        ("child", machine.child),
        ("parent", machine.parent / 2),
    )
    while events:
        now, number, began, stage = heapq.heappop(events)
        if stage == len(stages):
            yield now - began
            continue
        kind, seconds = stages[stage]
        if kind == "site":
            # Sites differ: one in twenty takes five times as long as the median.
            ended = now + seconds * chance.lognormvariate(0.0, 0.98)
        else:
            # Pages differ as well; a free place is taken by the first scan to arrive.
            start = max(now, heapq.heappop(free[kind]))
            ended = start + chance.expovariate(1 / seconds)
            heapq.heappush(free[kind], ended)
        heapq.heappush(events, (ended, number, began, stage + 1))


def main() -> None:
    """Run the simulation and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--processors", type=int, default=8, help="of each machine")
    parser.add_argument("--parent-ms", type=float, required=True, help="CPU of a scan in its server process")
    parser.add_argument("--child-ms", type=float, required=True, help="CPU of a scan in a child")
    parser.add_argument("--site-seconds", type=float, default=2.0, help="median wait for a site in a scan")
    parser.add_argument("--redis-per-second", type=float, required=True, help="requests that one Redis answers")
    parser.add_argument("--requests", type=float, default=60, help="requests of a scan to the site and others")
    given = parser.parse_args()
    parent, child = given.parent_ms / 1000, given.child_ms / 1000
    # The processors are divided in proportion to the work.
    processes = max(1, round(given.processors * parent / (parent + child)))
    machine = Machine(processes, max(1, given.processors - processes), parent, child, given.site_seconds)
    # One request to Redis for the quota, one for each request to a host's name and, for new connections, its address.
    redis = given.redis_per_second / (1 + 1.5 * given.requests)
    say(
        "machine",
        processors=given.processors,
        processes=processes,
        children=machine.children,
        most=round(machine.most, 1),
    )
    say("Redis", scans_per_second=round(redis, 1))
    for load in (0.5, 0.8, 0.95):
        rate = load * machine.most
        taken = sorted(durations(machine, rate))
        say(
            "one machine",
            load=load,
            per_second=round(rate, 1),
            median_seconds=round(statistics.median(taken), 2),
            seconds_95=round(taken[int(0.95 * len(taken))], 2),
            scans_at_once=round(rate * statistics.mean(taken)),
        )
    for machines in (1, 10, 100):
        wanted = 0.8 * machine.most * machines
        servers = max(1, -(-wanted // redis))
        say(
            "machines",
            machines=machines,
            scans_per_second=round(wanted),
            with_one_redis=round(min(wanted, redis)),
            redis_servers=int(servers),
            clients_at_5_an_hour=round(wanted * 720),
        )


if __name__ == "__main__":
    main()
