"""What the README and the table of options promise."""

import re
from pathlib import Path

from sitescan.cli.arguments import parser
from sitescan.settings import options, size

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.rst").read_text(encoding="utf-8")
OPTIONS = (ROOT / "docs/options.rst").read_text(encoding="utf-8")
ROW = re.compile(r"^``--([a-z-]+)`` +(?:``([^`]+)``|none|sitescan's name) ", re.M)


def test_every_option_stands_in_it_once() -> None:
    """Nobody needs to start the service to learn how it can be run."""
    named = [name for name, _ in ROW.findall(OPTIONS)]
    assert sorted(named) == sorted(name.replace("_", "-") for name, *_ in options())


def test_its_defaults_are_those_of_the_service() -> None:
    """A limit that is documented is one that holds."""
    said = dict(ROW.findall(OPTIONS))
    for name, parse, _, repeat, default in options():
        text = said[name.replace("_", "-")]
        if text:
            assert parse(text) == (default[0] if repeat else default), name
        else:
            assert not default or name == "user_agent"


def test_sizes_are_written_for_people() -> None:
    """Bytes are hard to read."""
    said = dict(ROW.findall(OPTIONS))
    assert all("iB" in said[name.replace("_", "-")] for name, parse, *_ in options() if parse is size)


def test_it_starts_the_service_and_runs_the_tests_in_one_line_each() -> None:
    """What stands there is what .ci/run runs."""
    assert re.search(
        r"^   python3 -m venv \.venv && \.venv/bin/pip install \. && \.venv/bin/twist sitescan$", README, re.M
    )
    assert re.search(r"^   python3 -m venv \.venv && \.venv/bin/pip install tox && \.venv/bin/tox$", README, re.M)


def test_it_is_short_and_names_files_that_there_are() -> None:
    """A reader gets to the first scan without scrolling for long, and each page to read on exists."""
    assert len(README.splitlines()) < 110
    for name in re.findall(r"(?:docs|newsfragments)/[a-z_-]+\.[a-z]+", README):
        assert (ROOT / name).is_file(), name


def test_options_of_the_command_are_documented() -> None:
    """Each of them, and no other."""
    page = (ROOT / "docs/command.rst").read_text(encoding="utf-8")
    scan = parser()._subparsers._group_actions[0].choices["scan"]  # type: ignore[union-attr,index]
    known = {action.option_strings[-1] for action in scan._actions if action.option_strings} - {"--help", "--output"}
    assert known <= set(re.findall(r"^``(--?[a-z-]+)", page, re.M)) | {"-o"}
