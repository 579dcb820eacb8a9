"""A Redis server for a test, on a UNIX socket and on a port on loopback."""

import os
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import define, field

from tests.programs import program
from tests.running import free_port

_START_SECONDS = 120

#: The maximum size of an answer. Commands use the inline protocol,
#: https://redis.io/docs/latest/develop/reference/protocol-spec/.
_ANSWER = 65536


@define(eq=False)
class RedisServer:
    """A server as a child process that stores nothing on disk."""

    folder: Path
    port: int
    process: "subprocess.Popen[bytes] | None" = field(default=None, init=False)

    @property
    def url(self) -> str:
        """The URL of the server, as ``--state`` takes it."""
        return f"unix:{self.folder}/socket"

    def start(self, *options: str) -> None:
        """Start the server, and wait until it answers."""
        place = ("--port", str(self.port), "--bind", "127.0.0.1", "--unixsocket", f"{self.folder}/socket")
        nothing_kept = ("--save", "", "--appendonly", "no", "--dir", str(self.folder))
        self.process = subprocess.Popen(
            [program("redis-server"), *place, *nothing_kept, *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        end = time.monotonic() + _START_SECONDS
        while not self._answers():
            assert time.monotonic() < end, "redis-server does not start"
            threading.Event().wait(0.01)

    def _answers(self) -> bool:
        try:
            return self.ask("PING")[:1] in (b"+", b"-")
        except OSError:
            return False

    def ask(self, command: str) -> bytes:
        """Send one command over a new connection, and return the answer."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(_START_SECONDS)
            connection.connect(f"{self.folder}/socket")
            connection.sendall(f"{command}\r\n".encode())
            return connection.recv(_ANSWER)

    def keys(self) -> list[str]:
        """Return all keys of sitescan."""
        return [line for line in self.ask("KEYS *").decode().split("\r\n") if line.startswith("sitescan:")]

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the server."""
        assert self.process is not None
        os.kill(self.process.pid, number)

    def kill(self) -> None:
        """Kill the server."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@contextmanager
def redis_server(*options: str) -> Iterator[RedisServer]:
    """Run a server for the length of a block."""
    # The path of a UNIX socket has to be short.
    with tempfile.TemporaryDirectory(prefix="sitescan-") as folder:
        server = RedisServer(Path(folder), free_port())
        server.start(*options)
        try:
            yield server
        finally:
            server.kill()
