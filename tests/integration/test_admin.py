"""The metrics, the access log and the systemd notifications of the installed service."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from tests.integration.processes import until
from tests.running import PATIENT, free_port, running, twist
from tests.site import page, serving

pytestmark = pytest.mark.integration

GOOD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pears</title><h1>Pears</h1>'
PRIVATE = ("--allow-private", "127.0.0.0/8", *PATIENT)


def get(port: int, path: str) -> tuple[int, str]:
    """Return the status and the text of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


@pytest.mark.parametrize("processes", ["1", "2"])
def test_metrics_and_access_log(tmp_path: Path, processes: str) -> None:
    """Metrics of all processes are served on the operator's socket only, and the access log has a line per request."""
    pytest.importorskip("prometheus_client")
    admin = free_port()
    log = tmp_path / "access.log"
    options = ("--admin", f"tcp:{admin}:interface=127.0.0.1", "--access-log", str(log), "--processes", processes)
    with serving({"/": page(GOOD)}) as site, running(*PRIVATE, *options) as service:
        until(lambda: get(admin, "/readyz") == (200, "ok\n"))
        answers = [service.scan(f"{site.origin}/?secret") for _ in range(6)]
        assert [answer.status for answer in answers] == [200] * 5 + [429]
        assert service.ask("GET", "/metrics").status == 404
        status, text = get(admin, "/metrics")
        assert status == 200
        lines = text.splitlines()
        assert 'sitescan_requests_total{method="POST",route="/api/v1/scan",status="200"} 5.0' in lines
        assert 'sitescan_tokens_total{outcome="refused",table="quota"} 1.0' in lines
        assert 'sitescan_scans_total{outcome="report"} 5.0' in lines
        assert "sitescan_scan_seconds_count 5.0" in lines
        assert f"sitescan_server_processes {processes}.0" in lines
        assert any(line.startswith('sitescan_stage_seconds_count{stage="fetch"} 5.0') for line in lines)
        assert any(line.startswith('sitescan_egress_requests_total{method="GET",outcome="2xx"}') for line in lines)
        assert get(admin, "/pears")[0] == 404
        assert get(admin, "/healthz") == (200, "ok\n")
    entries = [json.loads(line) for line in log.read_text().splitlines()]
    scans = [entry for entry in entries if entry["path"] == "/api/v1/scan"]
    assert sorted(entry["status"] for entry in scans) == [200] * 5 + [429]
    assert {entry["request"] for entry in scans} == {answer.headers["x-request-id"] for answer in answers}
    assert {entry["client"] for entry in scans} == {"127.0.0.0/24"}
    assert all(entry["host"] == "127.0.0.1" and "fetch" in entry["stages"] for entry in scans if entry["status"] == 200)
    assert "secret" not in log.read_text()


@pytest.mark.parametrize("processes", ["1", "2"])
def test_systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processes: str) -> None:
    """The service notifies systemd when every process is ready, and of its end before anything stops."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(300)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        with running("--processes", processes) as service:
            assert manager.recv(100) == b"READY=1"
            # The log and the notification arrive independently.
            expected = 0 if processes == "1" else 2
            until(lambda: sum("accepts requests" in line for line in service.lines) == expected)
        assert manager.recv(100) == b"STOPPING=1"


#: Does what systemd does between fork and exec: the socket gets the first descriptor after standard error, and
#: ``LISTEN_PID`` names the process, so that no child process takes the socket for its own.
ACTIVATE = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ["LISTEN_PID"] = str(os.getpid())
os.execv(sys.argv[2], sys.argv[2:])
"""


def _hear(manager: socket.socket, notifications: list[bytes]) -> None:
    """Collect notifications up to the last one, as they arrive, since the kernel queues no more than ten."""
    while notifications[-1:] != [b"STOPPING=1"]:
        notifications.append(manager.recv(100))


@pytest.mark.parametrize("processes", ["1", "2"])
@pytest.mark.parametrize("endpoint", ["systemd:domain=INET:index=0", "haproxy:systemd:domain=INET:index=0"])
def test_socket_activation(tmp_path: Path, endpoint: str, processes: str) -> None:
    """Every process serves the socket of systemd, and the watchdog is notified until the end."""
    command = [twist(), "sitescan", "--listen", endpoint, "--processes", processes]
    notifications: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as bound, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(300)
        hearing = threading.Thread(target=_hear, args=(manager, notifications), daemon=True)
        hearing.start()
        sockets = {"LISTEN_FDS": "1", "LISTEN_FDNAMES": "web"}
        watched = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "100000"}
        service = subprocess.Popen(
            [sys.executable, "-c", ACTIVATE, str(bound.fileno()), *command],
            pass_fds=[bound.fileno()],
            env={**os.environ, **sockets, **watched},
            stdout=subprocess.DEVNULL,
        )
        try:
            until(lambda: len(notifications) >= 5)
            for _ in range(8):
                with closing(socket.create_connection(bound.getsockname())) as connection:
                    before = b"PROXY TCP4 192.0.2.7 127.0.0.1 4000 80\r\n" if "haproxy" in endpoint else b""
                    connection.sendall(before + b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                    assert b" 200 OK" in connection.recv(4096)
        finally:
            service.send_signal(signal.SIGTERM)
            service.wait(300)
        hearing.join(300)
        assert notifications[-1] == b"STOPPING=1"
    assert notifications[0] == b"READY=1"
    assert set(notifications[1:-1]) == {b"WATCHDOG=1"}
