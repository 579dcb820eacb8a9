"""The filter of system calls that keeps the memory of a browser where its size is limited."""

import os
import platform
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ENOSYS

#: The audit architecture, and the numbers of ``memfd_create`` and ``memfd_secret``, which make files in memory that
#: belong to no file system, so that neither the size of one nor the memory of a process counts them.
_ARCHITECTURES = {"x86_64": (0xC000003E, (319, 447)), "aarch64": (0xC00000B7, (279, 447))}

#: Opcodes of classic BPF, results of a filter, and offsets in ``struct seccomp_data``.
_LOAD, _JUMP_EQUAL, _RETURN = 0x20, 0x15, 0x06
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000 | ENOSYS
_AT_NUMBER, _AT_ARCHITECTURE = 0, 4


def memory_filter(machine: str) -> bytes:
    """
    Return the filter as a classic BPF program. Programs then use files in ``/tmp`` instead.

    On machines whose numbers aren't known, it allows everything.

    https://www.kernel.org/doc/html/latest/userspace-api/seccomp_filter.html
    """
    allow, fail = _step(_RETURN, _ALLOW), _step(_RETURN, _FAIL)
    if machine not in _ARCHITECTURES:
        return allow
    architecture, numbers = _ARCHITECTURES[machine]
    # Calls of another architecture have other numbers.
    steps = [_step(_LOAD, _AT_ARCHITECTURE), _step(_JUMP_EQUAL, architecture, 1), fail, _step(_LOAD, _AT_NUMBER)]
    for number in numbers:
        steps += [_step(_JUMP_EQUAL, number, 0, 1), fail]
    return b"".join((*steps, allow))


def _step(code: int, operand: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, operand)


@contextmanager
def filter_descriptor() -> Iterator[int]:
    """Provide a descriptor from which one process can read the filter."""
    reading, writing = os.pipe()
    try:
        os.write(writing, memory_filter(platform.machine()))
        os.close(writing)
        yield reading
    finally:
        os.close(reading)
