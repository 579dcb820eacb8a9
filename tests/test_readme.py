"""What the README promises."""

import re
from pathlib import Path

from sitescan.settings import options, size

README = (Path(__file__).parents[1] / "README.rst").read_text(encoding="utf-8")
ROW = re.compile(r"^``--([a-z-]+)`` +(?:``([^`]+)``|none|sitescan's name) ", re.M)


def test_every_option_stands_in_it_once() -> None:
    """Nobody needs to start the service to learn how it can be run."""
    named = [name for name, _ in ROW.findall(README)]
    assert sorted(named) == sorted(name.replace("_", "-") for name, *_ in options())


def test_its_defaults_are_those_of_the_service() -> None:
    """A limit that is documented is one that holds."""
    said = dict(ROW.findall(README))
    for name, parse, _, repeat, default in options():
        text = said[name.replace("_", "-")]
        if text:
            assert parse(text) == (default[0] if repeat else default), name
        else:
            assert not default or name == "user_agent"


def test_sizes_are_written_for_people() -> None:
    """Bytes are hard to read."""
    said = dict(ROW.findall(README))
    assert all("iB" in said[name.replace("_", "-")] for name, parse, *_ in options() if parse is size)


def test_it_starts_the_service_and_runs_the_tests_in_one_line_each() -> None:
    """What stands there is what .ci/run runs."""
    assert re.search(
        r"^   python3 -m venv \.venv && \.venv/bin/pip install \. && \.venv/bin/twist sitescan$", README, re.M
    )
    assert re.search(r"^   python3 -m venv \.venv && \.venv/bin/pip install tox && \.venv/bin/tox$", README, re.M)
