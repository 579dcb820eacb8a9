"""Functions that inspect processes from outside (Linux)."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

_PATIENCE = 300.0


def until(true: Callable[[], object]) -> None:
    """Wait until a condition becomes true that depends on another process."""
    end = time.monotonic() + _PATIENCE
    waiting = threading.Event()
    while not true():
        assert time.monotonic() < end, "it does not happen"
        waiting.wait(0.01)


def _read(path: str) -> str:
    """Return a file of ``/proc``; an empty string if the process ends before it is read."""
    try:
        return Path(path).read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    return [int(child) for child in _read(f"/proc/{pid}/task/{pid}/children").split()]


def examiners_of(pid: int) -> list[int]:
    """Return the processes that examine pages for a server process: the children of its fork server."""
    return [fork for server in children_of(pid) for fork in children_of(server)]


def descendants_of(pid: int) -> list[int]:
    """Return the processes that a process has started, their children, and so on."""
    return [process for child in children_of(pid) for process in (child, *descendants_of(child))]


def members_of(group: int) -> list[int]:
    """Return the processes of a process group."""
    running = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    return [pid for pid in running if _stat(pid)[2:3] == [str(group)]]


def _stat(pid: int) -> list[str]:
    """Return the fields of a process from its state on (``proc(5)``); none if it has ended."""
    return _read(f"/proc/{pid}/stat").rpartition(")")[2].split()


def state_of(pid: int) -> str:
    """Return the letter of a process's state; an empty string if it has ended."""
    return "".join(_stat(pid)[:1])


def alive(pid: int) -> bool:
    """Return whether a process runs; a process that only waits to be reaped doesn't."""
    return state_of(pid) not in ("", "Z")
