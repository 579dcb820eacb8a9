"""The memory of browsers is read from the kernel."""

import os
import subprocess
import sys

from sitescan.rendering.process_usage import usage_of_group
from tests.integration.processes import until

MEGABYTE = 1024**2

#: A program that adopts orphans (``PR_SET_CHILD_SUBREAPER``) and has a grandchild that fills 50 MB. At the first byte
#: of its input, the parent of the grandchild ends, and at the second one, the other processes.
PROGRAM = """
import ctypes, os
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
read, write = os.pipe()
if not os.fork():
    if os.fork():
        os.read(0, 1)
        os._exit(0)
    kept = bytearray(b"x") * 50_000_000
    print("filled", flush=True)
    os.read(read, 1)
    os._exit(0)
os.wait()
print("orphaned", flush=True)
os.read(0, 1)
os.write(write, b"x")
os.wait()
"""


def test_own_memory() -> None:
    """This process uses some memory, and less than a machine has."""
    assert 10 * MEGABYTE < usage_of_group(os.getpid())().memory < 64 * 1024 * MEGABYTE


def test_ended_process() -> None:
    """A process that has ended uses no memory."""
    assert usage_of_group(2**30)().memory == 0


def test_descendants() -> None:
    """The memory of a descendant counts from its start to its end, also when its parent has ended."""
    usage = usage_of_group(os.getpid())
    before = usage().memory
    with subprocess.Popen((sys.executable, "-c", PROGRAM), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for line in (b"filled\n", b"orphaned\n"):
            assert program.stdout.readline() == line
            assert usage().memory > before + 45 * MEGABYTE
            program.stdin.write(b"x")
            program.stdin.flush()
    assert usage().memory < before + 20 * MEGABYTE


def test_sleeping_process() -> None:
    """A process that waits for its input sleeps, and one that works in any thread doesn't, even without a processor."""
    works = "def work():\n    while True: pass\n"
    thread = f"import threading\n{works}threading.Thread(target=work, daemon=True).start()\nprint(flush=True); input()"
    for code, is_asleep in (
        ("print(flush=True); input()", True),
        (f"{works}print(flush=True); work()", False),
        (thread, False),
    ):
        with subprocess.Popen((sys.executable, "-c", code), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
            assert program.stdout is not None
            program.stdout.readline()
            usage = usage_of_group(program.pid)
            if is_asleep:
                until(lambda usage=usage: usage().is_asleep)  # type: ignore[misc]
            else:
                assert not any(usage().is_asleep for _ in range(100))
            program.kill()
