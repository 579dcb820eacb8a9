"""
The check of PROXY protocol headers before Twisted parses them.

Twisted's parsers raise :exc:`ValueError` for addresses and ports that aren't any, reject a header whose first bytes
arrive alone, and wait for the rest of a header as long as for another request.
"""

import struct
from collections.abc import Callable
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import Any

from attrs import frozen
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IDelayedCall, IListeningPort, IProtocol, IReactorTime, IStreamServerEndpoint
from twisted.internet.protocol import Factory, connectionDone
from twisted.logger import Logger
from twisted.protocols.haproxy import proxyEndpoint
from twisted.protocols.policies import ProtocolWrapper, WrappingFactory
from twisted.python.failure import Failure
from zope.interface import implementer

from sitescan.concurrency.reactor import IReactor
from sitescan.standards.lazy_pattern import lazy_pattern

# https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt
_SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"
_FIXED = struct.Struct("!12sBBH")
_LOCAL, _PROXY = 0x20, 0x21

#: The minimum length of the addresses by address family and protocol; those of datagrams don't fit a connection.
_ADDRESSES = {0x00: 0, 0x11: 12, 0x21: 36, 0x31: 216}

#: The beginning of the endpoint strings of the PROXY protocol.
PREFIX = "haproxy:"

_LONGEST_LINE = 107
_LONGEST_BINARY = 4096
_LINE = lazy_pattern(
    rb"PROXY (?:UNKNOWN(?: [^\r\n]*)?|TCP([46]) ([0-9A-Fa-f.:]+) ([0-9A-Fa-f.:]+) (\d{1,5}) (\d{1,5}))\r\n"
)


class InvalidHeader(Exception):
    """A connection doesn't begin with a valid header."""


def header_is_complete(data: bytes) -> bool:
    """
    Return whether data begins with a complete header, of either version.

    :raises InvalidHeader: if the data can't become a valid header.
    """
    if data[: len(_SIGNATURE)] == _SIGNATURE[: len(data)]:
        return len(data) >= _FIXED.size and _binary_is_complete(data)
    end = data.find(b"\r\n") + 2
    if end < 2:
        if len(data) >= _LONGEST_LINE or data[:6] != b"PROXY "[: len(data)]:
            raise InvalidHeader
        return False
    line = _LINE.fullmatch(data, 0, end)
    if line is None or end > _LONGEST_LINE:
        raise InvalidHeader
    version, *addresses, source_port, port = line.groups()
    if version is not None:
        try:
            for address in addresses:
                (IPv4Address if version == b"4" else IPv6Address)(address.decode("ascii"))
        except AddressValueError:
            raise InvalidHeader from None
        if max(int(source_port), int(port)) > 0xFFFF:
            raise InvalidHeader
    return True


def _binary_is_complete(data: bytes) -> bool:
    _, command, family, length = _FIXED.unpack_from(data)
    if command not in (_LOCAL, _PROXY) or length > _LONGEST_BINARY:
        raise InvalidHeader
    if command == _PROXY and length < _ADDRESSES.get(family, _LONGEST_BINARY + 1):
        raise InvalidHeader
    return len(data) - _FIXED.size >= int(length)


class _HeaderCheck(ProtocolWrapper):
    """Keeps what a connection sends until its header is complete and valid, and passes on everything from there on."""

    _log = Logger()
    transport: Any

    def __init__(self, factory: Any, protocol: IProtocol) -> None:
        super().__init__(factory, protocol)
        self._received: bytes | None = b""
        self._time_limit: IDelayedCall | None = factory.clock.callLater(factory.seconds, self._time_out)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - IProtocol
        """Pass on data, or keep a part of the header."""
        if self._received is None:
            super().dataReceived(data)
            return
        if self._time_limit is None:  # the connection is being aborted
            return
        self._received += data
        try:
            complete = header_is_complete(self._received)
        except InvalidHeader:
            self._refuse("invalid")
            return
        if complete:
            self._stop_time_limit()
            received, self._received = self._received, None
            super().dataReceived(received)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - IProtocol
        """Stop the time limit."""
        self._stop_time_limit()
        super().connectionLost(reason)

    def _time_out(self) -> None:
        self._time_limit = None
        # Connections without a byte are ordinary: health checks, and browsers that connect in advance.
        if self._received:
            self._refuse("incomplete")
        else:
            self.transport.abortConnection()

    def _refuse(self, problem: str) -> None:
        self._stop_time_limit()
        self._log.warn(
            "closing a connection from {peer}: its PROXY header is {problem}",
            peer=self.transport.getPeer(),
            problem=problem,
        )
        self.transport.abortConnection()

    def _stop_time_limit(self) -> None:
        if self._time_limit is not None and self._time_limit.active():
            self._time_limit.cancel()
        self._time_limit = None


class _HeaderCheckFactory(WrappingFactory):
    """A factory of connections whose header is checked."""

    protocol = _HeaderCheck
    noisy = False

    def __init__(self, wrapped: Factory, clock: IReactorTime, seconds: float) -> None:
        super().__init__(wrapped)
        self.clock, self.seconds = clock, seconds


@implementer(IStreamServerEndpoint)
@frozen
class _CheckingEndpoint:
    """An endpoint on which the header of each connection is checked."""

    _endpoint: IStreamServerEndpoint
    _clock: IReactorTime
    _seconds: float

    def listen(self, factory: Any) -> Deferred[IListeningPort]:
        """Listen (IStreamServerEndpoint)."""
        return self._endpoint.listen(_HeaderCheckFactory(factory, self._clock, self._seconds))


def checked_proxy_header(
    reactor: IReactor, text: str, endpoint: Callable[[Any, str], IStreamServerEndpoint], seconds: float
) -> IStreamServerEndpoint:
    """
    Return the endpoint of an endpoint string. If it speaks the PROXY protocol, headers are checked.

    :param endpoint: makes an endpoint of an endpoint string.
    :param seconds: the time in which a header must arrive.
    """
    if not text.startswith(PREFIX):
        return endpoint(reactor, text)
    inner = _CheckingEndpoint(endpoint(reactor, text.removeprefix(PREFIX)), reactor, seconds)
    proxied: IStreamServerEndpoint = proxyEndpoint(inner)
    return proxied
