"""Two machines behind HAProxy that share their quotas in Redis, one of which is killed under load."""

import http.client
import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from attrs import define, field

from tests.integration.processes import until
from tests.programs import needs, program
from tests.redis_server import redis_server
from tests.running import PATIENT, Running, free_port, running
from tests.site import Site, page, serving

pytestmark = [pytest.mark.integration, needs("haproxy", "redis-server")]

CONFIGURATION = Path(__file__).parents[2] / "docs/proxies/haproxy-nodes.cfg"
GOOD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pears</title><h1>Pears</h1>'
JSON = {"Content-Type": "application/json"}
INVALID = json.dumps({"url": "ftp://pears.example/"}).encode()


@define(eq=False)
class Cluster:
    """
    Two machines behind HAProxy.

    :ivar port: the port that HAProxy listens on.
    :ivar nodes: the machines by the User-Agent field of their scans.
    """

    port: int
    nodes: dict[str, Running]
    site: Site

    def ask(self, body: bytes, source: str = "127.0.0.1") -> tuple[int, http.client.HTTPMessage]:
        """Send a scan request from an address of this machine, and return the status and the header fields."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300, source_address=(source, 0))
        try:
            connection.request("POST", "/api/v1/scan", body, JSON)
            response = connection.getresponse()
            response.read()
            return response.status, response.headers
        finally:
            connection.close()


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """Run a cluster with the configuration in the documentation."""
    with ExitStack() as stack:
        state = stack.enter_context(redis_server()).url
        site = stack.enter_context(serving({f"/{number}": page(GOOD) for number in range(8)}))
        text, nodes, port = CONFIGURATION.read_text(), {}, free_port()
        for name in ("one", "two"):
            listen = free_port()
            text = text.replace(f"{name}:8080", f"127.0.0.1:{listen}")
            options = ("--listen", f"haproxy:tcp:{listen}:interface=127.0.0.1", "--user-agent", name)
            shared = ("--state", state, "--set", "state-seconds=300", "--rate-limit", "100000")
            nodes[name] = stack.enter_context(running("--allow-private", "127.0.0.0/8", *options, *shared, *PATIENT))
        (folder / "haproxy.cfg").write_text(text.replace("bind :80", f"bind 127.0.0.1:{port}"))
        balancer = subprocess.Popen(
            [program("haproxy"), "-db", "-f", str(folder / "haproxy.cfg")], stderr=subprocess.DEVNULL
        )
        try:
            made = Cluster(port, nodes, site)
            until(lambda: _answers(made))
            yield made
        finally:
            balancer.terminate()
            balancer.wait()


def _answers(made: Cluster) -> bool:
    try:
        return made.ask(INVALID, "127.0.0.99")[0] == 400
    except OSError:
        return False


@define(eq=False)
class Client:
    """
    A client that sends requests until the test ends it.

    :ivar dead: set once a machine is killed; the requests that it accepted before are lost with it.
    :ivar lost: the outcomes of the requests that began after that and weren't answered.
    """

    cluster: Cluster
    dead: threading.Event
    ended: threading.Event = field(factory=threading.Event)
    answered: int = 0
    lost: list[object] = field(factory=list)

    def run(self) -> None:
        """Send requests."""
        while not self.ended.is_set():
            after = self.dead.is_set()
            try:
                status = self.cluster.ask(INVALID)[0]
            except (OSError, http.client.HTTPException):
                status = -1
            if status == 400:
                self.answered += 1
            elif after:
                self.lost.append(status)


def test_machines_share_clients(tmp_path: Path) -> None:
    """Both machines count clients together, by the addresses in the PROXY protocol."""
    with cluster(tmp_path) as made:
        for source in ("127.0.0.8", "127.0.0.9"):
            left = [int(made.ask(INVALID, source)[1]["X-RateLimit-Remaining"]) for _ in range(6)]
            assert left == list(range(99_999, 99_993, -1))


def test_machine_is_killed_under_load(tmp_path: Path) -> None:
    """If a machine is killed, the other machine answers its scans as well, and no request is lost."""
    with cluster(tmp_path) as made:
        outcomes: dict[str, int] = {}
        for path in made.site.pages:
            made.site.seconds[path] = 3.0

        def scan(path: str) -> None:
            outcomes[path] = made.ask(json.dumps({"url": made.site.origin + path}).encode())[0]

        dead = threading.Event()
        clients = [Client(made, dead) for _ in range(4)]
        scans = [threading.Thread(target=scan, args=(path,)) for path in made.site.pages]
        threads = [*scans, *(threading.Thread(target=client.run) for client in clients)]
        for thread in threads:
            thread.start()
        until(lambda: {path for _, path in made.site.requests} >= set(made.site.pages))
        held = {
            path
            for (_, path), fields in zip(made.site.requests, made.site.received, strict=False)
            if path in made.site.pages and fields["User-Agent"] == "one"
        }
        os.kill(made.nodes["one"].process.pid, signal.SIGKILL)
        made.nodes["one"].process.wait()
        dead.set()
        for thread in scans:
            thread.join()
        # Wait until each client has sent many requests to the other machine.
        before = [client.answered for client in clients]
        until(lambda: all(client.answered > was + 20 for client, was in zip(clients, before, strict=True)))
        for client in clients:
            client.ended.set()
        for thread in threads:
            thread.join()
    assert held
    assert held != set(outcomes)
    assert outcomes == dict.fromkeys(made.site.pages, 200)
    assert [client.lost for client in clients] == [[]] * 4
