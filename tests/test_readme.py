"""The promises of the README, and the table of options."""

import re
from pathlib import Path
from runpy import run_path

from sitescan.cli.arguments import parser
from sitescan.configuration.settings import OPTIONS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.rst").read_text(encoding="utf-8")
OPTIONS_PAGE = (ROOT / "docs/options.rst").read_text(encoding="utf-8")


def test_table_of_options_matches_settings() -> None:
    """The table of options matches the service; tools/update_options.py writes it."""
    tool = run_path(str(ROOT / "tools/update_options.py"))
    written = OPTIONS_PAGE.partition(tool["BEGINNING"])[2].partition(tool["END"])[0]
    assert written == tool["table"]()
    assert written.count("   * - ``") == len(OPTIONS)


def test_documented_options_exist() -> None:
    """Every flag and every name for ``--set`` in the documentation exists."""
    flags = {option.spelling for option in OPTIONS.values() if option.group}
    page = (ROOT / "docs/operation.rst").read_text(encoding="utf-8")
    names = set(re.findall(r"--([a-z]+(?:-[a-z]+)*)", page)) - {"set", "help", "config", "rm"}
    assert names <= flags
    assert {name.replace("-", "_") for name in re.findall(r"--set ([a-z-]+)=", page)} <= set(OPTIONS)


def test_quick_start_commands() -> None:
    """The README starts the service and runs the tests in one line each, with the commands of .ci/run."""
    assert re.search(
        r"^   python3 -m venv \.venv && \.venv/bin/pip install \. && \.venv/bin/twist sitescan$", README, re.M
    )
    assert re.search(
        r"^   python3 -m venv \.venv && \.venv/bin/pip install tox tox-uv && \.venv/bin/tox$", README, re.M
    )


def test_length_and_file_references() -> None:
    """The README has fewer than 110 lines, and the files that it names exist."""
    assert len(README.splitlines()) < 110
    for name in re.findall(r"(?:docs|newsfragments)/[a-z_-]+\.[a-z]+", README):
        assert (ROOT / name).is_file(), name


def test_options_of_the_command_are_documented() -> None:
    """Every option of ``sitescan scan`` is documented."""
    page = (ROOT / "docs/command.rst").read_text(encoding="utf-8")
    scan = parser()._subparsers._group_actions[0].choices["scan"]  # type: ignore[union-attr,index]
    known = {action.option_strings[-1] for action in scan._actions if action.option_strings} - {"--help", "--output"}
    assert known <= set(re.findall(r"^``(--?[a-z-]+)", page, re.M)) | {"-o"}
