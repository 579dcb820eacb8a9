"""The installed service as a child process, with requests over a socket."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path
from typing import Any

from attrs import define, field

from tests.names import naming

_START_SECONDS = 300

#: Limits that no machine is too slow for, for tests that are not about time.
PATIENT = tuple(
    argument
    for setting in (
        *("scan-seconds=600", "page-seconds=300", "link-seconds=300", "source-seconds=300", "head-seconds=300"),
        *("connect-seconds=300", "tls-seconds=300", "dns-seconds=300", "examine-seconds=300"),
        "render-seconds=300",
    )
    for argument in ("--set", setting)
)

#: The environment of a program beside the package, because tox removes the source tree from the path.
WITH_SOURCE = {**os.environ, "PYTHONSAFEPATH": ""}


@define
class Answer:
    """An HTTP response, with the names of header fields in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, parsed as JSON."""
        return json.loads(self.body)


@define(eq=False)
class Running:
    """
    A running service.

    :ivar port: the port on 127.0.0.1.
    :ivar lines: the lines that it has logged.
    :ivar reading: whether its log is being read; a test clears it to suspend the reading.
    """

    process: "subprocess.Popen[str]"
    port: int
    lines: list[str] = field(factory=list)
    reading: threading.Event = field(factory=threading.Event)

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Send one request over a new connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=700)
        try:
            connection.request(method, path, body, dict(headers or {}))
            response = connection.getresponse()
            data = response.read()
            return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, data)
        finally:
            connection.close()

    def scan(self, url: str, path: str = "/api/v1/scan", **headers: str) -> Answer:
        """Request a scan."""
        body = json.dumps({"url": url}).encode()
        return self.ask("POST", path, body, {"Content-Type": "application/json", **headers})


def free_port() -> int:
    """
    Return a port that no process listens on.

    The ports are below those that systems give to outgoing connections, and each process that runs tests has its own.
    """
    for port in _PORTS:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


def _ports() -> Iterator[int]:
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % _SLICES
    first = _FIRST_PORT + worker * _SLICE
    offset = os.getpid() % _SLICE
    return cycle([*range(first + offset, first + _SLICE), *range(first, first + offset)])


_FIRST_PORT, _SLICES, _SLICE = 12_000, 16, 1000
_PORTS = _ports()


def twist() -> str:
    """Return the path of the ``twist`` command of the environment that runs the tests."""
    return str(Path(sys.executable).parent / "twist")


@contextmanager
def running(*options: str, known: Mapping[str, str] | None = None, of_twist: tuple[str, ...] = ()) -> Iterator[Running]:
    """
    Run ``twist sitescan`` for the length of a block.

    :param known: the names that the service can look up, from a name server of the test, so that no query leaves this
        machine.
    :param of_twist: options of ``twist`` itself, which come before its subcommand.
    """
    with naming(known) as names:
        port = free_port()
        listen = ("--listen", f"tcp:{port}:interface=127.0.0.1")
        command = [twist(), *of_twist, "sitescan", *listen, "--set", f"dns=127.0.0.1:{names}", *options]
        yield from _run(command, port)


def _run(command: list[str], port: int) -> Iterator[Running]:
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd="/",
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )
    service = Running(process, port)
    service.reading.set()
    listening = threading.Event()
    reader = threading.Thread(target=_read, args=(service, listening), daemon=True)
    reader.start()
    try:
        assert listening.wait(_START_SECONDS), service.lines
        assert any("is ready" in line for line in service.lines), service.lines
        yield service
    finally:
        service.reading.set()
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(_START_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        reader.join()


def _read(service: Running, listening: threading.Event) -> None:
    assert service.process.stdout is not None
    with service.process.stdout as lines:
        for line in lines:
            service.reading.wait()
            service.lines.append(line.rstrip("\n"))
            if "is ready" in line:
                listening.set()
    listening.set()
