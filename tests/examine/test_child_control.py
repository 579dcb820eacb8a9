"""A parent sets and reads how much of the processors a process gets."""

import os
import resource
import subprocess
import sys
from math import ceil

import pytest

from sitescan.examine.child_control import SystemControl

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has prlimit(2)")


#: A program that works for a while, says so, and ends with its input.
_PROGRAM = """
import sys, time
while time.process_time() < 0.05:
    pass
print(flush=True)
sys.stdin.read()
"""


def test_running_process() -> None:
    """Its processor time is limited from now on, rounded up to a second, and its priority is lowered."""
    control = SystemControl()
    command = [sys.executable, "-I", "-S", "-c", _PROGRAM]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        while (used := control.cpu_seconds(process.pid)) != control.cpu_seconds(process.pid):
            pass
        control.allow_cpu(process.pid, 5)
        control.lower_priority(process.pid)
        assert used >= 0.05
        assert resource.prlimit(process.pid, resource.RLIMIT_CPU) == (ceil(used + 5), resource.RLIM_INFINITY)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) >= 10


def test_ended_process() -> None:
    """Nothing happens, and it has used no processor time as far as is known."""
    control = SystemControl()
    with subprocess.Popen(["true"]) as process:
        pass
    for pid in (process.pid, None):
        control.allow_cpu(pid, 5)
        control.lower_priority(pid)
        assert control.cpu_seconds(pid) == 0
