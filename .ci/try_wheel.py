"""Install the wheel of a folder into a fresh environment, use it, and remove it."""

import json
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
import zipfile
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path

PLUGIN = "twisted/plugins/sitescan_plugin.py"
SOURCE = Path(__file__).parents[1]
START_SECONDS = 30


def check_contents(wheel: Path) -> None:
    """Check that the wheel holds the package's files in git and the plugin, nothing else, and no file of Twisted."""
    listed = subprocess.run(["git", "ls-files", "sitescan", "twisted"], cwd=SOURCE, text=True, stdout=-1, check=True)
    expected = set(listed.stdout.split())
    found = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert {PLUGIN, "sitescan/py.typed"} <= expected
    assert found == expected, f"missing: {expected - found}; too much: {found - expected}"


def run(*command: str | Path) -> str:
    """Return what a command prints. It runs in an empty folder, so that nothing is imported from the source tree."""
    with tempfile.TemporaryDirectory() as empty:
        done = subprocess.run(command, cwd=empty, text=True, stdout=-1, stderr=subprocess.STDOUT, check=False)
    assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}"
    return done.stdout


def check_command(bin_: Path) -> None:
    """Check that the command scans a file and explains a rule without a service."""
    assert "seo/title-missing" in run(bin_ / "sitescan", "explain", "seo/title-missing")
    with tempfile.TemporaryDirectory() as folder:
        page, report = Path(folder) / "index.html", Path(folder) / "report.html"
        page.write_text("<!doctype html><title>Pears</title><img src=pear.png>")
        assert "<img src=pear.png>" in run(bin_ / "sitescan", "scan", "--full", page, "-o", f"html:{report}")
        assert "<style>" in report.read_text()


def listed(bin_: Path) -> bool:
    """Return whether ``twist --help`` lists sitescan."""
    return any(line.split()[:1] == ["sitescan"] for line in run(bin_ / "twist", "--help").splitlines())


def ask(port: int, method: str, path: str, body: str | None = None) -> tuple[int, dict[str, object]]:
    """Send a request to the service, which may still be starting, and return its status and its JSON."""
    until = time.monotonic() + START_SECONDS
    while True:
        connection = HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            connection.request(method, path, body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            return response.status, json.load(response)
        except ConnectionRefusedError:
            assert time.monotonic() < until, "the service does not start"
            time.sleep(0.1)
        finally:
            connection.close()


def check_service(bin_: Path) -> None:
    """Check that the service starts, answers, refuses addresses of this machine, and ends on SIGTERM."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    service = subprocess.Popen([bin_ / "twist", "sitescan", f"--listen=tcp:{port}:interface=127.0.0.1"], cwd="/")
    try:
        status, answer = ask(port, "GET", "/api/v1/rules")
        assert status == 200, (status, answer)
        assert answer["rules"]
        page = urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=10).read().decode()
        for file in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
            assert urllib.request.urlopen(f"http://127.0.0.1:{port}{file}", timeout=10).read(), file
        status, answer = ask(port, "POST", "/api/v1/scan", json.dumps({"url": f"http://127.0.0.1:{port}/"}))
        assert status == 400, (status, answer)
        assert answer["error"] == "Invalid URL", answer
        service.terminate()
        # Twisted shuts down, then ends by the signal that it received.
        assert service.wait(START_SECONDS) == -signal.SIGTERM, service.returncode
    finally:
        with suppress(ProcessLookupError):
            service.kill()
        service.wait()


def main() -> None:
    """Check the only wheel in the folder that is named."""
    (wheel,) = Path(sys.argv[1]).glob("*.whl")
    check_contents(wheel)
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        bin_ = Path(folder) / "bin"
        run(bin_ / "python", "-m", "pip", "install", "--quiet", wheel)
        assert listed(bin_), "twist --help does not list sitescan"
        check_service(bin_)
        check_command(bin_)
        run(bin_ / "python", "-m", "pip", "uninstall", "--yes", "sitescan")
        assert not listed(bin_), "twist --help still lists sitescan"
        run(bin_ / "python", "-c", "import twisted.plugins, twisted.plugins.twisted_web, twisted.web.server")


if __name__ == "__main__":
    main()
