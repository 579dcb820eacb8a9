"""Looking at processes from outside (Linux)."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

_PATIENCE = 300.0


def until(true: Callable[[], object]) -> None:
    """Wait for something that another process does."""
    end = time.monotonic() + _PATIENCE
    waiting = threading.Event()
    while not true():
        assert time.monotonic() < end, "it does not happen"
        waiting.wait(0.01)


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def examiners_of(pid: int) -> list[int]:
    """The processes that examine pages for a server process: forks of one that it has started."""
    return [fork for server in children_of(pid) for fork in children_of(server)]


def descendants_of(pid: int) -> list[int]:
    """The processes that a process has started, those that they have started, and so on."""
    return [one for child in children_of(pid) for one in (child, *descendants_of(child))]


def alive(pid: int) -> bool:
    """Whether a process runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
