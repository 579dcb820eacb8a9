"""The ``sitescan`` command as a process of its own, over the network of this machine."""

import json
import os
import pty
import re
import shlex
import signal
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization

from tests.certificates import authority
from tests.integration.processes import alive, members_of, until
from tests.names import naming
from tests.running import free_port
from tests.site import Answered, page, serving

GOOD = page("<!doctype html><html lang=en><meta charset=utf-8><title>Pears</title><h1>Pears</h1><a href=/no>Plums</a>")
COMMAND = [sys.executable, "-m", "sitescan"]


def _env(**more: str) -> Mapping[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("CI", "NO_COLOR")}
    return {**kept, "LC_ALL": "C.UTF-8", **more}


def _run(*words: str, cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*COMMAND, *words], capture_output=True, text=True, timeout=120, check=False, cwd=cwd, env=_env()
    )


def test_unreachable_page_among_others(tmp_path: Path) -> None:
    """A page that can't be reached doesn't keep the other pages from being reported."""
    with serving({"/": GOOD, "/two": GOOD}) as site:
        closed = f"http://127.0.0.1:{free_port()}/"
        done = _run(
            "scan", f"{site.origin}/", closed, f"{site.origin}/two", "--allow-private", "--format", "json", cwd=tmp_path
        )
    assert done.returncode == 3
    assert [report["url"] for report in json.loads(done.stdout)] == [f"{site.origin}/", f"{site.origin}/two"]
    assert "refused" in done.stderr
    assert "links/broken" in done.stdout


def test_private_address_requires_option(tmp_path: Path) -> None:
    """A private address isn't scanned unless it is allowed, and the error names the option."""
    with serving({"/": GOOD}) as site:
        done = _run("scan", f"{site.origin}/", cwd=tmp_path)
        assert not site.requests
    assert done.returncode == 2
    assert "--allow-private" in done.stderr


@pytest.mark.parametrize(
    ("hosts", "code"), [(["localhost"], 0), (["127.0.0.1"], 0), (["localhost", "10.0.0.1"], 2), (["10.0.0.1"], 2)]
)
def test_loopback_is_allowed_on_terminal(tmp_path: Path, hosts: list[str], code: int) -> None:
    """A loopback URL at a terminal needs no option, unless another private URL is given as well."""
    ours, theirs = pty.openpty()
    with serving({"/": GOOD}) as site:
        port = site.origin.rpartition(":")[2]
        words = ["scan", *(f"http://{host}:{port}/" for host in hosts)]
        done = subprocess.run(
            [*COMMAND, *words], stdin=theirs, capture_output=True, timeout=120, check=False, cwd=tmp_path, env=_env()
        )
        assert bool(site.requests) is (code == 0)
    os.close(theirs)
    os.close(ours)
    assert done.returncode == code
    assert (b"--allow-private" in done.stderr) is (code != 0)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_loopback_requires_option_in_programs(tmp_path: Path, host: str) -> None:
    """A program that scans loopback URLs needs the option, and the error doesn't blame the port."""
    done = _run("scan", f"http://{host}:{free_port()}/", cwd=tmp_path)
    assert done.returncode == 2
    assert "--allow-private lets you allow" in done.stderr


def test_unknown_hosts_and_invalid_urls(tmp_path: Path) -> None:
    """A host name that doesn't exist and a URL that isn't a page are reported as unreachable."""
    with serving({"/": Answered(b"%PDF", 200, (("Content-Type", "application/pdf"),))}) as site, naming({}) as names:
        dns = f"dns=127.0.0.1:{names}"
        done = _run("scan", "http://pears.invalid/", f"{site.origin}/", "--allow-private", "--set", dns, cwd=tmp_path)
    assert done.returncode == 3
    assert "host name was not found" in done.stderr


def test_header_is_sent_to_origin_only(tmp_path: Path) -> None:
    """A header field of the command is sent to the origin of the page, and not to other sites."""
    with serving({"/": page("")}) as other, serving({"/": page(f"<a href='{other.origin}/'>Plums</a>")}) as site:
        done = _run("scan", f"{site.origin}/", "--allow-private", "--header", "X-Pears: ripe", cwd=tmp_path)
        assert {fields.get("X-Pears") for fields in site.received} == {"ripe"}
        assert {fields.get("X-Pears") for fields in other.received} == {None}
    assert done.returncode == 0, done.stderr


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Make programs interruptible, even if the tests run in the background of a shell."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_scan(tmp_path: Path) -> None:
    """Ctrl+C ends a scan at once, without a traceback and without a child process that remains."""
    with serving({"/": GOOD}) as site:
        site.seconds["/"] = 60
        process = subprocess.Popen(
            [*COMMAND, "scan", f"{site.origin}/", "--allow-private"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            env=_env(),
            start_new_session=True,
        )
        until(lambda: site.requests or process.poll() is not None)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "sitescan: interrupted\n")
    # The system kills the fork server once the command has ended. Where nobody waits for orphans, it stays a zombie.
    until(lambda: not any(map(alive, members_of(process.pid))))


