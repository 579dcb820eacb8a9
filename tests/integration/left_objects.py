"""
A program that scans a page twice and prints what the second scan leaves to the garbage collector, by class, as JSON.

pytest-twisted replaces :meth:`twisted.python.failure.Failure.cleanFailure` by a function that does nothing, so that its
tracebacks are complete. In a process with pytest, failures are therefore never freed as in the service.

Arguments: the URL, and the port of the DNS server on this machine.
"""

import gc
import json
import sys
from collections import Counter
from ipaddress import ip_network
from typing import Any

from attrs import evolve
from twisted.internet.defer import Deferred
from twisted.internet.task import react
from twisted.internet.threads import deferToThread

import sitescan
from sitescan.configuration.settings import Settings

#: Limits that no machine is too slow for, but for those that end what never answers.
_SETTINGS = Settings(
    allow_private=(ip_network("127.0.0.0/8"),),
    workers=1,
    scan_seconds=300,
    examine_seconds=100,
    link_seconds=1,
    source_seconds=1,
)


async def _scan_twice(url: str, dns_port: str) -> None:
    async with sitescan.scanning(evolve(_SETTINGS, dns=(("127.0.0.1", int(dns_port)),))) as scan:
        await scan(url)
        gc.collect()
        gc.disable()
        await scan(url)
        # The last connections report in the next turns that they are closed.
        for _ in range(5):
            await deferToThread(lambda: None)
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        sys.stdout.write(json.dumps(Counter(type(left).__name__ for left in gc.garbage)) + "\n")
        gc.set_debug(0)
        gc.garbage.clear()


def _main(_: Any, url: str, dns_port: str) -> Deferred[None]:
    return Deferred.fromCoroutine(_scan_twice(url, dns_port))


if __name__ == "__main__":
    react(_main, sys.argv[1:])
