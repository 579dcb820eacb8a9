"""
Put hostile URLs to the service and watch what it dials.

    python evaluation/ssrf.py FILE [--table FILE]

Each case goes the real way: request body, target, resolver, wall, connection, redirects,
stylesheets, robots.txt, links and resources, examined by real children. Only the two ends are
stubs: the resolver answers as the case says, and whatever is dialled is answered in memory.

Prints one JSON line: ``wrong`` counts cases whose decision is not the expected one,
``dialled_forbidden`` cases in which an address was dialled that must not be.
"""

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from attrs import define, field
from treq.testing import StubTreq
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.defer import Deferred, fail, succeed
from twisted.internet.error import ConnectionAborted, ConnectionDone
from twisted.internet.interfaces import ITCPTransport
from twisted.internet.task import LoopingCall, react
from twisted.python.failure import Failure
from zope.interface import implementer

from sitescan.assembly import assemble
from sitescan.egress.addresses import parse_address, refusal
from sitescan.egress.resolver import NameNotFound
from sitescan.interfaces import IResolver
from sitescan.settings import Settings

_PAGE = b"<!doctype html><html lang=en><title>Pears</title><h1>Pears</h1>"


@implementer(IResolver)
@define(eq=False)
class StubResolver:
    """Answers as the case says: one answer after the other, the last one repeated."""

    known: dict[str, Sequence[Sequence[str]]] = field(factory=dict)
    asked: dict[str, int] = field(factory=dict)

    def addresses(self, host: str) -> Deferred[Sequence[str]]:
        """Look a name up."""
        answers = self.known.get(host.lower().rstrip("."), ())
        number = self.asked.get(host, 0)
        self.asked[host] = number + 1
        answer = answers[min(number, len(answers) - 1)] if answers else ()
        return succeed(answer) if answer else fail(NameNotFound(host))


@define(eq=False)
class Connector:
    """What ``connectTCP`` gives back."""

    transport: Any

    def stopConnecting(self) -> None:  # noqa: N802 - IConnector
        """Too late: it is connected at once."""

    def disconnect(self) -> None:
        """Close."""
        self.transport.loseConnection()


@implementer(ITCPTransport)
class Wire:
    """A connection in memory: takes requests, gives the case's responses."""

    disconnecting = False

    def __init__(self, reactor: Any, peer: tuple[str, int], responses: Mapping[str, Any]) -> None:
        self._reactor = reactor
        self._peer = peer
        self._responses = responses
        self._received = b""
        self._closed = False
        self.protocol: Any = None

    def write(self, data: bytes) -> None:
        """A request, or a part of one."""
        self._received += data
        while b"\r\n\r\n" in self._received and not self._closed:
            head, _, self._received = self._received.partition(b"\r\n\r\n")
            self._reactor.callLater(0, self._answer, head)

    def writeSequence(self, data: Any) -> None:  # noqa: N802 - ITransport
        """Likewise."""
        self.write(b"".join(data))

    def loseConnection(self, *_: Any) -> None:  # noqa: N802 - ITransport
        """Close."""
        self._close(ConnectionDone())

    def abortConnection(self) -> None:  # noqa: N802 - ITCPTransport
        """Close."""
        self._close(ConnectionAborted())

    def _close(self, reason: Exception) -> None:
        if not self._closed:
            self._closed = True
            self._reactor.callLater(0, self.protocol.connectionLost, Failure(reason))

    def _answer(self, head: bytes) -> None:
        if self._closed:
            return
        if head[:4] not in (b"GET ", b"HEAD"):
            # A TLS handshake: there is nobody here who could answer it.
            self._close(ConnectionDone())
            return
        lines = head.decode("latin-1").split("\r\n")
        method, path, _ = lines[0].split(" ", 2)
        host = next(line.partition(":")[2].strip() for line in lines[1:] if line.lower().startswith("host:"))
        response = self._responses.get(f"http://{host}{path}", {})
        body = response.get("body", _PAGE.decode()).encode()
        fields = [("Content-Type", "text/html"), ("Content-Length", str(len(body))), *response.get("headers", ())]
        if "location" in response:
            fields.append(("Location", response["location"]))
        text = "".join(f"{name}: {value}\r\n" for name, value in fields)
        status = response.get("status", 200)
        self.protocol.dataReceived(
            f"HTTP/1.1 {status} X\r\n{text}\r\n".encode("utf-8", "replace") + (body if method == "GET" else b"")
        )

    def getPeer(self) -> Any:  # noqa: N802 - ITransport
        """The address that was dialled."""
        kind = IPv6Address if ":" in self._peer[0] else IPv4Address
        return kind("TCP", *self._peer)

    def getHost(self) -> Any:  # noqa: N802 - ITransport
        """An address of ours."""
        return IPv4Address("TCP", "203.0.113.1", 40000)

    def pauseProducing(self) -> None:  # noqa: N802 - IPushProducer
        """Nothing to pause."""

    def resumeProducing(self) -> None:  # noqa: N802 - IPushProducer
        """Nothing to resume."""

    def stopProducing(self) -> None:  # noqa: N802 - IPushProducer
        """Close."""
        self.loseConnection()

    def registerProducer(self, producer: Any, streaming: bool) -> None:  # noqa: N802 - IConsumer
        """Everything is taken at once."""

    def unregisterProducer(self) -> None:  # noqa: N802 - IConsumer
        """Everything is taken at once."""

    def setTcpNoDelay(self, enabled: bool) -> None:  # noqa: N802 - ITCPTransport
        """Nothing to delay."""

    def getTcpNoDelay(self) -> bool:  # noqa: N802 - ITCPTransport
        """Nothing to delay."""
        return True

    def setTcpKeepAlive(self, enabled: bool) -> None:  # noqa: N802 - ITCPTransport
        """Nothing to keep alive."""

    def getTcpKeepAlive(self) -> bool:  # noqa: N802 - ITCPTransport
        """Nothing to keep alive."""
        return True

    def loseWriteConnection(self) -> None:  # noqa: N802 - ITCPTransport
        """Half of it is not closed."""


