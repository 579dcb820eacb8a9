"""The memory of a process and its descendants."""

from collections.abc import Callable
from pathlib import Path

_PROC = Path("/proc")


def memory_of_group(pid: int) -> Callable[[], int]:
    """
    Return a function that returns the memory of a process and its descendants in bytes, shared memory counted once.

    A call asks only for the parents of processes that are new or whose parent has ended since the last one: there are
    many processes on a machine, and few of them start in between.

    https://docs.kernel.org/filesystems/proc.html
    """
    parents: dict[int, int] = {}

    def memory() -> int:
        nonlocal parents
        running = {int(path.name) for path in _PROC.iterdir() if path.name.isdecimal()}
        parents = {
            process: parents[process] if parents.get(process) in running else _parent(process) for process in running
        }
        children: dict[int, list[int]] = {}
        for process, parent in parents.items():
            children.setdefault(parent, []).append(process)
        group = [pid]
        for process in group:
            group += children.get(process, ())
        return sum(map(_proportional_size, group))

    return memory


def _parent(pid: int) -> int:
    try:
        # The name of the program, in parentheses, may contain anything.
        return int((_PROC / str(pid) / "stat").read_text(encoding="latin-1").rpartition(")")[2].split()[1])
    except OSError:  # it has ended
        return 0


def _proportional_size(pid: int) -> int:
    try:
        text = (_PROC / str(pid) / "smaps_rollup").read_text(encoding="ascii")
    except OSError:  # it has ended
        return 0
    size = text.partition("\nPss:")[2].split()
    return int(size[0]) * 1024 if size else 0
