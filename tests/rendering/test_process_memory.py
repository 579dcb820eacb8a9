"""The memory of browsers is read from the kernel."""

import os

from sitescan.rendering.process_memory import memory_of_group


def test_own_memory() -> None:
    """This process has some memory, and less than all of the machine."""
    assert 10 * 1024**2 < memory_of_group(os.getpid()) < 64 * 1024**3


def test_processes_that_have_ended() -> None:
    """A process that has ended has none."""
    assert memory_of_group(2**30) == 0
