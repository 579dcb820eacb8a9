"""The priority and the processor time of children, which the parent sets and reads while they run."""

import os
import resource
import sys
import time
from contextlib import suppress
from typing import Protocol

#: The increment of a child's nice value, set as its first act (setpriority(2)). Requests that only need the reactor are
#: then answered before pages are examined, on a machine with fewer processors than children.
NICE = 5

#: The nice value of a child whose page is heavy: others get about three times as much of a processor. With the lowest
#: priority, a page of a second would take half a minute on a machine that other programs keep busy.
_HEAVY = 10

#: Whether a parent can set the limits of a child (prlimit(2)). Elsewhere, a child sets its own.
HAS_PRLIMIT = sys.platform.startswith("linux")


class ChildControl(Protocol):
    """Controls how much of the processors a process gets. A process id of ``None`` is that of a process that ended."""

    def lower_priority(self, pid: int | None) -> None:
        """Prefer other children to a process until it ends."""

    def allow_cpu(self, pid: int | None, seconds: float) -> None:
        """Have the kernel end a process after the given number of further seconds of processor time."""

    def cpu_seconds(self, pid: int | None) -> float:
        """Return the processor time that a process has used, or 0 if it isn't known."""


class SystemControl:
    """The :class:`ChildControl` of the operating system."""

    def lower_priority(self, pid: int | None) -> None:
        """Prefer other children to a process (:meth:`ChildControl.lower_priority`)."""
        if pid is not None:
            with suppress(OSError):  # it may have ended without the parent knowing
                os.setpriority(os.PRIO_PROCESS, pid, _HEAVY)

    def allow_cpu(self, pid: int | None, seconds: float) -> None:
        """Limit the further processor time of a process (:meth:`ChildControl.allow_cpu`)."""
        if HAS_PRLIMIT and pid is not None:
            limit = int(self.cpu_seconds(pid) + seconds + 1)
            with suppress(OSError):
                resource.prlimit(pid, resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))

    def cpu_seconds(self, pid: int | None) -> float:
        """Return the processor time that a process has used (:meth:`ChildControl.cpu_seconds`)."""
        if HAS_PRLIMIT and pid is not None:
            with suppress(OSError):
                # MAKE_PROCESS_CPUCLOCK of linux/posix-timers.h, which is what clock_getcpuclockid(3) returns.
                return time.clock_gettime((~pid << 3) | 2)
        return 0.0
