"""
Measure the longest turn of the reactor while pages are scanned.

    python -m bench.stall [--kb 1000] [--scans 20]

The pages: one of 1 MB, one with 100 files, and two with 200 links that fail at once, to a port that refuses connections
and to a name that does not exist.

The service runs in this process, and a call that is due every millisecond watches the reactor. Prints the longest gap
between two of its turns, by the clock and by the CPU time of this thread: on a shared machine, the clock includes the
work of other processes.
"""

import argparse
import tempfile
import time
from collections.abc import Mapping
from contextlib import ExitStack
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from twisted.internet.defer import DeferredList
from twisted.internet.task import react

from bench.generated_pages import generate
from bench.workbench import dead, heavy, say, site
from sitescan.assembly import assemble
from sitescan.configuration.settings import Settings
from sitescan.serving.scan_service import prepare
from sitescan.standards.urls import parse_target
from tests.names import naming
from tests.running import free_port

_TICK = 0.001
_AT_ONCE = 4


class Watch:
    """A measurement of the gaps between the reactor's turns."""

    def __init__(self, reactor: Any) -> None:
        self._reactor = reactor
        self.gaps: list[tuple[float, float]] = []

    def start(self) -> None:
        """Start the measurement."""
        self._at, self._cpu = time.perf_counter(), time.thread_time()
        self._call = self._reactor.callLater(_TICK, self._tick)

    def stop(self) -> None:
        """Stop the measurement."""
        self._call.cancel()

    def _tick(self) -> None:
        at, cpu = time.perf_counter(), time.thread_time()
        self.gaps.append((at - self._at, cpu - self._cpu))
        self.start()


async def measure(reactor: Any, pages: Mapping[str, str], names: int, scans: int) -> None:
    """Scan each page, and print the longest gaps."""
    settings = Settings(allow_private=(ip_network("127.0.0.0/8"),), dns=(("127.0.0.1", names),))
    assembly = assemble(reactor, settings, now=time.time, patient=True)
    prepare()
    assembly.pool.start()
    for name, url in pages.items():
        target = parse_target(url)
        await assembly.scanner.scan(target, target.url)
        watch = Watch(reactor)
        watch.start()
        for _ in range(scans // _AT_ONCE):
            results: Any = await DeferredList([assembly.scanner.scan(target, target.url) for _ in range(_AT_ONCE)])
            assert all(ok for ok, _ in results), [failed for ok, failed in results if not ok]
        watch.stop()
        by_clock = sorted(gap for gap, _ in watch.gaps)
        by_cpu = sorted(cpu for _, cpu in watch.gaps)
        say(
            "stall",
            page=name,
            scans=scans,
            turns=len(watch.gaps),
            longest_ms=round(by_clock[-1] * 1000, 1),
            longest_cpu_ms=round(by_cpu[-1] * 1000, 1),
            p999_ms=round(by_clock[int(len(by_clock) * 0.999)] * 1000, 1),
        )
    await assembly.pool.stop()


def main() -> None:
    """Serve the pages and measure."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--kb", type=int, default=1000)
    parser.add_argument("--scans", type=int, default=20)
    arguments = parser.parse_args()
    with ExitStack() as stack:
        long, wide, *few = (Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(4))
        folders = {
            f"{arguments.kb} KB": generate(long, arguments.kb),
            "100 files": heavy(wide),
            "refused links": dead(few[0], f"http://127.0.0.1:{free_port()}"),
            "links to no name": dead(few[1], "http://pear.example"),
        }
        pages = {name: f"{stack.enter_context(site(folder))}/index.html" for name, folder in folders.items()}
        react(measure, (pages, stack.enter_context(naming()), arguments.scans))


if __name__ == "__main__":
    main()
