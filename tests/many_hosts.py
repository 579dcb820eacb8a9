"""Many hosts on loopback behind one port, which count connections and can stall or show bad certificates."""

import asyncio
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import define, field
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

_ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n"


@define(eq=False)
class Hosts:
    """
    The hosts 127.0.0.0/8 at one port.

    :ivar stalled: addresses that accept connections and never answer.
    :ivar delay: seconds before each answer.
    :ivar open: the number of connections by address.
    :ivar most: the maximum number of simultaneous connections: to one address, and to all.
    :ivar requests: the method and path of each request.
    """

    stalled: Collection[str] = ()
    delay: float = 0.0
    port: int = 0
    open: Counter[str] = field(factory=Counter)
    most: tuple[int, int] = (0, 0)
    requests: list[str] = field(factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        address = writer.get_extra_info("sockname")[0]
        # The end of an earlier connection may not have been noticed yet.
        await asyncio.sleep(0.005)
        self.open[address] += 1
        per_address, all_ = self.most
        self.most = (max(per_address, self.open[address]), max(all_, self.open.total()))
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                self.requests.append(head.partition(b" HTTP/")[0].decode())
                await asyncio.sleep(3600 if address in self.stalled else self.delay)
                writer.write(_ANSWER)
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self.open[address] -= 1
            writer.close()


@contextmanager
def serving_hosts(hosts: Hosts, *, certified: bool = False) -> Iterator[Hosts]:
    """
    Run the hosts for the length of a block.

    :param certified: whether they speak TLS, with a self-signed certificate.
    """
    started = threading.Event()
    ends: list[Callable[[], object]] = []

    async def serve() -> None:
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        ends.append(lambda: loop.call_soon_threadsafe(ended.set))
        context = _context() if certified else None
        server = await asyncio.start_server(hosts.serve, "0.0.0.0", 0, ssl=context, backlog=1024)
        hosts.port = server.sockets[0].getsockname()[1]
        started.set()
        await ended.wait()
        server.close()
        serving = asyncio.all_tasks() - {asyncio.current_task()}
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    assert started.wait(60)
    try:
        yield hosts
    finally:
        ends[0]()
        thread.join()


def _context() -> ssl.SSLContext:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "pears.invalid")])
    now = datetime.fromtimestamp(time.time(), UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "pair.pem"
        private = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        file.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
        context.load_cert_chain(file)
    return context
