"""The installed service from its start to its end."""

import fcntl
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.integration.processes import alive, descendants_of, examiners_of, state_of, until
from tests.running import Answer, Running, free_port, running, twist
from tests.site import Site, page, serving

PRIVATE = ("--rate-limit", "0", "--allow-private", "127.0.0.0/8")
GOOD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pears</title><h1>Pears</h1>'


@contextmanager
def slow_page(seconds: float) -> Iterator[Site]:
    """Serve a site whose page is slow."""
    with serving({"/": page(GOOD)}) as site:
        site.seconds["/"] = seconds
        yield site


def _in_background(service: Running, url: str) -> tuple[threading.Thread, list[Answer]]:
    answers: list[Answer] = []
    thread = threading.Thread(target=lambda: answers.append(service.scan(url)))
    thread.start()
    return thread, answers


def test_sigterm_finishes_running_scan() -> None:
    """After SIGTERM, the scan in progress is answered; then the process and its child processes end."""
    with slow_page(1.0) as site, running(*PRIVATE) as service:
        thread, answers = _in_background(service, site.origin + "/")
        until(lambda: site.requests)
        children = descendants_of(service.process.pid)
        service.process.send_signal(signal.SIGTERM)
        thread.join()
        service.process.wait(10)
    assert answers[0].status == 200
    assert answers[0].json["meta"]["statusCode"] == 200
    until(lambda: not any(alive(child) for child in children))
    assert not [line for line in service.lines if "#error" in line or "#critical" in line]


def test_second_sigterm_ends_at_once() -> None:
    """A second SIGTERM ends the service at once, without waiting for scans."""
    with slow_page(20.0) as site, running(*PRIVATE) as service:
        thread, _ = _in_background_ignoring(service, site.origin + "/")
        until(lambda: site.requests)
        children = descendants_of(service.process.pid)
        service.process.send_signal(signal.SIGTERM)
        until(lambda: any("Closed" in line for line in service.lines))
        started = time.monotonic()
        service.process.send_signal(signal.SIGTERM)
        service.process.wait(5)
        assert time.monotonic() - started < 2
        thread.join()
    until(lambda: not any(alive(child) for child in children))


def _in_background_ignoring(service: Running, url: str) -> tuple[threading.Thread, list[Answer]]:
    """Send a request in a thread, and expect its connection to be lost."""

    def ask() -> None:
        with pytest.raises(OSError):
            service.scan(url)

    thread = threading.Thread(target=ask)
    thread.start()
    return thread, []


def test_children_end_with_killed_parent() -> None:
    """Child processes end when their parent is ended by SIGKILL."""
    with running(*PRIVATE) as service:
        until(lambda: examiners_of(service.process.pid))
        children = descendants_of(service.process.pid)
        os.kill(service.process.pid, signal.SIGKILL)
        service.process.wait(10)
        until(lambda: not any(alive(child) for child in children))


def test_killed_child_is_replaced() -> None:
    """A child process that is killed is replaced, and the next scan isn't affected."""
    with serving({"/": page(GOOD)}) as site, running(*PRIVATE, "--workers", "1") as service:
        assert service.scan(site.origin + "/").status == 200
        (child,) = examiners_of(service.process.pid)
        os.kill(child, signal.SIGKILL)
        until(lambda: examiners_of(service.process.pid) not in ([child], []))
        assert service.scan(site.origin + "/").status == 200


def test_child_killed_during_scan() -> None:
    """If a child process is killed during a scan, the page is examined once more, or the scan fails with the reason."""
    heavy = GOOD + "<p><b>" * 200_000
    with serving({"/": page(GOOD), "/heavy": page(heavy)}) as site, running(*PRIVATE, "--workers", "1") as service:
        assert service.scan(site.origin + "/").status == 200
        (child,) = examiners_of(service.process.pid)
        thread, answers = _in_background(service, site.origin + "/heavy")
        until(lambda: ("GET", "/heavy") in site.requests)
        until(lambda: _busy(child))
        os.kill(child, signal.SIGKILL)
        thread.join()
        (answer,) = answers
        assert answer.status == 200 or (answer.status == 500 and "examine" in answer.json["details"])
        assert service.scan(site.origin + "/").status == 200


