"""
The entry point of the command ``sitescan``.

Editors and hooks start it for each file, so it loads nothing that only some commands need.
"""

import os
import signal
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from sitescan import __version__
from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.interruption import Terminated, raise_on_signals
from sitescan.cli.output import discard_output, print_error, print_text
from sitescan.examine.garbage import collect_seldom
from sitescan.rendering.rendering_errors import RendererUnavailable
from sitescan.report.visible_text import one_line

#: The exit code of a shell for a program that a signal has ended is this and the number of the signal.
_SIGNALED = 128


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # The parent process has closed it.
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115 - open until the process ends
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # Terminals without UTF-8 get escapes, and file names that are not valid text can be printed.
            stream.reconfigure(errors="backslashreplace")
    collect_seldom()
    try:
        raise_on_signals()
        return _run(given)
    except (RendererUnavailable, UsageProblem) as problem:
        print_error(f"sitescan: {one_line(str(problem))}")
        return ExitCode.USAGE
    except KeyboardInterrupt as interrupt:
        print_error("sitescan: interrupted")
        number = interrupt.number if isinstance(interrupt, Terminated) else signal.SIGINT
        return _SIGNALED + number
    except BrokenPipeError:
        # The reader of the output has closed it.
        discard_output()
        return ExitCode.PASSED
    except Exception:  # noqa: BLE001 - an internal error must not look like a failed gate
        traceback.print_exc()
        return ExitCode.INTERNAL


def _run(given: Sequence[str]) -> int:
    if given == ["--version"]:
        print_text(f"sitescan {__version__}\n")
        return ExitCode.PASSED
    if given[:1] == ["serve"]:
        os.execv(sys.executable, [sys.executable, "-m", "twisted", "sitescan", *given[1:]])  # noqa: S606 - the same interpreter
    from sitescan.cli.commands import run  # noqa: PLC0415 - the parser takes long to load

    return run(given)
