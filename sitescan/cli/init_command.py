"""The command ``sitescan init``, which writes a configuration file and a CI job."""

import argparse
import os
import re
from pathlib import Path

from sitescan.cli.exit_codes import ExitCode, UsageProblem
from sitescan.cli.local_pages import pages_of
from sitescan.cli.output import print_error, print_text
from sitescan.cli.starter_files import ci_file, configuration_file
from sitescan.cli.targets import advice, is_url
from sitescan.report.visible_text import one_line
from sitescan.standards.lazy_pattern import lazy_pattern

_SOURCE = "git+https://HOST/OWNER/sitescan@TAG"

#: What a shell leaves as it is between double quotes.
_IN_SHELL = lazy_pattern(r"[\w.~:/?#@!&()*+,;=%<>\[\]-]+", re.ASCII)


def init(arguments: argparse.Namespace) -> int:
    """
    Write the files that don't exist yet, or all with ``--force``.

    :raises UsageProblem: if there is none to write, one can't be written, or it isn't said what a job installs.
    """
    files = {"sitescan.toml": configuration_file(arguments.targets)}
    files |= [ci_file(arguments.ci, _source(arguments.source), arguments.targets)] if arguments.ci else []
    left = [name for name in files if not arguments.force and os.path.lexists(name)]
    if len(left) == len(files):
        raise UsageProblem(f"{' and '.join(left)}: the file exists; --force overwrites it")
    for target in filter(_is_missing, arguments.targets):
        print_error(f"sitescan: {one_line(target)}: there is no such file yet{one_line(advice(target))}")
    for name, content in files.items():
        if name in left:
            print_text(f"{name} exists and was left as it is; --force overwrites it.\n")
        else:
            _write(Path(name), content, replaces=arguments.force)
            print_text(f"{name} was written.\n")
    job = "" if arguments.ci else ", and for a CI job: sitescan init --ci github|gitlab --source NAME"
    print_text(f"Next: sitescan scan{job}\n")
    return ExitCode.PASSED


def _source(named: str | None) -> str:
    """Return what pip installs in a job. There is no default: a job runs the code of whoever owns the address."""
    if not named:
        raise UsageProblem(f"--ci: name what pip installs in the job: --source {_SOURCE}")
    if not _IN_SHELL.fullmatch(named):
        raise UsageProblem(f"--source: {one_line(named)}: write what pip installs, such as {_SOURCE}")
    return named


def _is_missing(target: str) -> bool:
    if is_url(target) or target == "-" or os.access(target, os.F_OK):
        return False
    return not any(os.access(page.path, os.F_OK) for page in pages_of(target))


def _write(path: Path, content: str, *, replaces: bool) -> None:
    if path.is_symlink() and not path.exists():
        raise UsageProblem(f"{path}: it is a link to a file that doesn't exist; remove the link")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w" if replaces else "x", encoding="utf-8") as file:
            file.write(content)
    except OSError as problem:
        raise UsageProblem(f"{path}: {problem.strerror}") from None