def _busy(child: int) -> bool:
    return state_of(child) in ("", "R")


#: Runs a command with each list of options, in forks of a process that has loaded its modules, which takes longest.
_FORKS = """
import gc, json, os, runpy, sys
import sitescan.service

gc.freeze()  # or each fork would collect it all at its end
command, lists = sys.argv[1], json.loads(sys.argv[2])
for options in lists:
    files = os.memfd_create("output"), os.memfd_create("errors")
    if not (child := os.fork()):
        for number, file in enumerate(files, 1):
            os.dup2(file, number)
        sys.argv = [command, "sitescan", *options]
        runpy.run_path(command, run_name="__main__")
        sys.exit()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    # Without a flush, the next fork would write this line as well.
    print(json.dumps([status, *(os.pread(file, 100_000, 0).decode() for file in files)]), flush=True)
"""
_WRONG = (
    (("--rate-limit", "many"), "--rate-limit: 'many' is not a whole number"),
    (("--set", "rate-window=0"), "--set rate-window: must be more than 0"),
    (("--allow-private", "10.0.0.0/33"), "--allow-private: '10.0.0.0/33' is not a network"),
    (("--allow-private", "10.0.0.1/8"), "--allow-private: '10.0.0.1/8' is not a network"),
    (("--trusted-proxy", "proxy"), "--trusted-proxy: 'proxy' is not a network"),
    (("--allow-port", "70000"), "--allow-port: '70000' is not a port"),
    (("--page-bytes", "2 megabytes"), "--page-bytes: '2 megabytes' is not a size"),
    (("--scan-seconds", "-1"), "--scan-seconds"),
    (("--scan-seconds", "nan"), "--scan-seconds: 'nan' is not a time"),
    (("--user-agent", "a\nb"), "--user-agent: must be printable ASCII"),
    (("--log-format", "xml"), "--log-format: 'xml' is not one of text, json"),
    (("--set", "parser=lxml"), "--set parser: 'lxml' is not one of turbohtml, html5lib"),
    (("--listen", "nonsense:1:2"), "--listen: 'nonsense:1:2' is not an endpoint string"),
    (("--listen", "tcp:port"), "--listen: 'tcp:port' is not an endpoint string"),
    (("--state", "localhost:6379"), "--state: not the address of a Redis server, such as redis://"),
    (("--set", "state-away=open"), "--set state-away: 'open' is not one of local, closed"),
    (("--admin", "nonsense:1"), "--admin: 'nonsense:1' is not an endpoint string"),
    (("--access-log", "/nonexistent/log"), "--access-log: /nonexistent/log: No such file"),
    (("--processes", "0"), "--processes: must be more than 0"),
    (("--cache", "-1"), "--cache: '-1' is not a whole number"),
    (("--ca-file", "/nonexistent"), "--ca-file: not a readable PEM file"),
    (("--set", "dns=one.one"), "--set dns: 'one.one' is not a network"),
    (("--colour", "blue"), "unknown option --colour"),
    (("--page-seconds", "9"), "--page-seconds is not a flag; write --set page-seconds=VALUE"),
    (("--config", "/nonexistent"), "/nonexistent: the file doesn't exist"),
    (("extra",), "unexpected argument 'extra'"),
)


def test_invalid_option() -> None:
    """A wrong option is reported in one line, with exit status 1, before the service listens."""
    lists = json.dumps([options for options, _ in _WRONG])
    command = [sys.executable, "-c", _FORKS, twist(), lists]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    for (options, words), line in zip(_WRONG, ended.stdout.splitlines(), strict=True):
        status, output, errors = json.loads(line)
        assert (status, output) == (1, ""), options
        assert words in errors, options
        assert len(errors.splitlines()) == 1, errors


