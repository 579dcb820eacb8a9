"""Programs in the sandbox get no memory that no limit counts."""

import os
import struct
import subprocess
import sys

import pytest

from sitescan.rendering.browser_command import sealed
from sitescan.rendering.memory_filter import filter_descriptor, memory_filter
from tests.programs import RENDERER, needs


def outcome(program: bytes, architecture: int, number: int) -> int:
    """Run a filter, as the kernel does, on a system call, and return its result."""
    steps = [struct.unpack_from("=HBBI", program, offset) for offset in range(0, len(program), 8)]
    value, at = 0, 0
    while True:
        code, if_true, if_false, operand = steps[at]
        at += 1
        if code == 0x20:
            value = {0: number, 4: architecture}[operand]
        elif code == 0x15:
            at += if_true if value == operand else if_false
        else:
            return int(operand)


@pytest.mark.parametrize(
    ("machine", "architecture", "memfd_create"), [("x86_64", 0xC000003E, 319), ("aarch64", 0xC00000B7, 279)]
)
def test_calls(machine: str, architecture: int, memfd_create: int) -> None:
    """Files in memory fail as on a kernel that has none; so does every call of another architecture."""
    program = memory_filter(machine)
    refused, allowed = 0x00050026, 0x7FFF0000
    assert [outcome(program, architecture, number) for number in (memfd_create, 447, 0, 318)] == [
        *(refused, refused, allowed, allowed)
    ]
    assert outcome(program, 0x40000003, 0) == refused
    assert memory_filter("riscv64") == memory_filter("")


#: Fills the folders of the sandbox, and prints their sizes and whether a file in memory can be made.
PROGRAM = """
import os
for folder in ("/tmp", "/home", "/dev/shm"):
    written = 0
    try:
        with open(folder + "/x", "wb", buffering=0) as file:
            while True:
                written += file.write(bytes(1 << 16))
    except OSError:
        print(written)
    os.remove(folder + "/x")
for act in (lambda: os.memfd_create("x"), lambda: open("/dev/x", "wb")):
    try:
        act()
    except OSError:
        print("refused")
"""


@needs(*RENDERER)
def test_sandbox() -> None:
    """Files of the sandbox, which are in memory, have a limit together, and there is no other place for them."""
    with filter_descriptor() as descriptor:
        python = ("--ro-bind", sys.base_prefix, sys.base_prefix, os.path.realpath(sys.executable))
        ended = subprocess.run(
            sealed("--seccomp", str(descriptor), *python, "-c", PROGRAM),
            capture_output=True,
            text=True,
            check=False,
            env={},
            pass_fds=(descriptor,),
        )
    sizes = ended.stdout.split()
    assert sizes[3:] == ["refused", "refused"], ended.stderr
    assert sum(map(int, sizes[:3])) <= 140 * 1024**2
