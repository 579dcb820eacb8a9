"""Limits of tests: a test that runs or collects without end fails and names the example."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.proof

_CONFTEST = Path(__file__).with_name("conftest.py")

_PROPERTY = """
from hypothesis import given, note, strategies

@given(strategies.integers())
def test_property(number):
    collected = []
    note(f"the number is {{number}}")
    while number > 100:
        {work}
"""


@pytest.mark.parametrize(
    ("work", "seconds", "failure"),
    [("pass", "0.5", "Hanging"), ("collected.append(bytes(2**20))", "300.0", "MemoryError")],
    ids=["runs without end", "collects without end"],
)
def test_endless_loop(tmp_path: Path, work: str, seconds: str, failure: str) -> None:
    """The failure names the number that made the loop endless."""
    shorter = _CONFTEST.read_text("utf-8").replace("HANGING_SECONDS = 300.0", f"HANGING_SECONDS = {seconds}")
    (tmp_path / "conftest.py").write_text(shorter, "utf-8")
    (tmp_path / "test_property.py").write_text(_PROPERTY.format(work=work), "utf-8")
    # The copy imports from here, wherever the program that runs these tests looks for modules.
    here = f"pythonpath={_CONFTEST.parents[1]}"
    options = ("-p", "no:randomly", "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", tmp_path, "-o", here)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *options, tmp_path], capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert failure in run.stdout
    assert "the number is 101" in run.stdout, run.stdout
