"""Server processes share a socket and a quota, and only the requests of a killed process are lost."""

import http.client
import json
import os
import resource
import selectors
import signal
import socket
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.integration.processes import alive, children_of, descendants_of, until
from tests.running import PATIENT, Running, running, twist
from tests.site import page, serving

pytestmark = pytest.mark.integration

PRIVATE = ("--allow-private", "127.0.0.0/8", *PATIENT)
GOOD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pears</title><h1>Pears</h1>'
#: A request that is refused quickly, without a scan.
INVALID = b'{"url": "ftp://pears.example/"}'
JSON = {"Content-Type": "application/json"}


def ready(service: Running, count: int) -> None:
    """Wait until the given number of server processes has been started in all."""
    until(lambda: sum("accepts requests" in line for line in service.lines) >= count)


def servers(service: Running) -> list[int]:
    """Return the IDs of the server processes."""
    return [pid for pid in children_of(service.process.pid) if alive(pid)]


@contextmanager
def many_files() -> Iterator[None]:
    """Let this process open a few thousand sockets."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 4096 if hard == resource.RLIM_INFINITY else min(4096, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def statuses(port: int, body: bytes, times: int) -> Counter[int]:
    """Return the statuses of this many simultaneous requests, each on its own connection."""
    head = f"POST /api/v1/scan HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    request = f"{head}Connection: close\r\n\r\n".encode() + body
    answers: Counter[int] = Counter()
    with many_files(), selectors.DefaultSelector() as selector:
        received: dict[socket.socket, bytes] = {}
        for _ in range(times):
            connection = socket.create_connection(("127.0.0.1", port))
            received[connection] = b""
            selector.register(connection, selectors.EVENT_READ)
        for connection in received:
            connection.sendall(request)
        while selector.get_map():
            for key, _ in selector.select():
                connection = key.fileobj  # type: ignore[assignment]
                data = connection.recv(65536)
                received[connection] += data
                if not data:
                    selector.unregister(connection)
                    connection.close()
                    answers[int(received[connection].split(b" ", 2)[1])] += 1
    return answers


def test_processes_share_quota() -> None:
    """Of a thousand simultaneous requests of one client, all processes together allow five."""
    body = b""
    with serving({"/": page(GOOD)}) as site, running(*PRIVATE, "--processes", "3") as service:
        ready(service, 3)
        body = json.dumps({"url": f"{site.origin}/"}).encode()
        assert statuses(service.port, body, 1000) == {200: 5, 429: 995}
        assert service.ask("GET", "/readyz").body == b"ready\n"


def test_killed_process_is_replaced() -> None:
    """A killed process is replaced; no other request is lost, and the quota is kept."""
    with serving({"/": page(GOOD)}) as site, running(*PRIVATE, "--processes", "2") as service:
        ready(service, 2)
        assert service.ask("POST", "/api/v1/scan", INVALID, JSON).status == 400
        first = servers(service)
        for killed in first:
            os.kill(killed, signal.SIGKILL)
            answer = service.scan(f"{site.origin}/")
            assert answer.status == 200
        assert answer.headers["x-ratelimit-remaining"] == "2"
        ready(service, 4)
        until(lambda: len(servers(service)) == 2)
        assert not set(first) & set(servers(service))


def ask_until(service: Running, ended: threading.Event, problems: list[object]) -> threading.Thread:
    """Send requests over new connections in a thread until an event is set, and record problems."""

    def ask() -> None:
        while not ended.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=300)
            try:
                connection.request("POST", "/api/v1/scan", INVALID, JSON)
                response = connection.getresponse()
                response.read()
                if response.status != 400:
                    problems.append(response.status)
            except OSError as problem:
                problems.append(problem)
            finally:
                connection.close()

    thread = threading.Thread(target=ask)
    thread.start()
    return thread


def test_rolling_restart() -> None:
    """SIGHUP replaces every process while requests arrive, and no request fails or is refused."""
    problems: list[object] = []
    ended = threading.Event()
    with serving({"/": page(GOOD)}) as site, running(*PRIVATE, "--rate-limit", "0", "--processes", "2") as service:
        ready(service, 2)
        first = servers(service)
        site.seconds["/slow"] = 1.0
        site.pages["/slow"] = page(GOOD)
        idle = http.client.HTTPConnection("127.0.0.1", service.port, timeout=300)
        idle.request("GET", "/healthz")
        idle.getresponse().read()
        fresh = socket.create_connection(("127.0.0.1", service.port))
        answers: list[int] = []
        scan = threading.Thread(target=lambda: answers.append(service.scan(f"{site.origin}/slow").status))
        scan.start()
        until(lambda: ("GET", "/slow") in site.requests)
        clients = [ask_until(service, ended, problems) for _ in range(4)]
        service.process.send_signal(signal.SIGHUP)
        ready(service, 4)
        # A client that is connected but has sent no request is answered by the process that accepted it.
        fresh.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        assert b" 200 OK" in fresh.recv(4096)
        fresh.close()
        until(lambda: len(servers(service)) == 2 and not set(first) & set(servers(service)))
        ended.set()
        for client in clients:
            client.join()
        scan.join()
        assert idle.sock is not None
        assert idle.sock.recv(1) == b""  # closed properly, since no response was pending
        idle.close()
    assert answers == [200]
    assert not problems


def test_sigterm_finishes_running_scans() -> None:
    """After SIGTERM, the scans in progress of every process are answered; then all processes end."""
    with serving({"/": page(GOOD)}) as site, running(*PRIVATE, "--rate-limit", "0", "--processes", "2") as service:
        site.seconds["/"] = 1.0
        ready(service, 2)
        answers: list[int] = []
        scans = [
            threading.Thread(target=lambda: answers.append(service.scan(f"{site.origin}/").status)) for _ in range(4)
        ]
        for scan in scans:
            scan.start()
        until(lambda: site.requests.count(("GET", "/")) >= 4)
        everybody = descendants_of(service.process.pid)
        service.process.send_signal(signal.SIGTERM)
        for scan in scans:
            scan.join()
        service.process.wait(300)
    assert answers == [200] * 4
    assert everybody
    until(lambda: not any(alive(pid) for pid in everybody))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=("killed", "told twice"))
def test_processes_end_with_parent(number: signal.Signals) -> None:
    """No process outlives a parent that is killed, or that receives SIGTERM twice."""
    with serving({"/": page(GOOD)}) as site, running(*PRIVATE, "--rate-limit", "0", "--processes", "2") as service:
        ready(service, 2)
        everybody = descendants_of(service.process.pid)
        if number == signal.SIGTERM:
            site.seconds["/"] = 60.0

            def ask() -> None:
                with pytest.raises(OSError):
                    service.scan(f"{site.origin}/")

            scan = threading.Thread(target=ask)
            scan.start()
            until(lambda: site.requests)
            service.process.send_signal(number)
            until(lambda: any("Closed" in line for line in service.lines))
            everybody = servers(service)
        service.process.send_signal(number)
        service.process.wait(300)
        until(lambda: not any(alive(pid) for pid in everybody))
        if number == signal.SIGTERM:
            scan.join()


def test_unix_sockets_and_proxy_protocol(tmp_path: Path) -> None:
    """Each process serves UNIX sockets and the PROXY protocol, and the mode of a socket is kept."""
    path = tmp_path / "s"
    options = ("--listen", f"unix:{path}:mode=600", "--listen", f"haproxy:unix:{tmp_path}/p")
    with running("--processes", "2", *options) as service:
        ready(service, 2)
        assert path.stat().st_mode & 0o777 == 0o600
        for name, before in (("s", b""), ("p", b"PROXY TCP4 192.0.2.7 127.0.0.1 4000 80\r\n")):
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(str(tmp_path / name))
                connection.sendall(before + b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
                assert b" 200 OK" in connection.recv(4096)
        os.kill(servers(service)[0], signal.SIGTERM)
        ready(service, 3)
        assert path.exists()
    assert not path.exists()


def test_port_in_use(service: Running) -> None:
    """A port in use is reported by the parent process in one line, before it starts any process."""
    command = [twist(), "sitescan", "--processes", "2", "--listen", f"tcp:{service.port}:interface=127.0.0.1"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 1
    assert "cannot listen on" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