def test_port_in_use(service: Running) -> None:
    """A port in use is reported in one line, with exit status 1."""
    command = [twist(), "sitescan", "--listen", f"tcp:{service.port}:interface=127.0.0.1"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert "cannot listen on" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_help_names_every_option() -> None:
    """The help is printed by the installed command; tests/test_options.py checks its content."""
    ended = subprocess.run([twist(), "sitescan", "--help"], capture_output=True, text=True, timeout=60, check=True)
    assert "--listen ENDPOINT" in ended.stdout


def test_several_endpoints(tmp_path: Path) -> None:
    """``--listen`` can be repeated, and accepts a UNIX socket."""
    with running("--listen", f"unix:{tmp_path}/s") as service:
        until((tmp_path / "s").exists)
        assert service.ask("GET", "/api/v1/rules").status == 200


@pytest.mark.parametrize(
    ("of_twist", "options"), [((), ("--log-format", "json")), (("--log-format=json",), ())], ids=("sitescan", "twist")
)
def test_json_log_format(of_twist: tuple[str, ...], options: tuple[str, ...]) -> None:
    """On request, each log line is a JSON object, by the option of sitescan or by that of twist."""
    with running(*options, of_twist=of_twist) as service:
        service.scan(f"http://127.0.0.1:{free_port()}/")
        service.ask("GET", "/")
    lines = [json.loads(line.strip("\x1e")) for line in service.lines if line]
    assert all(isinstance(line, dict) for line in lines)
    if options:
        assert all(line.keys() >= {"time", "level", "event", "message", "logger"} for line in lines)
        assert not any(name.startswith("log_") for line in lines for name in line)


def test_failed_scans_are_logged() -> None:
    """A scan that fails has one line, with the origin of the page and the reason."""
    closed = f"http://127.0.0.1:{free_port()}"
    with running("--allow-private", "127.0.0.0/8", "--log-format", "json") as service:
        assert service.scan(f"{closed}/pears?key=secret").status == 500
    (line,) = [line for line in map(json.loads, filter(None, service.lines)) if "reason" in line]
    assert (line["origin"], line["level"]) == (closed, "info")
    assert line["reason"].startswith("The connection was refused")
    assert "secret" not in line["message"]


@pytest.mark.parametrize("options", [(), ("--log-format", "text")], ids=("default", "text"))
def test_text_log_format(options: tuple[str, ...]) -> None:
    """By default, log lines are text, even in a pipe, and the first one has the address of the service."""
    with running(*options) as service:
        pass
    first, *rest = service.lines
    assert f"is ready: http://127.0.0.1:{service.port}/ (Ctrl+C stops it)" in first
    assert len(rest) == 3
    assert "SIGTERM" in rest[0]


def test_local_sites_require_option() -> None:
    """Sites on this machine are refused with a hint at ``--local``, and scanned with this option."""
    with serving({"/": page(GOOD)}) as site:
        with running() as service:
            for url in (f"{site.origin}/", "http://localhost:3000/"):
                refused = service.scan(url)
                assert (refused.status, refused.json["error"]) == (400, "Invalid URL")
                assert refused.json["details"].endswith(" twist sitescan --local")
        with running("--local") as service:
            assert {service.scan(f"{site.origin}/").status for _ in range(7)} == {200}


def test_scan_is_logged_in_one_line() -> None:
    """A scan of a page with links to thirty hosts leaves one line in the log, not one for each lookup."""
    links = "".join(f"<a href=http://pear{number}.example/>Pear {number}</a>" for number in range(30))
    with serving({"/": page(GOOD + links)}) as site, running(*PRIVATE) as service:
        service.scan(site.origin + "/")
        until(lambda: any("scanned" in line for line in service.lines))
        before = len(service.lines)
        service.scan(site.origin + "/")
        until(lambda: len(service.lines) > before)
    added = service.lines[before:]
    stopped = next(number for number, line in enumerate(added) if "SIGTERM" in line)
    assert ["scanned" in line for line in added[:stopped]] == [True]


def test_unread_log() -> None:
    """If the log isn't read, the service goes on, and no line is missing once reading continues."""
    host = ".".join(["pears" * 12] * 4)
    scans = 40
    with serving({"/": page(GOOD)}) as site:
        port = site.origin.rpartition(":")[2]
        with running(*PRIVATE, "--allow-port", port, known={host: "127.0.0.1"}) as service:
            assert service.process.stdout is not None
            fcntl.fcntl(service.process.stdout, fcntl.F_SETPIPE_SZ, 4096)
            service.reading.clear()
            for _ in range(scans):
                assert service.scan(f"http://{host}:{port}/").status == 200
    assert sum("scanned" in line and host in line for line in service.lines) == scans
