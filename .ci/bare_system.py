"""
Run README.rst's commands as a newcomer does, on a bare Debian with the packages that README.rst names.

Usage: bare_system.py [RELEASE ...], as root, where debootstrap is installed; without arguments, each release that
README.rst names. A system is made by debootstrap and entered by chroot. It has this repository's last commit, in the
home of an ordinary user. Both commands are read from README.rst. The first one has to start a service that scans a page
on this machine; the second one has to succeed.

What this machine needs to reach Debian's and PyPI's registries (a mirror, a proxy, a certificate) is copied from its
own configuration. A made system is kept for a week in the user's cache, without the repository.
"""

import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

SOURCE = Path(__file__).parents[1]
README = (SOURCE / "README.rst").read_text(encoding="utf-8")

#: The releases of Debian by their numbers.
RELEASES = {"12": "bookworm", "13": "trixie"}

#: The options of pip and the variables that decide how a registry is reached.
PIP_OPTIONS = frozenset({"cert", "client-cert", "extra-index-url", "index-url", "proxy", "timeout", "trusted-host"})
VARIABLES = re.compile(r"(?i)^(?:https?|no|all)_proxy$|^(?:SSL_CERT_FILE|REQUESTS_CA_BUNDLE)$")
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")

#: What a test run may be told besides.
PASSED = ("CI", "PYTEST_XDIST_AUTO_NUM_WORKERS", "TOX_SKIP_ENV")

KEPT_SECONDS = 7 * 86400
START_SECONDS = 600
PORT = 8080
USER = "newcomer"

#: Enters a system: with its own processes, which end with the command. $0 is the root folder; the rest is the command.
ENTER = """
set -e
mount --bind "$0" "$0"
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
exec chroot "$0" "$@"
"""
PAGE = b"<!doctype html><html lang=en><title>Pears</title><h1>Pears</h1><img src=/pear.png>"


def promised() -> list[str]:
    """Return the releases that README.rst names."""
    found = re.search(r"On Debian (\d+) or (\d+)", README)
    assert found is not None
    return [RELEASES[number] for number in found.groups()]


def packages() -> list[str]:
    """Return the packages that README.rst names."""
    found = re.search(r"``apt install ([a-z0-9 -]+)``", README)
    assert found is not None
    return found[1].split()


def commands() -> tuple[str, str]:
    """Return README.rst's commands: the one that starts the service, and the one that runs the tests."""
    service, tests = re.findall(r"^   (python3 -m venv .*)$", README, re.MULTILINE)
    return service, tests


def inside(root: Path, *command: str) -> list[str]:
    """Return the command that runs another one in a system, as root."""
    return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, str(root), *command]


def as_newcomer(root: Path, script: str) -> list[str]:
    """Return the command that runs a line of shell in a system, in the ordinary user's clone."""
    variables = {name: text for name, text in os.environ.items() if VARIABLES.search(name) or name in PASSED}
    known = [f"{name}={text}" for name, text in variables.items()]
    login = [
        "su",
        "-",
        USER,
        "-c",
        f"cd sitescan && exec env {' '.join(map(_quoted, known))} bash -c {_quoted(script)}",
    ]
    return inside(root, *login)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def mirror() -> str:
    """Return the archive that this machine gets Debian's packages from, or Debian's own."""
    asked = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Origin: Debian", "Created-By: Packages"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.split()
    return next((url for url in found if "security" not in url), "http://deb.debian.org/debian")


def registries(root: Path) -> None:
    """Copy what this machine needs to reach the registries."""
    for name in ("resolv.conf", "hosts"):
        shutil.copy(Path("/etc", name), root / "etc" / name)
    options = subprocess.run(["apt-config", "dump"], capture_output=True, text=True, check=True).stdout.splitlines()
    acquired = [line for line in options if re.match(r"Acquire::[\w:-]*[A-Za-z] ", line)]
    (root / "etc/apt/apt.conf.d/99registries").write_text("\n".join(acquired) + "\n")
    listed = [sys.executable, "-m", "pip", "config", "list"]
    lines = subprocess.run(listed, capture_output=True, text=True, check=False).stdout.splitlines()
    pip = {
        name.rpartition(".")[2]: str(ast.literal_eval(text))
        for name, _, text in (line.partition("=") for line in lines)
    }
    remote = {name: text for name, text in pip.items() if name in PIP_OPTIONS and not text.startswith("file:")}
    configuration = "".join(f"{name} = {text}\n" for name, text in remote.items())
    (root / "etc/pip.conf").write_text(f"[global]\n{configuration}")


