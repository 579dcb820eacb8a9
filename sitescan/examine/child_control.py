"""What the parent decides for a child while it runs: its priority, and how much processor time it has left."""

import os
import resource
import sys
import time
from typing import Protocol

#: Added to a child's nice value as its first act (setpriority(2)): whoever waits for the reactor, to be answered or
#: to be told to go, is served before pages are examined, on a machine with fewer cores than children.
NICE = 5

#: The nice value of a child whose page is heavy: others get about twenty times as much of a processor.
_LOWEST = 19

#: Whether a parent can set the limits of a child (prlimit(2)); elsewhere a child sets its own.
HAS_PRLIMIT = sys.platform.startswith("linux")


class ChildControl(Protocol):
    """Decides how a process may use the processors."""

    def lower_priority(self, pid: int) -> None:
        """Let a process have what others leave."""

    def restore_priority(self, pid: int) -> bool:
        """Give a process the priority that children have; whether that worked."""

    def allow_cpu(self, pid: int, seconds: float) -> None:
        """Let a process live for so many more seconds of CPU time; past them the kernel ends it."""


class SystemControl:
    """Has the operating system do it; only the superuser can raise a priority again."""

    def lower_priority(self, pid: int) -> None:
        """Let a process have what others leave (:meth:`ChildControl.lower_priority`)."""
        self._set_priority(pid, _LOWEST)

    def restore_priority(self, pid: int) -> bool:
        """Give a process the priority that children have (:meth:`ChildControl.restore_priority`)."""
        return self._set_priority(pid, NICE)

    @staticmethod
    def _set_priority(pid: int, value: int) -> bool:
        try:
            os.setpriority(os.PRIO_PROCESS, pid, value)
        except OSError:
            # It may be gone, or the system may not have it.
            return False
        return True

    def allow_cpu(self, pid: int, seconds: float) -> None:
        """Let a process live for so many more seconds of CPU time (:meth:`ChildControl.allow_cpu`)."""
        if not HAS_PRLIMIT:
            return
        try:
            # MAKE_PROCESS_CPUCLOCK of linux/posix-timers.h: what clock_getcpuclockid(3) answers.
            used = time.clock_gettime((~pid << 3) | 2)
            resource.prlimit(pid, resource.RLIMIT_CPU, (int(used + seconds + 1), resource.RLIM_INFINITY))
        except OSError:
            # It is gone, which its parent is about to hear.
            return
