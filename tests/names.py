"""A name server on loopback with fixed names."""

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from twisted.names import dns

_TTL = 60


@contextmanager
def naming(known: Mapping[str, str] | None = None) -> Iterator[int]:
    """
    Answer DNS queries for the length of a block.

    :param known: the IPv4 address of each name, or an empty text if its queries are never answered; other names do not
        exist.
    :return: the UDP port on 127.0.0.1.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=_serve, args=(server, {} if known is None else known), daemon=True)
        thread.start()
        port: int = server.getsockname()[1]
        try:
            yield port
        finally:
            # An empty datagram ends the thread.
            server.sendto(b"", ("127.0.0.1", port))
            thread.join()


def _serve(server: socket.socket, known: Mapping[str, str]) -> None:
    while True:
        data, client = server.recvfrom(4096)
        if not data:
            return
        answer = _answer(data, known)
        if answer:
            server.sendto(answer, client)


def _answer(data: bytes, known: Mapping[str, str]) -> bytes:
    message = dns.Message()
    message.fromStr(data)
    message.answer = 1
    for query in message.queries:
        address = known.get(query.name.name.decode().lower())
        if address == "":
            return b""
        if address is None:
            message.rCode = dns.ENAME
        elif query.type == dns.A:
            message.answers.append(dns.RRHeader(query.name.name, dns.A, dns.IN, _TTL, dns.Record_A(address, _TTL)))
    answer: bytes = message.toStr()
    return answer