def made(release: str) -> Path:
    """Return the folder of a bare system with the packages, which is made if there is none of this week."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sitescan-ci"
    base = cache / "-".join([release, *packages()])
    if base.exists() and time.time() - base.stat().st_mtime < KEPT_SECONDS:
        return base
    shutil.rmtree(base, ignore_errors=True)
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        root = Path(folder) / "root"
        run("debootstrap", "--variant=minbase", release, str(root), mirror(), quiet=True)
        registries(root)
        run(*inside(root, "apt-get", "update", "-qq"), quiet=True)
        install = ["apt-get", "install", "-y", "-qq", *packages()]
        run(*inside(root, "env", "DEBIAN_FRONTEND=noninteractive", *install), quiet=True)
        run(*inside(root, "apt-get", "clean"))
        run(*inside(root, "useradd", "--create-home", "--shell", "/bin/bash", USER))
        root.rename(base)
    base.touch()
    return base


@contextmanager
def entered(release: str) -> Iterator[Path]:
    """Give a system with the last commit of this repository; it is removed at the end."""
    with tempfile.TemporaryDirectory(dir="/var/tmp", prefix="sitescan-") as folder:
        root = Path(folder) / release
        run("cp", "--archive", "--reflink=auto", str(made(release)), str(root))
        registries(root)
        if CERTIFICATES.exists():
            shutil.copy(CERTIFICATES, root / CERTIFICATES.relative_to("/"))
        run("git", "clone", "--quiet", SOURCE.as_uri(), str(root / "home" / USER / "sitescan"))
        run(*inside(root, "chown", "-R", f"{USER}:{USER}", f"/home/{USER}"))
        yield root


def run(*command: str, quiet: bool = False) -> None:
    """Run a command that must succeed; the output of a quiet one is shown if it fails."""
    ended = subprocess.run(command, stdout=-1 if quiet else None, stderr=-2 if quiet else None, text=True, check=False)
    if ended.returncode:
        sys.stdout.write(ended.stdout or "")
        raise SystemExit(f"{' '.join(command[:3])} ... ended with {ended.returncode}")


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(PAGE)

    do_HEAD = do_GET  # noqa: N815 - the library's name

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def scan(url: str) -> tuple[int, dict[str, object]]:
    """Ask the service for a page, and return the status and the answer."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{PORT}/api/v1/scan", json.dumps({"url": url}).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused)


@contextmanager
def serving(root: Path, command: str) -> Iterator[None]:
    """Run a command that starts the service, until it answers."""
    service = subprocess.Popen(as_newcomer(root, command), start_new_session=True)
    try:
        end = time.monotonic() + START_SECONDS
        while True:
            assert service.poll() is None, f"{command} ended with {service.returncode}"
            assert time.monotonic() < end, f"{command} doesn't answer"
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=10).close()
                break
            except OSError:
                time.sleep(0.2)
        yield
    finally:
        os.killpg(service.pid, signal.SIGTERM)
        service.wait()


def try_service(root: Path, command: str) -> None:
    """Start the service by README.rst's command, and scan a page on this machine."""
    pages = ThreadingHTTPServer(("127.0.0.1", 0), _Page)
    threading.Thread(target=pages.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{pages.server_port}/"
    started = time.monotonic()
    with serving(root, command):
        say(f"the service answered after {time.monotonic() - started:.0f} s")
        status, answer = scan(url)
        assert (status, answer["error"]) == (400, "Invalid URL"), answer
    with serving(root, ".venv/bin/twist sitescan --local"):
        status, answer = scan(url)
        assert status == 200, answer
        assert "Images have no alt text" in json.dumps(answer), answer
    pages.shutdown()


def try_commands(release: str) -> int:
    """Run both commands on a release, and return the exit status of the tests."""
    service, tests = commands()
    with entered(release) as root:
        version = subprocess.check_output(inside(root, "python3", "--version"), text=True).strip()
        say(f"bare system: {release}, {version}: {service}")
        try_service(root, service)
        shutil.rmtree(root / "home" / USER / "sitescan/.venv")
        say(f"bare system: {release}, {version}: {tests}")
        started = time.monotonic()
        code = subprocess.call(as_newcomer(root, tests))
        say(f"the tests took {time.monotonic() - started:.0f} s on {release}, and ended with {code}")
        return code


def say(line: str) -> None:
    """Print a line before the output of the next command."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Run both commands on each release, and return the largest exit status of the tests."""
    return max([try_commands(release) for release in sys.argv[1:] or promised()])


if __name__ == "__main__":
    sys.exit(main())
