"""The plugin in runs of pytest."""

import json
import subprocess
import sys
from importlib.metadata import entry_points

import pytest

pytest_plugins = ["pytester"]

TESTS = """
import pytest

IMAGE = "<!doctype html><html lang=en><title>Pears</title><img src=a.png>"

def test_role(sitescan):
    sitescan("<p role=buton>x</p>").assert_no("warning")

@pytest.mark.sitescan(ignore=["accessibility/image-alt"])
def test_left_out(sitescan):
    sitescan(IMAGE).assert_no("error")

def test_other():
    pass
"""


@pytest.fixture(autouse=True)
def without_other_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load this plugin alone, and that of xdist."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "sitescan.pytest_plugin,xdist")


def test_pytest_finds_the_plugin() -> None:
    """The distribution names the plugin, so that pytest loads it."""
    (found,) = entry_points(group="pytest11", name="sitescan")
    assert found.value == "sitescan.pytest_plugin"


@pytest.mark.parametrize("processes", ["0", "2"])
def test_run(pytester: pytest.Pytester, processes: str) -> None:
    """A failure has a line for each place, a marker leaves rules out, and the reports of all processes are one file."""
    pytester.makepyfile(TESTS)
    arguments = ("--strict-markers", "-n", processes)
    ran = pytester.runpytest_subprocess(*arguments, "--sitescan-report=json:reports/pears.json")
    ran.assert_outcomes(passed=2, failed=1)
    ran.stdout.fnmatch_lines(["E*test_run.py::test_role:1:1: warning: ARIA roles are misspelled*role-invalid]*"])
    assert not [line for line in ran.stdout.lines if "page_result.py" in line]
    reports = json.loads((pytester.path / "reports" / "pears.json").read_text())
    assert [report["url"] for report in reports] == ["test_run.py::test_left_out", "test_run.py::test_role"]
    again = pytester.runpytest_subprocess(*arguments, "--sitescan-baseline=reports/pears.json")
    again.assert_outcomes(passed=3)


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("--sitescan-report=pears:out", "sitescan-report must be one of"),
        ("--sitescan-baseline=none.json", "baseline none.json: No such file"),
    ],
)
def test_invalid_option(pytester: pytest.Pytester, option: str, reason: str) -> None:
    """An invalid option ends the run before the tests, with one line."""
    pytester.makepyfile(TESTS)
    ran = pytester.runpytest_subprocess(option)
    assert ran.ret == pytest.ExitCode.USAGE_ERROR
    ran.stderr.fnmatch_lines([f"ERROR: *{reason}*"])


def test_unused_plugin_loads_nothing() -> None:
    """Loading the plugin loads none of the modules that check pages, which would slow down every run."""
    script = (
        "import pytest, sys; before = {*sys.modules}; import sitescan.pytest_plugin; "
        "print(*sorted({*sys.modules} - before))"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["sitescan", "sitescan.pytest_plugin"]
