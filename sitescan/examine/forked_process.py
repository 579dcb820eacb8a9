"""Children of a fork server as their parent sees them: started, talked to and killed like processes of Twisted's."""

import os
import socket
import sys
from typing import Any, Protocol

from twisted.internet import error
from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IPullProducer
from twisted.internet.protocol import Factory, ProcessProtocol, connectionDone
from twisted.internet.protocol import Protocol as StreamProtocol
from twisted.logger import Logger
from twisted.python.failure import Failure

from sitescan.examine.fork_messages import Records, Said, record
from sitescan.settings import Settings

_LONGEST_LOG_LINE = 2000

#: A terminal signals all processes at Ctrl-C, and systemd all of a service that it stops; it is the parent that decides
#: when a child ends. What is ignored at the start stays ignored, which no Python of the child's own could say before it
#: has been loaded.
_DEAF = ("/bin/sh", "-c", 'trap "" INT TERM; exec "$@"', "sh")


class Forks(Protocol):
    """Starts child processes."""

    def fork(self, child: ProcessProtocol) -> None:
        """
        Start a child process; it may take a while until its transport has a ``pid``.

        :raises OSError: the system has no room for it.
        """

    def stop(self) -> Deferred[None]:
        """End all children; fires when they are gone."""


class ForkServers:
    """Keeps a fork server (:mod:`sitescan.examine.fork_server`): one, and another when that has ended."""

    def __init__(self, reactor: Any, settings: Settings) -> None:
        self._reactor = reactor
        self._limits = [str(settings.examine_seconds), str(settings.examine_bytes)]
        self._server: _Server | None = None

    def fork(self, child: ProcessProtocol) -> None:
        """Have a child forked (:meth:`Forks.fork`)."""
        if self._server is None:
            self._server = self._started()
        self._server.fork(child)

    def stop(self) -> Deferred[None]:
        """End the server, which ends all children (:meth:`Forks.stop`)."""
        return succeed(None) if self._server is None else self._server.stop()

    def ended(self, server: "_Server") -> None:
        """A server is gone."""
        if server is self._server:
            self._server = None

    def _started(self) -> "_Server":
        server = _Server(self._reactor, self)
        command = [*_DEAF, sys.executable, "-I", "-m", "sitescan.examine.fork_server", *self._limits]
        ours, theirs = socket.socketpair()
        with ours, theirs:
            _adopt(self._reactor, ours, server.control)
            descriptors = {0: theirs.fileno(), 1: "r", 2: "r"}
            try:
                self._reactor.spawnProcess(server, command[0], command, env={}, childFDs=descriptors)
            except OSError:
                server.control.transport.abortConnection()
                raise
        return server


class _Server(ProcessProtocol):
    """One fork server, and the children that it has forked by their numbers."""

    _log = Logger()
    transport: Any

    def __init__(self, reactor: Any, keeper: ForkServers) -> None:
        self.control = _Control(self)
        self._reactor = reactor
        self._keeper = keeper
        self._children: dict[int, ForkedProcess] = {}
        self._last = 0
        self._up = self._ended = self._deaf = False
        self._stopped: Deferred[None] | None = None

    def fork(self, child: ProcessProtocol) -> None:
        """Ask for a child."""
        pair = socket.socketpair()
        self._last += 1
        process = self._children[self._last] = ForkedProcess(self, self._last, child, pair)
        self.control.transport.sendFileDescriptor(pair[1].fileno())
        self.control.transport.write(record(Said.FORK, self._last))
        child.makeConnection(process)

    def kill(self, number: int) -> None:
        """Have a child killed: by whoever reaps it, since its process id can't be another's before."""
        self.control.transport.write(record(Said.KILL, number))

    def stop(self) -> Deferred[None]:
        """End; fires when the children are gone too."""
        self._stopped = Deferred()
        if self._up:
            # At the end of its input it ends its children, then itself.
            self.control.transport.loseConnection()
        else:
            self.transport.signalProcess("KILL")
        return self._stopped

    def heard(self, said: Said, number: int, value: int) -> None:
        """The server tells something of a child."""
        self._up = True
        process = self._children[number]
        if said is Said.FORKED:
            process.forked(self._reactor, value)
        elif said is Said.ENDED:
            process.ended(_reason(value))
        else:
            self._log.error("a child process could not be started: {problem}", problem=os.strerror(value))
            process.ended(error.ProcessTerminated(1))

    def forget(self, number: int) -> None:
        """Nothing more is to be heard of a child."""
        del self._children[number]
        self._settle()

    def unheard(self) -> None:
        """Nothing more is to be heard of the server."""
        self._deaf = True
        self._settle()

    def errReceived(self, data: bytes) -> None:  # noqa: N802 - ProcessProtocol
        """What it or a child writes to standard error goes to the log."""
        self._log.error("a child: {text}", text=data.decode("utf-8", "replace")[:_LONGEST_LOG_LINE])

    def processEnded(self, reason: Failure) -> None:  # noqa: N802 - ProcessProtocol
        """It is gone, and so are its children."""
        self._ended = True
        self._keeper.ended(self)
        if self._stopped is None:
            self._log.error("the process that children are forked from ended: {reason}", reason=reason.value)
        self.control.transport.abortConnection()
        for process in list(self._children.values()):
            process.orphaned()
        self._settle()

    def _settle(self) -> None:
        if self._stopped is not None and self._ended and self._deaf and not self._children:
            stopped, self._stopped = self._stopped, None
            stopped.callback(None)


