"""Security, held against other judges of responses and policies."""

import json
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.running import WITH_SOURCE

ROOT = Path(__file__).parents[2]


def _run(program: str, *paths: Path) -> Any:
    command = [sys.executable, "-m", "evaluation", program, *map(str, paths)]
    ended = subprocess.run(command, cwd=ROOT, env=WITH_SOURCE, capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout.splitlines()[-1])


def test_policies(shared: Callable[[str], Path]) -> None:
    """The same findings at the same severities as CSP Evaluator's for nearly every policy."""
    summary = _run("csp", shared("corpus/security/csp.json"))
    assert summary["policies"] > 200
    assert summary["agreement"] >= 0.98
    assert summary["false_alarms"] == 0


@pytest.fixture
def low_ports() -> None:
    """The cases are served where browsers would look for them."""
    try:
        socket.create_server(("127.0.0.5", 80)).close()
    except OSError as problem:
        pytest.skip(f"the cases are served at port 80 of loopback addresses: {problem}")


def _case(test: str, outcome: str, *headers: tuple[str, str], passes: bool = False, **context: Any) -> dict[str, Any]:
    return {
        "name": f"{test} {outcome}",
        "url": "https://www.pears.example/",
        "headers": [("Content-Type", "text/html"), *headers],
        "html": "<title>Pears</title>",
        "test": test,
        "expected": outcome,
        "pass": passes,
        "context": context,
    }


@pytest.mark.usefixtures("low_ports")
def test_a_site_as_it_is_reached(tmp_path: Path) -> None:
    """Twin, redirects, certificate and preflight are asked over real sockets."""
    cors = "cross-origin-resource-sharing"
    origin, credentials = "https://asked.example", ("Access-Control-Allow-Credentials", "true")
    twin = "http://www.pears.example/"
    hsts, secure = "strict-transport-security", "https://www.pears.example/"
    cases = [
        _case(
            *(cors, f"{cors}-implemented-with-universal-access"),
            *(("Access-Control-Allow-Origin", origin), credentials),
            request_headers=[("origin", origin)],
        ),
        _case(cors, f"{cors}-implemented-with-public-access", ("Access-Control-Allow-Origin", "*"), passes=True),
        _case("redirection", "redirection-missing", redirect_chain=[(twin, 200)], http_response={}),
        _case("redirection", "redirection-to-https", passes=True, redirect_chain=[(twin, 301), (secure, 200)]),
        _case(
            *("redirection", "redirection-off-host-from-http"),
            redirect_chain=[(twin, 301), ("https://pears.example/", 200)],
        ),
        _case("redirection", "redirection-not-needed-no-http", passes=True, http_response=None),
        _case(hsts, "hsts-invalid-cert", cert_verified=False),
        _case(hsts, "hsts-not-implemented-no-https", https_reachable=False),
        _case(hsts, "hsts-implemented-max-age-at-least-six-months", ("Strict-Transport-Security", "max-age=abc")),
    ]
    cases[-1]["pass"] = True
    path = tmp_path / "observatory.json"
    path.write_text(json.dumps({"cases": cases}))
    summary = _run("observatory", path)
    assert summary["judged"] == summary["tests"] == len(cases)
    assert summary["agreement"] == 1
    assert summary["caught"] == 6
    assert summary["disputed"] == 1


@pytest.mark.usefixtures("low_ports")
@pytest.mark.parametrize(("name", "tests"), [("observatory.json", 200), ("observatory_pages.json", 1100)])
def test_responses(name: str, tests: int, shared: Callable[[str], Path]) -> None:
    """The same pass or fail as the Observatory's in nearly every test, and no false alarm."""
    summary = _run("observatory", shared("corpus/security") / name)
    assert summary["tests"] > tests
    assert summary["judged"] == summary["given"] > 0
    assert summary["agreement"] >= 0.98
    assert summary["false_alarms"] == 0
