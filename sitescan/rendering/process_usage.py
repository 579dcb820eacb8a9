"""The memory and the processor time of a process and its descendants."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from attrs import frozen

from sitescan.rendering.browser_command import SANDBOX_FILES

_PROC = Path("/proc")

#: The memory from which on it is measured exactly.
_EXACT_FROM = 300 * 1024**2

_TICKS = os.sysconf("SC_CLK_TCK")

#: The processes of a browser that draw, and that load files, for all pages. Those of pages come and go.
_SERVICES = (b"--type=gpu-process", b"=network.mojom.NetworkService")

#: What a browser consists of while it has no page: besides, a process that starts these two, which is a zygote as well,
#: and one that starts those of pages.
_PARTS = (*_SERVICES, b"--no-zygote-sandbox", b"--type=zygote")

#: The state of a process that has ended and that its parent has not noticed, and those of one that has work to do.
_ZOMBIE, _AWAKE = "Z", frozenset("RD")


@frozen(kw_only=True)
class Usage:
    """
    What a group of processes uses.

    :ivar memory: the memory in bytes, with what is shared counted once.
    :ivar files: the part of it that files of the sandbox take.
    :ivar cpu_seconds: the processor time so far, also of members that have ended.
    :ivar is_asleep: whether no thread runs, or waits for a processor or a disk.
    :ivar services: the running processes that draw or load files for all pages of a browser.
    :ivar is_complete: whether the processes of a browser run that every page needs.
    """

    memory: int = 0
    files: int = 0
    cpu_seconds: float = 0.0
    is_asleep: bool = False
    services: frozenset[int] = frozenset()
    is_complete: bool = True


def usage_of_group(pid: int) -> Callable[[], Usage]:
    """
    Return a function that returns what a process and its descendants use.

    A call reads the parents only of processes that are new or whose parent has ended since the last one: there are
    many processes on a machine, and few of them start in between.

    https://docs.kernel.org/filesystems/proc.html
    """
    parents: dict[int, int] = {}
    latest = 0.0

    def usage() -> Usage:
        nonlocal parents, latest
        running = {int(entry.name) for entry in os.scandir(_PROC) if entry.name.isdecimal()}
        parents = {
            process: parents[process] if parents.get(process) in running else _parent(process) for process in running
        }
        children: dict[int, list[int]] = {}
        for process, parent in parents.items():
            children.setdefault(parent, []).append(process)
        group = [pid]
        for process in group:
            group += children.get(process, ())
        stats = {process: _stat(str(process)) for process in group}
        # A process that a zygote has just started still has the zygote's words.
        parts = {process: _part(process) for process, stat in stats.items() if stat and stat[0] != _ZOMBIE}
        # The time of a member that has ended is for a moment in neither its own entry nor that of its parent.
        latest = max(latest, sum(map(_cpu_seconds, stats.values())))
        files = _sandbox_bytes(group)
        return Usage(
            memory=_memory(group, files),
            files=files,
            cpu_seconds=latest,
            is_asleep=not any(map(_is_awake, group)),
            services=frozenset(process for process, part in parts.items() if part in _SERVICES),
            is_complete=set(_PARTS) <= set(parts.values()),
        )

    return usage


def _stat(name: str) -> Sequence[str]:
    """Return the fields of a process or a thread from its state on; none if it has ended."""
    try:
        # The name of the program, in parentheses, may contain anything.
        return (_PROC / name / "stat").read_text(encoding="latin-1").rpartition(")")[2].split()
    except OSError:
        return ()


def _is_awake(pid: int) -> bool:
    """Return whether a thread of a process has something to do: a worker may, while the first one waits for it."""
    try:
        threads = [entry.name for entry in os.scandir(_PROC / str(pid) / "task")]
    except OSError:  # it has ended
        return False
    return any(state in _AWAKE for thread in threads for state in _stat(f"{pid}/task/{thread}")[:1])


def _parent(pid: int) -> int:
    fields = _stat(str(pid))
    return int(fields[1]) if fields else 0


def _cpu_seconds(stat: Sequence[str]) -> float:
    """Return the processor time of a process and of the children that it has waited for."""
    return sum(map(int, stat[11:15])) / _TICKS


def _part(pid: int) -> bytes:
    """Return which part of a browser a process is; none if it is another one, or has ended."""
    try:
        words = (_PROC / str(pid) / "cmdline").read_bytes()
    except OSError:
        return b""
    return next((part for part in _PARTS if part in words), b"")


def _memory(group: Sequence[int], files: int) -> int:
    """
    Return the memory of some processes in bytes.

    That of each process takes the kernel some milliseconds to add up if memory is shared. So as long as there is little
    of it, what is shared is counted for each process, without the files of programs.

    :param files: what files of the sandbox take, which processes may share.
    """
    fields = [_amounts(f"{pid}/status", b"RssAnon:", b"RssShmem:") for pid in group]
    most = max(sum(anonymous + shared for anonymous, shared in fields), sum(one for one, _ in fields) + files)
    if most < _EXACT_FROM:
        return most
    exact = [_amounts(f"{pid}/smaps_rollup", b"Pss:", b"Pss_Shmem:") for pid in group]
    return sum(whole - shared for whole, shared in exact) + max(files, sum(shared for _, shared in exact))


def _amounts(name: str, first: bytes, second: bytes) -> tuple[int, int]:
    """Return two amounts of memory in bytes from a file of ``/proc``; 0 if the process has ended."""
    try:
        text = b"\n" + (_PROC / name).read_bytes()
    except OSError:
        return 0, 0
    amounts = (text.partition(b"\n" + field)[2].split(maxsplit=1) for field in (first, second))
    one, two = (int(amount[0]) * 1024 if amount else 0 for amount in amounts)
    return one, two


def _sandbox_bytes(group: Sequence[int]) -> int:
    """Return what the files in the memory of the sandbox take, also those that no process has mapped."""
    own = Path("/").stat()
    for pid in group:
        root = _PROC / str(pid) / "root"
        try:
            if not os.path.samestat(own, root.stat()):
                return sum(map(_used, (root / name for name in SANDBOX_FILES)))
        except OSError:  # it has ended, or hides its root
            continue
    return 0


def _used(path: Path) -> int:
    files = os.statvfs(path)
    return (files.f_blocks - files.f_bfree) * files.f_frsize
