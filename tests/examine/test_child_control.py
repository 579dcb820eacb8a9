"""A parent sets and reads how much of the processors a process gets."""

import os
import resource
import subprocess
import sys

import pytest

from sitescan.examine.child_control import SystemControl

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has prlimit(2)")


def test_running_process() -> None:
    """Its processor time is limited from now on, rounded up to a second, and its priority is lowered."""
    control = SystemControl()
    with subprocess.Popen(["sleep", "600"]) as process:
        control.allow_cpu(process.pid, 5)
        control.lower_priority(process.pid)
        assert 0 < control.cpu_seconds(process.pid) < 1
        assert resource.prlimit(process.pid, resource.RLIMIT_CPU) == (6, resource.RLIM_INFINITY)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) >= 10
        process.kill()


def test_ended_process() -> None:
    """Nothing happens, and it has used no processor time as far as is known."""
    control = SystemControl()
    with subprocess.Popen(["true"]) as process:
        pass
    for pid in (process.pid, None):
        control.allow_cpu(pid, 5)
        control.lower_priority(pid)
        assert control.cpu_seconds(pid) == 0
