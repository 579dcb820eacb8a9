"""Sockets that a parent has bound and its server processes accept on."""

import os
import re
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

#: What tells a process that it is a server process: ``--listen`` by ``--listen``, descriptor and address family.
_VARIABLE = "SITESCAN_SOCKETS"

#: A socket that systemd has bound, with the PROXY protocol or without it.
_SYSTEMD = re.compile(r"^(haproxy:|)systemd:.*")


@frozen
class InheritedSocket:
    """
    A socket that listens.

    :ivar descriptor: its number in this process.
    :ivar family: its address family.
    """

    descriptor: int
    family: int

    def endpoint(self, reactor: Any, text: str) -> IStreamServerEndpoint:
        """What an endpoint string stands for, TLS or the PROXY protocol included, on this socket."""
        inheriting: Any = _InheritingReactor(reactor, self)
        # systemd names sockets of the parent, by variables that are for no other process.
        made: IStreamServerEndpoint = serverFromString(inheriting, _SYSTEMD.sub(r"\1tcp:0", text))
        return made


def environment(sockets: Sequence[InheritedSocket]) -> Mapping[str, str]:
    """The variables that tell a process of its sockets."""
    return {_VARIABLE: ",".join(f"{one.descriptor}/{one.family}" for one in sockets)}


def inherited_sockets(variables: Mapping[str, str]) -> tuple[InheritedSocket, ...]:
    """The sockets that this process was given by its parent; none where it has none."""
    told = variables.get(_VARIABLE, "")
    return tuple(InheritedSocket(*map(int, one.split("/"))) for one in told.split(",") if one)


@frozen
class _InheritingReactor:
    """A reactor that listens on one socket, whatever it is told to listen on."""

    _reactor: Any
    _socket: InheritedSocket

    def listenTCP(self, port: int, factory: Any, backlog: int = 50, interface: str = "") -> IListeningPort:  # noqa: N802
        """Listen (IReactorTCP)."""
        return self._adopt(factory, backlog)

    def listenSSL(  # noqa: N802 - IReactorSSL
        self,
        port: int,
        factory: Any,
        contextFactory: Any,  # noqa: N803
        backlog: int = 50,
        interface: str = "",
    ) -> IListeningPort:
        """Listen (IReactorSSL)."""
        return self._adopt(TLSMemoryBIOFactory(contextFactory, False, factory), backlog)

    def listenUNIX(  # noqa: N802 - IReactorUNIX
        self,
        address: str,
        factory: Any,
        backlog: int = 50,
        mode: int = 0o666,
        wantPID: bool = False,  # noqa: N803
    ) -> IListeningPort:
        """Listen (IReactorUNIX)."""
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
    """A UNIX socket whose file is the parent's: who may open it, and when it goes, is not decided here."""

    @classmethod
    def adopt(cls, reactor: Any, descriptor: int, factory: Any) -> Any:
        """Listen on it. Twisted sets the mode of the file; it is given the one that the file has."""
        port = cls._fromListeningDescriptor(reactor, descriptor, factory)
        path = port._bindPath
        if not path.startswith(b"\0"):
            port.mode = stat.S_IMODE(os.stat(path).st_mode)  # noqa: PTH116 - a path of bytes
        port.startListening()
        return port

    def connectionLost(self, reason: Failure) -> None:  # noqa: N802 - Twisted's name
        """Closed; the file stays."""
        tcp.Port.connectionLost(self, reason)
