"""Runs the programs of the repository that aren't installed: evaluations, benchmarks, the fuzzer."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.running import WITH_SOURCE

ROOT = Path(__file__).parents[2]

#: The exit status of a program that lacks another program, by the convention of Automake's test drivers.
_SKIPPED = 77


def run_program(*arguments: object, seconds: int = 300) -> "subprocess.CompletedProcess[str]":
    """Run Python in the root of the repository, where its packages are found; output is text."""
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(
        command, cwd=ROOT, env=WITH_SOURCE, capture_output=True, text=True, timeout=seconds, check=False
    )


def output_of(*arguments: object) -> str:
    """Return the output of a program that must succeed; skip the test if another program is missing."""
    ended = run_program(*arguments)
    if ended.returncode == _SKIPPED:
        pytest.skip(ended.stdout.strip().splitlines()[-1])
    assert ended.returncode == 0, ended.stdout[-3000:] + ended.stderr[-3000:]
    return ended.stdout


def evaluate(name: str, *arguments: object) -> Any:
    """Run an evaluation, which has to judge every case, and return its figures."""
    return json.loads(output_of("-m", "evaluation", name, *arguments).splitlines()[-1])
