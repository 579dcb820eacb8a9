"""The benchmarks and the fuzzer run, on little, so that a change of the scanner that breaks one of them is noticed."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.running import WITH_SOURCE

_ROOT = Path(__file__).parents[2]
_SAMPLES = _ROOT / "evaluation/samples"

_PROGRAMS = {
    "capacity": ("bench/capacity.py", "--parent-ms", "50", "--child-ms", "100", "--redis-per-second", "7000"),
    "links_floor": (
        *("bench/links_floor.py", "--n", "8", "--latency", "0", "--runs", "1"),
        *("--farm", str(_SAMPLES / "link_farm.py")),
    ),
    "profile_page": ("bench/profile_page.py", str(_SAMPLES / "site/index.html"), str(_SAMPLES / "site/style.css")),
    "real_sites": ("bench/real_sites.py", str(_SAMPLES / "site"), "--pages", "1", "--scans", "2"),
    "stall": ("bench/stall.py", "--kb", "10", "--scans", "4"),
}


def _run(*command: str) -> str:
    ended = subprocess.run(
        [sys.executable, *command], cwd=_ROOT, env=WITH_SOURCE, capture_output=True, text=True, timeout=120, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr, ended.stderr
    return ended.stdout


@pytest.mark.parametrize("name", _PROGRAMS)
def test_benchmark(name: str) -> None:
    """A benchmark ends without an error."""
    output = _run(*_PROGRAMS[name])
    assert output or name == "profile_page"


@pytest.mark.skipif(find_spec("atheris") is None, reason="atheris is not installed")
def test_fuzzing() -> None:
    """A target is fuzzed for a second and nothing fails."""
    assert "nothing failed" in _run("fuzz/run.py", "--seconds", "1", "robots")
