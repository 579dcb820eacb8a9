"""Security, held against other judges of responses and policies."""

import json
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def _run(program: str, *paths: Path) -> Any:
    command = [sys.executable, str(ROOT / "evaluation" / program), *map(str, paths)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout.splitlines()[-1])


def test_policies(shared: Callable[[str], Path]) -> None:
    """The same findings at the same severities as CSP Evaluator's for nearly every policy."""
    summary = _run("csp.py", shared("corpus/security/csp.json"))
    assert summary["policies"] > 200
    assert summary["agreement"] >= 0.98
    assert summary["false_alarms"] == 0


def test_responses(shared: Callable[[str], Path]) -> None:
    """The same pass or fail as the Observatory's in nearly every test, and no false alarm."""
    try:
        socket.create_server(("127.0.0.5", 80)).close()
    except OSError as problem:
        pytest.skip(f"the cases are served at port 80 of loopback addresses: {problem}")
    folder = shared("corpus/security")
    summary = _run("observatory.py", folder / "observatory.json", folder / "observatory_pages.json")
    assert summary["tests"] > 1400
    assert summary["not_scanned"] == 0
    assert summary["agreement"] >= 0.98
    assert summary["false_alarms"] == 0
