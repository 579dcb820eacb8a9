"""Commands in processes that are forked from one that has loaded their modules, which takes longer than to run them."""

from multiprocessing import get_context
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

_SECONDS = 600

_FORKING = get_context("forkserver")
_FORKING.set_forkserver_preload(["sitescan.cli.commands", "sitescan.cli.remote", "sitescan.cli.site_command"])

#: A text, because the forked processes can't import the tests beside the installed package.
_PROGRAM = """
import os, sys
for descriptor, path in ((1, output), (2, errors)):
    os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), descriptor)
from sitescan.cli.main import main
sys.argv[1:] = words
sys.exit(main())
"""


def run_command(*words: str) -> CompletedProcess[str]:
    """Run ``sitescan`` with some arguments to its end, and return its exit code and what it wrote."""
    with TemporaryDirectory() as folder:
        output, errors = Path(folder, "output"), Path(folder, "errors")
        names = {"words": words, "output": str(output), "errors": str(errors)}
        process = _FORKING.Process(target=exec, args=(_PROGRAM, names))
        process.start()
        process.join(_SECONDS)
        assert process.exitcode is not None, f"it has run for {_SECONDS} s"
        return CompletedProcess(words, process.exitcode, output.read_text("utf-8"), errors.read_text("utf-8"))
