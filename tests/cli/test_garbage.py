"""When commands collect garbage."""

import subprocess
import sys

_ON_REACTOR = """
import gc
from twisted.internet.task import deferLater
from sitescan.cli.remote import on_reactor
from sitescan.examine.garbage import collect_seldom

async def work(reactor):
    await deferLater(reactor, 0)
    return gc.get_threshold()[0]

collect_seldom()
print(gc.get_threshold()[0], on_reactor(work))
"""


def test_reactor_collects_garbage_as_it_arises() -> None:
    """The thresholds for loading modules end when the reactor runs; a crawl took three times the memory with them."""
    printed = subprocess.run([sys.executable, "-c", _ON_REACTOR], capture_output=True, text=True, check=True).stdout
    assert printed.split() == ["100000", "2500"]
