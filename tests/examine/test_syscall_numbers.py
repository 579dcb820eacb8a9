"""The numbers of system calls in the filter are those of the kernel's tables for both architectures."""

import re
from pathlib import Path

import pytest

from sitescan.examine.sandbox import _ARCHITECTURES

#: The tables of linux-libc-dev. aarch64 has the generic one.
TABLES = {
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
}
MAPPING = ("mmap", "mprotect")
ALLOWED = (
    *("read", "write", "close", "fstat", "lseek", "munmap", "brk", "rt_sigreturn", "pread64", "mremap", "madvise"),
    *("futex", "clock_gettime", "gettimeofday", "restart_syscall", "getrandom", "exit", "exit_group"),
)

_NUMBER = re.compile(r"#define __NR(?:3264)?_(\w+)\s+(\d+)\s")


@pytest.mark.parametrize("architecture", TABLES)
def test_numbers(architecture: str) -> None:
    """Each number in the filter belongs to the named system call, so that no other call is allowed."""
    table = TABLES[architecture]
    if not table.exists():
        pytest.skip(f"there is no {table}: apt-get install linux-libc-dev")
    numbers = {name: int(number) for name, number in _NUMBER.findall(table.read_text())}
    own = _ARCHITECTURES[architecture]
    assert own.allowed == tuple(numbers[name] for name in ALLOWED)
    assert own.mapping == tuple(numbers[name] for name in MAPPING)
    assert own.seccomp == numbers["seccomp"]
