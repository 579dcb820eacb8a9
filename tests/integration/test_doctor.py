"""``sitescan doctor`` on machines that lack something."""

import os
import subprocess
import sys
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.certificates import Authority
from tests.names import naming
from tests.programs import RENDERER, needs
from tests.redis_server import redis_server
from tests.running import free_port
from tests.site import serving

NAMES = ["ports", "renderer", "open files", "DNS", "Redis", "time", "certificates"]


def _examined(
    *words: str, env: Mapping[str, str] | None = None, before: str = "", known: str = "192.0.2.1"
) -> tuple[int, dict[str, str]]:
    """
    Run the command with a name server on loopback, and return the exit code and the lines by their subject.

    :param before: the shell command to run before.
    :param known: the address of the name that is looked up; ``none`` if the server doesn't know it.
    """
    listen = () if any(word.startswith("--listen") for word in words) else ("--listen", _endpoint(free_port()))
    shell = ("/bin/sh", "-c", f'{before or ":"} && exec "$0" "$@"')
    with naming({"example.com": known} if known != "none" else {}) as names:
        dns = ("--set", f"dns=127.0.0.1:{names}")
        done = subprocess.run(
            [*shell, sys.executable, "-m", "sitescan", "doctor", *listen, *dns, *words],
            env={**os.environ, **(env or {})},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.stderr == ""
    found = {line[8:20].strip(): line[:6].strip() + " " + line[22:] for line in done.stdout.splitlines()}
    assert list(found) == NAMES
    return done.returncode, found


def _endpoint(port: int) -> str:
    return f"tcp:{port}:interface=127.0.0.1"


def _failed(found: Mapping[str, str]) -> list[str]:
    return [name for name, line in found.items() if line.startswith("FAILED ")]


def test_everything_is_available() -> None:
    """Each line reports success and the result on a machine that has everything."""
    code, found = _examined()
    assert (code, _failed(found)) == (0, [])
    assert found["DNS"] == "ok example.com is 192.0.2.1"
    assert found["time"].startswith(f"ok {datetime.fromtimestamp(time.time(), UTC):%Y-}")
    assert found["Redis"].startswith("ok not configured")


def test_port_in_use(tmp_path: Path) -> None:
    """A port in use is named; a free port and a free UNIX socket aren't, and no socket is left."""
    with serving({}) as site:
        taken = _endpoint(int(site.origin.rpartition(":")[2]))
        code, found = _examined("--listen", taken, "--listen", _endpoint(free_port()))
    assert (code, _failed(found)) == (1, ["ports"])
    assert found["ports"].startswith(f"FAILED {taken}: ")
    assert "Address already in use; if it isn't sitescan that runs there, stop the other program" in found["ports"]
    code, found = _examined("--listen", f"unix:{tmp_path}/socket")
    assert (code, list(tmp_path.iterdir())) == (0, [])


@pytest.mark.parametrize(
    ("programs", "message"),
    [
        ({}, "Rendering needs Chromium's headless shell; install it"),
        ({"chromium-headless-shell": ""}, "Rendering needs bubblewrap; install it (Debian: apt install bubblewrap)"),
        (
            {"chromium-headless-shell": "", "bwrap": "echo bwrap: No permissions to create new namespace >&2; exit 1"},
            "Rendering needs user namespaces, which this system refuses",
        ),
        (
            {"chromium-headless-shell": "", "bwrap": "echo HeadlessChrome/90.0.1 Safari"},
            "Rendering needs Chromium 130 or later",
        ),
    ],
)
def test_no_renderer(tmp_path: Path, programs: Mapping[str, str], message: str) -> None:
    """The missing part of the renderer is named, if rendering is configured."""
    for name, script in programs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    code, found = _examined("--renderer", "chromium", env={"PATH": str(tmp_path)})
    assert (code, _failed(found)) == (1, ["renderer"])
    assert message in found["renderer"]


@needs(*RENDERER)
def test_working_renderer() -> None:
    """A renderer that works is named with its version."""
    code, found = _examined("--renderer", "chromium")
    assert code == 0
    assert found["renderer"].startswith("ok Chrome/")
    assert found["renderer"].endswith(" runs in its sandbox")


def test_low_limit_of_open_files() -> None:
    """A low limit of open files is reported with the number that is needed."""
    code, found = _examined(before="ulimit -n 1000")
    assert (code, _failed(found)) == (1, ["open files"])
    assert found["open files"].startswith("FAILED 1,000 are allowed, but up to 4,272 are needed; raise the limit")
    assert _examined("--scans", "1", "--set", "connections=100")[0] == 0


@pytest.mark.parametrize(
    ("known", "message"), [("none", "doesn't know example.com"), ("", "no server answers (127.0.0.1)")]
)
def test_dns(known: str, message: str) -> None:
    """A name server that doesn't answer is reported differently from a server that doesn't know the name."""
    code, found = _examined(known=known)
    assert (code, _failed(found)) == (1, ["DNS"])
    assert message in found["DNS"]


@needs("redis-server")
def test_redis() -> None:
    """Redis has to answer and to be writable."""
    with redis_server() as server:
        code, found = _examined("--state", server.url)
        assert code == 0
        assert found["Redis"].endswith("answers and can be written")
        server.kill()
        code, found = _examined("--state", server.url)
    assert (code, _failed(found)) == (1, ["Redis"])
    assert "start the server, or correct --state" in found["Redis"]


@pytest.mark.skipif(find_spec("txredisapi") is None, reason="txredisapi is not installed")
def test_no_redis() -> None:
    """A Redis server that refuses the connection is reported."""
    code, found = _examined("--state", f"redis://127.0.0.1:{free_port()}")
    assert (code, _failed(found)) == (1, ["Redis"])
    assert "refused" in found["Redis"]


def test_certificates(tmp_path: Path) -> None:
    """Missing certificate authorities and an expired authority are reported."""
    none = {"SSL_CERT_FILE": os.devnull, "SSL_CERT_DIR": str(tmp_path)}
    code, found = _examined(env=none)
    assert (code, _failed(found)) == (1, ["certificates"])
    assert "apt install ca-certificates" in found["certificates"]
    (tmp_path / "0a1b2c3d.0").touch()
    assert _examined(env=none)[0] == 0
    now = datetime.fromtimestamp(time.time(), UTC)
    good = Authority(name="Pears", now=now).save(tmp_path / "good.pem")
    old = Authority(name="Plums", now=now.replace(year=now.year - 2)).save(tmp_path / "old.pem")
    code, found = _examined("--ca-file", good)
    assert (code, found["certificates"]) == (0, f"ok those of the system and of {good}")
    code, found = _examined("--ca-file", old)
    assert (code, _failed(found)) == (1, ["certificates"])
    assert f"{old}: CN=Plums is valid from " in found["certificates"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--listne", "tcp:1"], "unknown option --listne; did you mean"),
        (["--listen", "pears"], "--listen: 'pears' is not an endpoint string"),
        (["--ca-file", os.devnull], "--ca-file: not a readable PEM file"),
        (["pears"], "unexpected argument 'pears'"),
    ],
)
def test_invalid_arguments(words: list[str], message: str) -> None:
    """A mistake in the arguments is reported in one line."""
    done = subprocess.run(
        [sys.executable, "-m", "sitescan", "doctor", *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert message in done.stderr
