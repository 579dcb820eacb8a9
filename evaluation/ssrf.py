"""
Scan hostile URLs and compare what the scanner dials with what it may dial.

DATA is an object with ``cases``: a ``url``, the successive answers of the name server (``resolver``), the responses of
web servers by URL (``responses``), what is ``expected`` (``block``, ``allow`` or ``either``), and addresses that must
not be dialled (``must_not_connect``), or that may be (``expect_connect``, ``may_connect``).

A scan is that of the service: URL parser, policy, resolver, connections, redirects, stylesheets, robots.txt, links and
files, with real children. Only the two ends are stubs: names have the addresses of the case, and connections are made
in memory. ``wrong`` counts the cases with another decision, ``dialled_forbidden`` those in which an address was dialled
that must not be.
"""

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from typing import Any, cast

from attrs import define, field
from twisted.internet.defer import Deferred
from twisted.internet.error import ConnectionDone
from twisted.logger import ILogObserver, LogEvent, LogLevel, formatEvent, globalLogPublisher
from twisted.python.failure import Failure
from zope.interface import provider

from evaluation.results import Results, run_reactor
from sitescan.assembly import assemble
from sitescan.concurrency.reactor import IReactor
from sitescan.configuration.settings import Settings
from sitescan.egress.addresses import parse_address, refusal
from sitescan.egress.policy import Forbidden
from sitescan.egress.request_errors import Unreachable
from sitescan.standards.urls import InvalidTarget, parse_target
from tests.egress.wire import End
from tests.fakes import FakeResolver

SAMPLE = "ssrf.json"

#: The failures of a scan of a URL that may not be scanned, or that leads nowhere.
_REFUSALS = (InvalidTarget, Forbidden, Unreachable)
_PAGE = "<!doctype html><html lang=en><title>Pears</title><h1>Pears</h1>"


def run(options: argparse.Namespace, results: Results) -> None:
    """Scan each URL and compare."""
    cases = json.loads(options.data.read_text(encoding="utf-8"))["cases"]
    results.figures |= {"wrong": 0, "dialled_forbidden": 0}

    @provider(ILogObserver)
    def observe(event: LogEvent) -> None:
        if event["log_level"] >= LogLevel.error:
            results.fail(str(event.get("log_failure") or formatEvent(event)))

    globalLogPublisher.addObserver(observe)
    try:
        run_reactor(lambda reactor: _scan_all(reactor, cases, results), results)
    finally:
        globalLogPublisher.removeObserver(observe)


async def _scan_all(reactor: Any, cases: Sequence[Mapping[str, Any]], results: Results) -> None:
    network = _Network(reactor)
    settings = Settings(
        rate_limit=0, host_requests=0, connect_seconds=1.0, tls_seconds=1.0, scan_seconds=600.0, examine_seconds=300.0
    )
    resolver = _Resolver()
    assembly = assemble(cast("IReactor", network), settings, now=time.time, resolver=resolver)
    assembly.start()
    for case in results.cases(cases):
        network.dialled, network.responses = [], case.get("responses", {})
        resolver.known = {_plain(name): answers for name, answers in case.get("resolver", {}).items()}
        resolver.requests.clear()
        refused = ""
        try:
            target = parse_target(case["url"])
            await assembly.scanner.scan(target, target.url)
        except _REFUSALS as refusing:
            refused = f"{type(refusing).__name__}: {refusing}"
        except Exception as failed:  # noqa: BLE001 - any other failure says nothing about the decision
            results.fail(f"{case['id']}: {failed!r}")
            continue
        wrong = _is_wrong(case, network.dialled, scanned=not refused)
        forbidden = bool(_forbidden(case, network.dialled))
        results.figures["wrong"] += wrong
        results.figures["dialled_forbidden"] += forbidden
        if wrong or forbidden:
            shown = {"case": case["id"], "url": case["url"], "expected": case["expected"], "refused": refused}
            results.show(**shown, dialled=network.dialled)
    await assembly.stop()


class _Resolver(FakeResolver):
    """Knows the names of the current case, with or without a dot at their end."""

    def addresses(self, host: str) -> Deferred[Sequence[str]]:
        """Look a name up (:meth:`sitescan.interfaces.IResolver.addresses`); its last answer is repeated."""
        return super().addresses(_plain(host))


