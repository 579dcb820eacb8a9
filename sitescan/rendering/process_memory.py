"""The memory of a process and its descendants."""

from pathlib import Path

_PROC = Path("/proc")


def memory_of_group(pid: int) -> int:
    """
    Return the memory of a process and its descendants in bytes, with shared memory counted once.

    https://docs.kernel.org/filesystems/proc.html
    """
    children: dict[int, list[int]] = {}
    for path in _PROC.glob("[0-9]*"):
        try:
            # The name of the program, in parentheses, may contain anything.
            parent = int((path / "stat").read_text(encoding="latin-1").rpartition(")")[2].split()[1])
        except OSError:  # it has ended
            continue
        children.setdefault(parent, []).append(int(path.name))
    group = [pid]
    for one in group:
        group += children.get(one, ())
    return sum(map(_proportional_size, group))


def _proportional_size(pid: int) -> int:
    try:
        text = (_PROC / str(pid) / "smaps_rollup").read_text(encoding="ascii")
    except OSError:  # it has ended
        return 0
    size = text.partition("\nPss:")[2].split()
    return int(size[0]) * 1024 if size else 0
