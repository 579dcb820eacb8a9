"""Listening sockets that server processes inherit from their parent."""

import os
import socket
import stat
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen
from twisted.internet import tcp, unix
from twisted.internet.endpoints import serverFromString
from twisted.internet.interfaces import IListeningPort, IStreamServerEndpoint
from twisted.protocols.tls import TLSMemoryBIOFactory
from twisted.python.failure import Failure

from sitescan.concurrency.reactor import IReactor
from sitescan.standards.lazy_pattern import lazy_pattern

#: The environment variable of server processes: descriptor and address family of the socket of each ``--listen``.
_VARIABLE = "SITESCAN_SOCKETS"

#: The endpoint string of a socket that systemd has bound, with or without the PROXY protocol.
_SYSTEMD = lazy_pattern(r"^(haproxy:|)systemd:.*")


@frozen
class InheritedSocket:
    """
    A listening socket.

    :ivar descriptor: its file descriptor in this process.
    :ivar family: its address family.
    """

    descriptor: int
    family: socket.AddressFamily

    def endpoint(self, reactor: IReactor, text: str) -> IStreamServerEndpoint:
        """Return the endpoint of an endpoint string, with its TLS or PROXY protocol, on this socket."""
        inheriting: Any = _InheritingReactor(reactor, self)
        # The variables of systemd, which describe the sockets, are only valid in the parent.
        endpoint: IStreamServerEndpoint = serverFromString(inheriting, _SYSTEMD.sub(r"\1tcp:0", text))
        return endpoint


def environment(sockets: Sequence[InheritedSocket]) -> Mapping[str, str]:
    """Return the environment variables of a server process with these sockets."""
    return {_VARIABLE: ",".join(f"{inherited.descriptor}/{inherited.family:d}" for inherited in sockets)}


def inherited_sockets(variables: Mapping[str, str]) -> tuple[InheritedSocket, ...]:
    """Return the sockets that this process has inherited, none if it isn't a server process."""
    sockets = variables.get(_VARIABLE, "")
    pairs = [map(int, entry.split("/")) for entry in sockets.split(",") if entry]
    return tuple(InheritedSocket(descriptor, socket.AddressFamily(family)) for descriptor, family in pairs)


@frozen
class _InheritingReactor:
    """A reactor that listens on an inherited socket, whatever address it is asked to listen on."""

    _reactor: IReactor
    _socket: InheritedSocket

    def listenTCP(self, port: int, factory: Any, backlog: int = 50, interface: str = "") -> IListeningPort:  # noqa: N802
        """Listen on the socket (IReactorTCP)."""
        return self._adopt(factory, backlog)

    def listenSSL(  # noqa: N802 - IReactorSSL
        self,
        port: int,
        factory: Any,
        contextFactory: Any,  # noqa: N803
        backlog: int = 50,
        interface: str = "",
    ) -> IListeningPort:
        """Listen on the socket (IReactorSSL)."""
        return self._adopt(TLSMemoryBIOFactory(contextFactory, False, factory), backlog)

    def listenUNIX(  # noqa: N802 - IReactorUNIX
        self,
        address: str,
        factory: Any,
        backlog: int = 50,
        mode: int = 0o666,
        wantPID: bool = False,  # noqa: N803
    ) -> IListeningPort:
        """Listen on the socket (IReactorUNIX)."""
        return self._adopt(factory, backlog)

    def _adopt(self, factory: Any, backlog: int) -> IListeningPort:
        given, reactor = self._socket, self._reactor
        if given.family == socket.AF_UNIX:
            port: Any = _InheritedUnixPort.adopt(reactor, given.descriptor, factory)
        else:
            port = reactor.adoptStreamPort(given.descriptor, given.family, factory)
        port.socket.listen(backlog)
        listening: IListeningPort = port
        return listening

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reactor, name)


class _InheritedUnixPort(unix.Port):
    """A port on a UNIX socket whose file belongs to the parent, which sets its mode and removes it."""

    @classmethod
    def adopt(cls, reactor: IReactor, descriptor: int, factory: Any) -> Any:
        """Listen on a descriptor. Twisted sets the mode of the file, so the port gets the present mode."""
        port = cls._fromListeningDescriptor(reactor, descriptor, factory)
        path = port._bindPath
        if not path.startswith(b"\0"):
            port.mode = stat.S_IMODE(os.stat(path).st_mode)  # noqa: PTH116 - a path of bytes
        port.startListening()
        return port

    def connectionLost(self, reason: Failure) -> None:  # noqa: N802 - Twisted's name
        """Close the port without removing the file."""
        tcp.Port.connectionLost(self, reason)
