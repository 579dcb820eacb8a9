"""The command ``sitescan lsp``, a server of the Language Server Protocol on standard input and output."""

import argparse
import sys
import time
from importlib.util import find_spec

from sitescan.cli.exit_codes import UsageProblem
from sitescan.examine.garbage import collect_only_new


def lsp(_: argparse.Namespace) -> None:
    """
    Serve until the editor closes standard input.

    :raises UsageProblem: if the package of the protocol is missing, or a person runs the command.
    """
    if find_spec("pygls") is None:
        raise UsageProblem("lsp: needs the package pygls; install it with: pip install 'sitescan[lsp]'")
    if sys.stdin is None or sys.stdin.isatty():
        raise UsageProblem("an editor starts this command and talks to it over standard input (LSP)")
    from sitescan.editors.language_server import page_server  # noqa: PLC0415 - an extra

    collect_only_new()
    page_server(time.time).start_io()
