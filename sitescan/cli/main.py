"""The entry point of the command ``sitescan`` and its subcommands."""

import argparse
import os
import signal
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import shtab

from sitescan.cli.arguments import parser
from sitescan.cli.diff_command import diff
from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.init_command import init
from sitescan.cli.interruption import Terminated, raise_on_signals
from sitescan.cli.output import discard_output, print_error, print_text
from sitescan.cli.rule_explanation import explanation
from sitescan.cli.scan_command import scan
from sitescan.rendering.rendering_errors import RendererUnavailable
from sitescan.report.visible_text import one_line, visible_json
from sitescan.rules.catalogue import catalogue

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


def _run(given: list[str]) -> int:
    if given[:1] == ["serve"]:
        os.execv(sys.executable, [sys.executable, "-m", "twisted", "sitescan", *given[1:]])  # noqa: S606 - the same interpreter
    if given[:1] == ["doctor"] and given[1:2] not in (["-h"], ["--help"]):
        from sitescan.cli.doctor_command import doctor  # noqa: PLC0415 - takes long to import

        return doctor(given[1:])
    arguments = parser().parse_args(given)
    if arguments.command is None:
        raise UsageProblem(
            "give a command, such as `sitescan scan https://pears.example/`; `sitescan --help` lists them"
        )
    _check_no_empty_values(arguments)
    commands: Mapping[str, Callable[[argparse.Namespace], int]] = {
        "scan": scan,
        "fix": _fix,
        "batch": _batch,
        "site": _site,
        "diff": diff,
        "init": init,
        "rules": _rules,
        "explain": _explain,
        "mcp": _mcp,
        "completion": _completion,
    }
    return commands[arguments.command](arguments)


def _check_no_empty_values(arguments: argparse.Namespace) -> None:
    """
    Refuse an empty target, path or value, which scripts give where a variable is unset.

    :raises UsageProblem: if there is one.
    """
    for name, value in vars(arguments).items():
        if value == "" or (isinstance(value, list) and "" in value):
            raise UsageProblem(f"{name.replace('_', '-')}: an empty value was given; is a variable unset?")


def _batch(arguments: argparse.Namespace) -> int:
    # The other commands need no reactor, whose modules take long to import.
    from sitescan.cli.batch import batch  # noqa: PLC0415
    from sitescan.cli.remote import Interrupted  # noqa: PLC0415

    try:
        return batch(arguments)
    except Interrupted:
        print_error("sitescan: the same command goes on where this one was interrupted")
        raise KeyboardInterrupt from None


def _site(arguments: argparse.Namespace) -> int:
    from sitescan.cli.site_command import site  # noqa: PLC0415 - the database takes long to import

    return site(arguments)


def _fix(arguments: argparse.Namespace) -> int:
    if arguments.server:
        # Local files need no reactor, whose modules take long to import.
        from sitescan.cli.remote import Interrupted  # noqa: PLC0415
        from sitescan.cli.server_command import print_server_file  # noqa: PLC0415

        try:
            return print_server_file(arguments)
        except Interrupted:
            raise KeyboardInterrupt from None
    from sitescan.cli.fix_command import fix  # noqa: PLC0415 - the process pool takes long to import

    return fix(arguments)


def _mcp(arguments: argparse.Namespace) -> int:
    from sitescan.cli.mcp_command import mcp  # noqa: PLC0415 - takes long to import

    mcp(arguments)
    return ExitCode.PASSED


def _rules(arguments: argparse.Namespace) -> int:
    if arguments.json:
        from sitescan.web.wire import rule_json  # noqa: PLC0415 - takes long to import

        rules = [rule_json(rule) for rule in catalogue().values()]
        print_text(visible_json({"rules": rules}, indent=2) + "\n")
        return ExitCode.PASSED
    if arguments.ids:
        print_text("".join(f"{name}\n" for name in catalogue()))
        return ExitCode.PASSED
    width = max(map(len, catalogue()))
    lines = [
        f"{rule.id:{width}}  {rule.severity.value:7}  {rule.share:>3}%  {rule.title}\n" for rule in catalogue().values()
    ]
    print_text("".join(lines))
    return ExitCode.PASSED


def _explain(arguments: argparse.Namespace) -> int:
    print_text(explanation(arguments.rule))
    return ExitCode.PASSED


def _completion(arguments: argparse.Namespace) -> int:
    print_text(shtab.complete(parser(), arguments.shell) + "\n")
    return ExitCode.PASSED
