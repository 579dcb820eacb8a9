"""
Seal a child: drop its access to files, the network, other processes and its own limits (on Linux only).

Parsers of hostile bytes have had vulnerabilities. Code that exploits one finds nothing in a sealed child but the page
that it came with (and in :mod:`sitescan.examine.command_fork_server` the memory of its command): the child can read
jobs, write answers and allocate memory. Facilities that the kernel lacks are
skipped, and the parent logs that once.
"""

import ctypes
import os
import platform
import resource
import struct
import sys
from collections.abc import Iterable, Mapping
from types import MappingProxyType

_PR_SET_DUMPABLE = 4
_PR_SET_NO_NEW_PRIVS = 38

#: Numbers of system calls, the same on every architecture: landlock(7).
_LANDLOCK_CREATE_RULESET, _LANDLOCK_RESTRICT_SELF = 444, 446
_LANDLOCK_VERSION = 1

#: The number of access rights to files by version of Landlock. All of them are dropped.
_FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}

_SECCOMP_SET_MODE_FILTER, _SECCOMP_FLAG_TSYNC = 1, 1

#: Offsets in seccomp_data: the number of the system call, the architecture, (the instruction pointer,) six arguments.
_AT_NUMBER, _AT_ARCHITECTURE, _AT_THIRD_ARGUMENT = 0, 4, 32
_LOAD, _JUMP_EQUAL, _JUMP_SET, _RETURN = 0x20, 0x15, 0x45, 0x06
_ALLOW, _DENY = 0x7FFF0000, 0x00050001  # SECCOMP_RET_ERRNO with EPERM
_PROT_EXEC = 4


class _Architecture:
    """
    The numbers of system calls of an architecture.

    :ivar audit: the value of AUDIT_ARCH.
    :ivar seccomp: the number of seccomp(2).
    :ivar mapping: the numbers of mmap and mprotect, which may not make memory executable.
    :ivar allowed: the numbers of read, write, close, fstat, lseek, munmap, brk, rt_sigreturn, pread64, mremap, madvise,
        futex, clock_gettime, gettimeofday, restart_syscall, getrandom, exit, exit_group.
    """

    def __init__(self, audit: int, seccomp: int, mapping: Iterable[int], allowed: Iterable[int]) -> None:
        self.audit, self.seccomp = audit, seccomp
        self.mapping, self.allowed = tuple(mapping), tuple(allowed)


_ARCHITECTURES: Mapping[str, _Architecture] = MappingProxyType(
    {
        "x86_64": _Architecture(
            0xC000003E, 317, (9, 10), (0, 1, 3, 5, 8, 11, 12, 15, 17, 25, 28, 202, 228, 96, 219, 318, 60, 231)
        ),
        "aarch64": _Architecture(
            0xC00000B7,
            277,
            (222, 226),
            (63, 64, 57, 80, 62, 215, 214, 139, 67, 216, 233, 98, 113, 169, 128, 278, 93, 94),
        ),
    }
)


def seal() -> tuple[str, ...]:
    """
    Seal this process permanently.

    :return: the names of the facilities that the system lacks.
    """
    if not sys.platform.startswith("linux"):
        return ("seccomp", "Landlock")
    libc = ctypes.CDLL(None, use_errno=True)
    # Landlock and seccomp require that the process can't gain privileges by running another program.
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    missing = [] if _restrict_files(libc) else ["Landlock"]
    for limit in (resource.RLIMIT_NOFILE, resource.RLIMIT_NPROC):
        resource.setrlimit(limit, (0, 0))
    if not _restrict_calls(libc):
        missing.append("seccomp")
    return tuple(missing)


def _restrict_files(libc: ctypes.CDLL) -> bool:
    """Deny files, TCP, abstract UNIX sockets and signals by Landlock, as far as its version supports that."""
    version = libc.syscall(_LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), _LANDLOCK_VERSION)
    if version < 1:
        return False
    files = (1 << _FILE_RIGHTS.get(version, max(_FILE_RIGHTS.values()))) - 1
    attributes = struct.pack("=QQQ", files, 0b11, 0b11)[: 8 if version < 4 else 16 if version < 6 else 24]
    rules = libc.syscall(_LANDLOCK_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if rules < 0:
        return False
    try:
        return int(libc.syscall(_LANDLOCK_RESTRICT_SELF, rules, 0)) == 0
    finally:
        os.close(rules)


class _Program(ctypes.Structure):
    """``struct sock_fprog``."""

    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))


def _restrict_calls(libc: ctypes.CDLL) -> bool:
    """Have all system calls but the allowed ones fail with EPERM, by seccomp."""
    architecture = _ARCHITECTURES.get(platform.machine())
    if architecture is None or sys.byteorder != "little":
        return False
    code = _filter(architecture)
    program = _Program(len(code) // 8, code)
    set_filter = libc.syscall(
        architecture.seccomp, _SECCOMP_SET_MODE_FILTER, _SECCOMP_FLAG_TSYNC, ctypes.byref(program)
    )
    return int(set_filter) == 0


def _filter(architecture: _Architecture) -> bytes:
    """Return the filter as a classic BPF program, https://www.kernel.org/doc/html/latest/userspace-api/seccomp_filter.html."""
    calls = [(number, False) for number in architecture.allowed] + [(number, True) for number in architecture.mapping]
    # The checks of the number are followed by: deny; allow; check for executable memory, deny, allow.
    deny, allow, check = 0, 1, 2
    steps = [
        struct.pack("=HBBI", _LOAD, 0, 0, _AT_ARCHITECTURE),
        struct.pack("=HBBI", _JUMP_EQUAL, 1, 0, architecture.audit),
        struct.pack("=HBBI", _RETURN, 0, 0, _DENY),
        struct.pack("=HBBI", _LOAD, 0, 0, _AT_NUMBER),
    ]
    for at, (number, is_mapping) in enumerate(calls):
        left = len(calls) - at - 1
        steps.append(struct.pack("=HBBI", _JUMP_EQUAL, left + (check if is_mapping else allow), deny, number))
    steps += [
        struct.pack("=HBBI", _RETURN, 0, 0, _DENY),
        struct.pack("=HBBI", _RETURN, 0, 0, _ALLOW),
        struct.pack("=HBBI", _LOAD, 0, 0, _AT_THIRD_ARGUMENT),
        struct.pack("=HBBI", _JUMP_SET, 0, 1, _PROT_EXEC),
        struct.pack("=HBBI", _RETURN, 0, 0, _DENY),
        struct.pack("=HBBI", _RETURN, 0, 0, _ALLOW),
    ]
    return b"".join(steps)