class Watched:
    """The reactor, but for ``connectTCP``: what is dialled is written down and answered in memory."""

    def __init__(self, reactor: Any) -> None:
        self._reactor = reactor
        self.dialled: list[tuple[str, int]] = []
        self.responses: Mapping[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reactor, name)

    def connectTCP(  # noqa: N802 - IReactorTCP
        self,
        host: str,
        port: int,
        factory: Any,
        timeout: float = 30,
        bindAddress: Any = None,  # noqa: N803
    ) -> Connector:
        """Connect, so to speak."""
        self.dialled.append((host, port))
        wire = Wire(self._reactor, (host, port), self.responses)
        wire.protocol = factory.buildProtocol(wire.getPeer())
        self._reactor.callLater(0, wire.protocol.makeConnection, wire)
        return Connector(wire)


@define
class Outcome:
    """What became of a case."""

    case: Mapping[str, Any]
    status: int
    details: str
    dialled: Sequence[tuple[str, int]]

    @property
    def forbidden(self) -> list[tuple[str, int]]:
        """What was dialled although it must not be."""
        named = {_dial(one) for one in self.case.get("must_not_connect", ())}
        return [
            (host, port)
            for host, port in self.dialled
            if _not_public(host) or (_same(host), None) in named or (_same(host), port) in named
        ]

    @property
    def wrong(self) -> bool:
        """Whether the decision is not the expected one."""
        expected = self.case["expected"]
        if expected == "block":
            return self.status == 200 or bool(self.forbidden)
        if expected == "allow":
            named = [*self.case.get("may_connect", ()), *filter(None, [self.case.get("expect_connect")])]
            may = {_dial(one) for one in named}
            first = [(_same(host), port) for host, port in self.dialled[:1]]
            if not may:
                # A case that names no address wants only that some public one is asked.
                return not first or bool(self.forbidden)
            return not first or not ({first[0], (first[0][0], None)} & may)
        return False


def _dial(entry: Any) -> tuple[str, int | None]:
    return (_same(entry), None) if isinstance(entry, str) else (_same(entry[0]), entry[1])


def _same(host: str) -> str:
    try:
        return str(ip_address(host))
    except ValueError:
        return host


def _not_public(host: str) -> bool:
    address = parse_address(host)
    return address is None or refusal(address) is not None


async def evaluate(reactor: Any, cases: Sequence[Mapping[str, Any]], outcomes: list[Outcome]) -> None:
    """Put every case to the service."""
    watched, resolver = Watched(reactor), StubResolver()
    settings = Settings(rate_limit=0, host_requests=0, connect_seconds=1.0, tls_seconds=1.0)
    assembly = assemble(watched, settings, now=time.time, resolver=resolver)
    assembly.pool.start()
    client: Any = StubTreq(assembly.limited_site.resource)
    for case in cases:
        watched.dialled, watched.responses = [], case.get("responses", {})
        resolver.known = {name.lower().rstrip("."): answers for name, answers in case.get("resolver", {}).items()}
        resolver.asked = {}
        status, details = await _scan(reactor, client, case["url"])
        outcomes.append(Outcome(case, status, details, tuple(watched.dialled)))
    await assembly.pool.stop()


def _row(outcome: Outcome) -> str:
    case = outcome.case
    said = f"{outcome.status} {outcome.details}"
    return f"{case['id']}\t{case['url']}\t{case['expected']}\t{said}\t{list(outcome.dialled)}\t{case['reason']}\n"


async def _scan(reactor: Any, client: Any, url: str) -> tuple[int, str]:
    body = json.dumps({"url": url}).encode()
    headers = {"Content-Type": "application/json"}
    response = await _pumped(
        reactor, client, client.post("http://service.example/api/v1/scan", data=body, headers=headers)
    )
    value = json.loads(await _pumped(reactor, client, client.content(response)))
    return response.code, value.get("details", "")


def _pumped(reactor: Any, client: Any, asked: Deferred[Any]) -> Deferred[Any]:
    """What was asked in memory, the bytes being carried to and fro until it is answered."""
    pumping = LoopingCall(client.flush)
    pumping.clock = reactor
    pumping.start(0.001)

    def stop(result: Any) -> Any:
        pumping.stop()
        return result

    return asked.addBoth(stop)


def main() -> None:
    """Read the cases and put them to the service."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--table", type=Path, help="write the cases that went wrong here, tab-separated")
    arguments = parser.parse_args()
    if not arguments.file.exists():
        print(f"skipped: there are no cases at {arguments.file}", file=sys.stderr)
        return
    cases = json.loads(arguments.file.read_text())["cases"]
    outcomes: list[Outcome] = []
    with suppress(SystemExit):
        react(evaluate, (cases, outcomes))
    if arguments.table is not None:
        arguments.table.write_text("".join(_row(one) for one in outcomes if one.wrong or one.forbidden))
    wrong, forbidden = sum(one.wrong for one in outcomes), sum(bool(one.forbidden) for one in outcomes)
    print(json.dumps({"cases": len(outcomes), "wrong": wrong, "dialled_forbidden": forbidden}))


if __name__ == "__main__":
    main()