class _Connection(End):
    """A connection in memory to a web server of the case, and its connector."""

    def __init__(self, reactor: Any, host: str, port: int, responses: Mapping[str, Any], protocol: Any) -> None:
        super().__init__(host, port)
        self._reactor, self._responses, self._protocol = reactor, responses, protocol
        self._received = b""

    def write(self, data: bytes) -> None:
        """Receive a part of a request, and answer each request that is complete."""
        self._received += data
        while b"\r\n\r\n" in self._received:
            head, _, self._received = self._received.partition(b"\r\n\r\n")
            self._reactor.callLater(0, self._answer, head)
        if self._received and not self._received.startswith((b"GET ", b"HEAD ")):
            # A TLS handshake fails, since no server of a case speaks TLS.
            self.loseConnection()

    def loseConnection(self) -> None:  # noqa: N802 - ITransport
        """Close the connection."""
        if not self.gone:
            self.gone = True
            self._reactor.callLater(0, self._protocol.connectionLost, Failure(ConnectionDone()))

    abortConnection = disconnect = loseConnection  # noqa: N815 - ITCPTransport and IConnector

    def stopConnecting(self) -> None:  # noqa: N802 - IConnector
        """Do nothing, since the connection is made at once."""

    def _answer(self, head: bytes) -> None:
        if self.gone:
            return
        lines = head.decode("latin-1").split("\r\n")
        method, path, _ = lines[0].split(" ", 2)
        host = next(line.partition(":")[2].strip() for line in lines[1:] if line.lower().startswith("host:"))
        response = self._responses.get(f"http://{host}{path}", {})
        body = response.get("body", _PAGE).encode()
        fields = [("Content-Type", "text/html"), ("Content-Length", str(len(body))), *response.get("headers", ())]
        if "location" in response:
            fields.append(("Location", response["location"]))
        text = "".join(f"{name}: {value}\r\n" for name, value in fields)
        head = f"HTTP/1.1 {response.get('status', 200)} -\r\n{text}\r\n".encode()
        self._protocol.dataReceived(head + (body if method == "GET" else b""))


@define(eq=False)
class _Network:
    """
    The reactor, except that TCP connections are made in memory.

    :ivar dialled: the addresses that were dialled for the current case.
    :ivar responses: the responses of the current case by URL.
    """

    _reactor: Any
    dialled: list[tuple[str, int]] = field(factory=list)
    responses: Mapping[str, Any] = field(factory=dict)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reactor, name)

    def connectTCP(self, host: str, port: int, factory: Any, *_: Any, **__: Any) -> _Connection:  # noqa: N802
        """Connect in memory (:meth:`twisted.internet.interfaces.IReactorTCP.connectTCP`)."""
        self.dialled.append((host, port))
        protocol = factory.buildProtocol(None)
        connection = _Connection(self._reactor, host, port, self.responses, protocol)
        self._reactor.callLater(0, protocol.makeConnection, connection)
        return connection


def _forbidden(case: Mapping[str, Any], dialled: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return the addresses that were dialled and must not be."""
    named = {_entry(address) for address in case.get("must_not_connect", ())}
    return [
        (host, port)
        for host, port in dialled
        if not _is_public(host) or (_canonical(host), None) in named or (_canonical(host), port) in named
    ]


def _is_wrong(case: Mapping[str, Any], dialled: Sequence[tuple[str, int]], *, scanned: bool) -> bool:
    """Return whether the decision differs from the expected one."""
    forbidden = bool(_forbidden(case, dialled))
    if case["expected"] != "allow":
        return case["expected"] == "block" and (scanned or forbidden)
    named = [*case.get("may_connect", ()), *filter(None, [case.get("expect_connect")])]
    may = {_entry(address) for address in named}
    if not dialled:
        return True
    host, port = _canonical(dialled[0][0]), dialled[0][1]
    # A case that names no address allows every public one.
    return not {(host, port), (host, None)} & may if may else forbidden


def _plain(name: str) -> str:
    return name.lower().rstrip(".")


def _entry(entry: Any) -> tuple[str, int | None]:
    return (_canonical(entry), None) if isinstance(entry, str) else (_canonical(entry[0]), entry[1])


def _canonical(host: str) -> str:
    try:
        return str(ip_address(host))
    except ValueError:
        return host


def _is_public(host: str) -> bool:
    address = parse_address(host)
    return address is not None and refusal(address) is None
