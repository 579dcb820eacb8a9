"""The exit codes of ``sitescan``; they are part of its public interface."""

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit code of the command; of several pages, the most severe one."""

    PASSED = 0
    GATE_FAILED = 1
    USAGE = 2
    UNREACHABLE = 3
    INTERNAL = 4


class FixExitCode(IntEnum):
    """The exit code of ``sitescan fix``, as those of ruff: with ``--diff``, changes remain to be made."""

    DONE = 0
    REMAINS = 1
    FAILED = 2


class UsageProblem(Exception):
    """The command line or a file that it names is invalid; the message is one line."""
