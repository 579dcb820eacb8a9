"""Commands that a signal ends: no process remains, and no file is harmed."""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.processes import alive, descendants_of, until
from tests.running import PATIENT
from tests.site import page, serving

pytestmark = pytest.mark.integration

_PAGES = 12
_PAGE = b'<!doctype html>\n<html lang="en"><head><title>Pears</title></head><p role="buton">x</p>' + b"<p>y</p>" * 3000
_NEVER_LEFT = 60


@pytest.fixture(autouse=True)
def _hangup_ends() -> Iterator[None]:
    """Have the commands end by SIGHUP, even if the tests were started by ``nohup``."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


def _start(folder: Path, *words: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "sitescan", *words]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=folder)


def _end(process: "subprocess.Popen[str]", number: int) -> str:
    """Send a signal to a command, wait until it and all its descendants have ended, and return its messages."""
    started = descendants_of(process.pid)
    process.send_signal(number)
    _, messages = process.communicate(timeout=300)
    until(lambda: not any(map(alive, started)))
    return messages


def _fixed(folder: Path) -> bytes:
    (folder / "fixed.html").write_bytes(_PAGE)
    process = _start(folder, "fix", "fixed.html")
    process.communicate()
    assert process.returncode == 1
    return (folder / "fixed.html").read_bytes()


@pytest.fixture(scope="module")
def fixed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the page as the command fixes it."""
    return _fixed(tmp_path_factory.mktemp("fixed"))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.parametrize("pause", [0.0, 0.2, 0.7])
def test_interrupted_fix(tmp_path: Path, fixed: bytes, number: signal.Signals, pause: float) -> None:
    """Each page of an interrupted command is fixed or as it was, and nothing else is left."""
    names = {f"{index}.html" for index in range(_PAGES)}
    for name in names:
        (tmp_path / name).write_bytes(_PAGE)
    process = _start(tmp_path, "fix", ".")
    until(lambda: descendants_of(process.pid) or process.poll() is not None)
    # The moment of the signal is arbitrary; every moment must be harmless.
    threading.Event().wait(pause)
    messages = _end(process, number)
    if number is not signal.SIGKILL and process.returncode != 1:
        assert (process.returncode, messages) == (128 + number, "sitescan: interrupted\n")
    assert {file.name for file in tmp_path.iterdir()} == names
    assert all(file.read_bytes() in (_PAGE, fixed) for file in tmp_path.iterdir())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_interrupted_scan(tmp_path: Path, number: signal.Signals) -> None:
    """A scan of a URL leaves no process, whatever ends it."""
    with serving({"/": page("x")}) as site:
        site.seconds["/"] = _NEVER_LEFT
        process = _start(tmp_path, "scan", f"{site.origin}/", "--allow-private", *PATIENT)
        until(lambda: site.requests or process.poll() is not None)
        _end(process, number)
    assert process.returncode == (-number if number is signal.SIGKILL else 130)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_interrupted_scan_of_folder(tmp_path: Path, number: signal.Signals) -> None:
    """The processes that examine the pages of a folder end with the command."""
    for index in range(_PAGES):
        (tmp_path / f"{index}.html").write_bytes(_PAGE)
    process = _start(tmp_path, "scan", ".")
    until(lambda: descendants_of(process.pid) or process.poll() is not None)
    messages = _end(process, number)
    if number is not signal.SIGKILL and process.returncode != 0:
        assert (process.returncode, messages) == (128 + number, "sitescan: interrupted\n")