class _Control(StreamProtocol):
    """The parent's end of the pair of sockets between it and a fork server."""

    transport: Any

    def __init__(self, server: _Server) -> None:
        self._server = server
        self._records = Records()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Protocol
        """Records."""
        for said, number, value in self._records.feed(data):
            self._server.heard(said, number, value)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - Protocol
        """The server has ended, or was told to."""
        self._server.unheard()


class ForkedProcess(StreamProtocol):
    """
    A child that was forked: what :class:`twisted.internet.interfaces.IProcessTransport` is to a process of its own.

    :ivar pid: its process id, or ``None`` as long as it is not known and once it has ended.
    """

    transport: Any

    def __init__(
        self, server: _Server, number: int, child: ProcessProtocol, pair: tuple[socket.socket, socket.socket]
    ) -> None:
        self.pid: int | None = None
        self._server = server
        self._number = number
        self._child = child
        self._pair = pair
        self._reason: Exception | None = None
        self._open = False

    # From the server.

    def forked(self, reactor: Any, pid: int) -> None:
        """It lives. What it says is heard only now: whoever hears it knows its process id."""
        self.pid = pid
        self._pair[1].close()
        try:
            _adopt(reactor, self._pair[0], self)
        except OSError:  # no descriptor is left to talk to it
            self._server.kill(self._number)
        else:
            self._open = True

    def ended(self, reason: Exception) -> None:
        """It is gone; what it said before is heard first."""
        self.pid = None
        self._reason = reason
        self._settle()

    def orphaned(self) -> None:
        """The server is gone, and the system ends it (:func:`sitescan.examine.fork_server.die_with_parent`)."""
        if self._open:
            self.transport.abortConnection()
        self.ended(self._reason or error.ProcessTerminated(1))

    def _settle(self) -> None:
        if self._reason is None or self._open:
            return
        for one in self._pair:
            one.close()
        self._child.processEnded(Failure(self._reason))
        # Whoever waits for the server's end is told by this.
        self._server.forget(self._number)

    # For the child's protocol.

    def write(self, data: bytes) -> None:
        """Write to its standard input."""
        self.transport.write(data)

    def registerProducer(self, producer: IPullProducer, streaming: bool) -> None:  # noqa: N802 - ITransport
        """Have a producer write to its standard input."""
        self.transport.registerProducer(producer, streaming)

    def unregisterProducer(self) -> None:  # noqa: N802 - ITransport
        """The producer is done."""
        self.transport.unregisterProducer()

    def signalProcess(self, name: str) -> None:  # noqa: N802 - IProcessTransport
        """Kill it; no other signal is needed."""
        if name != "KILL":
            raise ValueError(name)
        if self._reason is not None:
            raise error.ProcessExitedAlready
        self._server.kill(self._number)

    # From its streams.

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Protocol
        """It writes to its standard output."""
        self._child.outReceived(data)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - Protocol
        """It has closed its streams: it has ended, or nobody can talk to it any more."""
        self._open = False
        if self._reason is None:
            self._server.kill(self._number)
        self._settle()


def _reason(status: int) -> Exception:
    """How a process ended, by its status as of waitpid(2)."""
    if os.WIFSIGNALED(status):
        return error.ProcessTerminated(None, os.WTERMSIG(status), status)
    code = os.WEXITSTATUS(status)
    return error.ProcessTerminated(code, None, status) if code else error.ProcessDone(status)


class _One(Factory):
    """Gives the protocol that is there already."""

    noisy = False

    def __init__(self, protocol: StreamProtocol) -> None:
        self._protocol = protocol

    def buildProtocol(self, addr: object) -> Any:  # noqa: N802 - Factory
        """It."""
        return self._protocol


def _adopt(reactor: Any, stream: socket.socket, protocol: StreamProtocol) -> None:
    """Have the reactor read a socket, which it copies."""
    stream.setblocking(False)
    reactor.adoptStreamConnection(stream.fileno(), socket.AF_UNIX, _One(protocol))
    stream.close()
