"""What ``sitescan`` ends with; published and never changed."""

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit status of the command; of several pages the gravest."""

    PASSED = 0
    GATE_FAILED = 1
    USAGE = 2
    UNREACHABLE = 3
    INTERNAL = 4


class UsageProblem(Exception):
    """Something is wrong with the command line or a file that it names; the message is one line."""
