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


def _told(path: str) -> str:
    """What the kernel tells; empty where the process is gone, or goes between opening and reading."""
    try:
        return Path(path).read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in _told(f"/proc/{pid}/task/{pid}/children").split()]


def examiners_of(pid: int) -> list[int]:
    """The processes that examine pages for a server process: forks of one that it has started."""
    return [fork for server in children_of(pid) for fork in children_of(server)]


def descendants_of(pid: int) -> list[int]:
    """The processes that a process has started, those that they have started, and so on."""
    return [one for child in children_of(pid) for one in (child, *descendants_of(child))]


def state_of(pid: int) -> str:
    """The letter of a process's state (``proc(5)``); empty where it is gone."""
    return "".join(_told(f"/proc/{pid}/stat").rpartition(")")[2].split()[:1])


def alive(pid: int) -> bool:
    """Whether a process exists that is not just waiting to be reaped."""
    return state_of(pid) not in ("", "Z")