@pytest.mark.parametrize("words", ["explain seo/title-missing", "scan index.html", "scan index.html --format html"])
def test_closed_pipe(tmp_path: Path, words: str) -> None:
    """The command ends silently if its output is a closed pipe."""
    (tmp_path / "index.html").write_text("<title>Pears</title>")
    process = subprocess.Popen(
        [*COMMAND, *words.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=_env(),
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert process.wait(30) == 0
    process.stderr.close()


@pytest.mark.parametrize(
    "words", ["scan index.html", "scan index.html --format json", "rules", "explain seo/title-missing"]
)
def test_full_disk(tmp_path: Path, words: str) -> None:
    """A full disk is reported in one line, and the exit code isn't that of a gate or of an internal error."""
    (tmp_path / "index.html").write_text("<title>Pears</title>")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, *words.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
            cwd=tmp_path,
            env=_env(),
        )
    assert done.returncode == 2
    assert done.stderr == b"sitescan: standard output: No space left on device\n"


def test_full_disk_of_output_file(tmp_path: Path) -> None:
    """A full disk is reported in one line with the file that can't be written."""
    (tmp_path / "index.html").write_text("<title>Pears</title>")
    done = subprocess.run(
        [*COMMAND, "scan", "index.html", "-o", "html:/dev/full"],
        capture_output=True,
        timeout=60,
        check=False,
        cwd=tmp_path,
        env=_env(),
    )
    assert done.returncode == 2
    assert done.stderr == b"sitescan: output: /dev/full: No space left on device\n"


def test_closed_standard_streams(tmp_path: Path) -> None:
    """Nothing is printed to a closed stream, and a page can't be read from a closed standard input."""
    (tmp_path / "index.html").write_text("<title>Pears</title>")

    def ended(words: str) -> tuple[int, bytes]:
        line = shlex.join(COMMAND) + " " + words
        done = subprocess.run(
            ["sh", "-c", line], stderr=subprocess.PIPE, timeout=60, check=False, cwd=tmp_path, env=_env()
        )
        return done.returncode, done.stderr

    assert ended("scan index.html >&-") == (0, b"")
    assert ended("scan index.html --max error=0 >&- 2>&-") == (1, b"")
    assert ended("scan - <&- >&-") == (3, b"sitescan: -: standard input is closed\n")


@pytest.mark.parametrize(("env", "colored"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_colors(tmp_path: Path, env: Mapping[str, str], colored: bool) -> None:
    """Output on a terminal is colored, unless the environment forbids it."""
    (tmp_path / "index.html").write_text("<title>Pears</title>")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, "scan", "index.html"], stdout=theirs, stderr=subprocess.PIPE, cwd=tmp_path, env=_env(**env)
    ) as process:
        os.close(theirs)
        printed = b""
        try:
            while data := os.read(ours, 65536):
                printed += data
        except OSError:
            pass  # The terminal was closed.
        assert process.stderr is not None
        assert process.stderr.read() == b""
    os.close(ours)
    assert (b"\x1b[" in printed) is colored


def test_terminal_without_utf8(tmp_path: Path) -> None:
    """Text that the terminal can't encode is escaped instead of causing a traceback."""
    (tmp_path / "index.html").write_text("<title>Pears</title><img src='ö.png'>")
    done = subprocess.run(
        [*COMMAND, "scan", "index.html"],
        capture_output=True,
        timeout=60,
        check=False,
        cwd=tmp_path,
        env={**_env(), "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_serve_has_options_of_twist_plugin() -> None:
    """``sitescan serve`` has the same options as ``twist sitescan``."""
    done = _run("serve", "--help")
    assert done.returncode == 0
    assert "--trusted-proxy" in done.stdout


@contextmanager
def _secure_site(folder: Path) -> Iterator[str]:
    """Serve a page over HTTPS with an untrusted certificate for another name."""
    issued = authority("Pear Authority", time.time()).issue("plums.example", self_signed=True)
    pair = folder / "pair.pem"
    key = issued.key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    pair.write_bytes(issued.certificate.public_bytes(serialization.Encoding.PEM) + key)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<title>Pears</title>")

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pair)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"https://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_untrusted_certificate(tmp_path: Path) -> None:
    """A page with an untrusted certificate is scanned only with ``--insecure``."""
    with _secure_site(tmp_path) as url:
        refused = _run("scan", url, "--allow-private", cwd=tmp_path)
        taken = _run("scan", url, "--allow-private", "--insecure", "--timing", cwd=tmp_path)
    assert refused.returncode == 3
    assert "certificate is not valid" in refused.stderr
    assert taken.returncode == 0, taken.stderr
    assert re.search(r"^  tls +[\d,]+ ms$", taken.stdout, re.M)


@pytest.mark.parametrize("env", [{}, {"CI": "1"}])
def test_progress_is_shown_on_terminals(tmp_path: Path, env: Mapping[str, str]) -> None:
    """Progress is shown on a terminal, but not in CI."""
    (tmp_path / "index.html").write_text("<title>Pears</title>")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "scan", "index.html"], stdout=subprocess.PIPE, stderr=theirs, cwd=tmp_path, env=_env(**env)
    )
    process.communicate(timeout=60)
    os.write(theirs, b"end")
    shown = os.read(ours, 65536)
    os.close(theirs)
    os.close(ours)
    assert (b"1 of 1 done" in shown) is (not env)


@pytest.mark.usefixtures("interruptible")
def test_watch(tmp_path: Path) -> None:
    """A change of a watched file is reported, and Ctrl+C ends the command."""
    page = tmp_path / "index.html"
    page.write_text("<!doctype html><html lang=en><title>Pears</title>")
    process = subprocess.Popen(
        [*COMMAND, "scan", "index.html", "--watch"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=_env(),
    )
    assert process.stderr is not None
    assert process.stdout is not None
    assert process.stderr.readline() == "sitescan: watching 1 page; Ctrl+C stops it\n"
    page.write_text("<!doctype html><html lang=en><title>Pears</title><img src=a.png>")
    lines = iter(process.stdout.readline, "")
    assert "  new: Images have no alt text (accessibility/image-alt), line 1\n" in lines
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
