"""The evaluations run on their samples, so that a change of the scanner that breaks one of them is noticed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import WITH_SOURCE

_ROOT = Path(__file__).parents[2]
# The evaluations are beside the package, not in it, and what is installed comes first.
sys.path.append(str(_ROOT))

from evaluation.__main__ import EVALUATIONS, SKIPPED  # noqa: E402 - the path is set above


def _evaluation(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "evaluation", *arguments]
    return subprocess.run(command, cwd=_ROOT, env=WITH_SOURCE, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("name", EVALUATIONS)
def test_sample(name: str) -> None:
    """An evaluation judges every case of its sample, and nothing logs an error."""
    ended = _evaluation(name)
    assert ended.stdout, ended.stderr
    figures = json.loads(ended.stdout.splitlines()[-1])
    if ended.returncode == SKIPPED:
        pytest.skip(figures["skipped"])
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert figures["judged"] == figures["given"] > 0
    assert figures["errors"] == 0


def test_list() -> None:
    """Every evaluation is listed with its purpose."""
    listed = _evaluation("--list")
    assert listed.returncode == 0, listed.stderr
    assert [line.split()[0] for line in listed.stdout.splitlines()] == list(EVALUATIONS)


def test_too_few_cases(tmp_path: Path) -> None:
    """Data without a case fails, since nothing was judged."""
    empty = tmp_path / "robots.json"
    empty.write_text("[]", encoding="utf-8")
    assert _evaluation("robots", str(empty)).returncode == 1


def test_forbidden_addresses() -> None:
    """No hostile URL of the sample reaches an address that it may not reach."""
    figures = json.loads(_evaluation("ssrf").stdout.splitlines()[-1])
    assert figures["wrong"] == figures["dialled_forbidden"] == 0
