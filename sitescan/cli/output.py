"""Standard output and standard error of the command."""

import os
import sys

from sitescan.cli.exit_codes import UsageProblem


def print_text(text: str) -> None:
    """Write to standard output; a full disk is a problem of the user's choice and not an internal error."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as problem:
        discard_output()
        raise UsageProblem(f"standard output: {problem.strerror}") from None


def discard_output() -> None:
    """Discard unwritten output, so that Python does not report the same error again when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_error(text: str) -> None:
    """Write a line to standard error."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
