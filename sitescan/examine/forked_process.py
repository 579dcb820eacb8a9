"""The processes of a fork server, with the interface of Twisted's processes."""

import os
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

from twisted.internet import error
from twisted.internet.defer import Deferred, succeed
from twisted.internet.interfaces import IPullProducer
from twisted.internet.protocol import ProcessProtocol, ServerFactory, connectionDone
from twisted.internet.protocol import Protocol as StreamProtocol
from twisted.logger import Logger, LogLevel
from twisted.python.failure import Failure

from sitescan.concurrency.reactor import IReactor
from sitescan.configuration.settings import Settings
from sitescan.examine.child_log import ChildLog
from sitescan.examine.command_fork_server import ForkedServer
from sitescan.examine.fork_messages import MessageKind, MessageParser, message

#: The arguments with which Python runs a fork server.
_PROGRAM = ("-I", "-m", "sitescan.examine.fork_server")

#: A shell that ignores SIGINT and SIGTERM and then runs a command. A terminal signals all processes at Ctrl-C, and
#: systemd all processes of a service that it stops, but the parent decides when a child ends. Signals that are ignored
#: stay ignored in the command, whereas Python could only ignore them after it has been loaded.
_IGNORING_SIGNALS = ("/bin/sh", "-c", 'trap "" INT TERM; exec "$@"', "sh")


class Forks(Protocol):
    """Starts child processes."""

    def fork(self, child: ProcessProtocol) -> None:
        """
        Start a child process.

        :param child: the protocol of the process. It may take a while until its transport has a ``pid``.
        :raises OSError: if no process can be started at the moment.
        """

    def stop(self) -> Deferred[None]:
        """End all children. Return a Deferred that fires when they have ended."""


class ForkServers:
    """
    Starts a fork server (:mod:`sitescan.examine.fork_server`) on demand, and another one after it has ended.

    :param program: the arguments with which Python runs a fork server.
    :param first: the first server, if this process has already forked it.
    """

    def __init__(
        self,
        reactor: IReactor,
        settings: Settings,
        program: Sequence[str] = _PROGRAM,
        first: ForkedServer | None = None,
    ) -> None:
        self._reactor = reactor
        self._program = program
        self._arguments = [settings.parser, str(settings.examine_seconds), str(settings.examine_bytes)]
        self._first = first
        self._server: _Server | None = None
        self._child_log = ChildLog(reactor)

    def fork(self, child: ProcessProtocol) -> None:
        """Start a child process (:meth:`Forks.fork`)."""
        if self._server is None:
            self._server = self._start_server()
        self._server.fork(child)

    def stop(self) -> Deferred[None]:
        """End the fork server, which ends all children (:meth:`Forks.stop`)."""
        return succeed(None) if self._server is None else self._server.stop()

    def server_ended(self, server: "_Server") -> None:
        """Forget a fork server that has ended."""
        if server is self._server:
            self._server = None

    def _start_server(self) -> "_Server":
        server = _Server(self._reactor, self, self._child_log)
        if self._first is not None:
            first, self._first = self._first, None
            _adopt(self._reactor, first.control, server.control)
            _adopt(self._reactor, first.errors, _ForkedServerProcess(server, first.pid))
            return server
        command = [*_IGNORING_SIGNALS, sys.executable, *self._program, *self._arguments]
        ours, theirs = socket.socketpair()
        with ours, theirs:
            _adopt(self._reactor, ours, server.control)
            descriptors: dict[int, int | str] = {0: theirs.fileno(), 1: "r", 2: "r"}
            try:
                self._reactor.spawnProcess(server, command[0], command, env={}, childFDs=descriptors)
            except OSError:
                server.control.transport.abortConnection()
                raise
        return server


class _Server(ProcessProtocol):
    """
    The protocol of one fork server.

    It keeps the children that the server has forked, by the numbers that they have in messages.
    """

    _log = Logger()
    transport: Any

    def __init__(self, reactor: IReactor, owner: ForkServers, child_log: ChildLog) -> None:
        self.control = _Control(self)
        self._reactor = reactor
        self._owner = owner
        self._child_log = child_log
        self._children: dict[int, ForkedProcess] = {}
        self._last = 0
        self._up = self._ended = self._disconnected = False
        self._stopped: Deferred[None] | None = None

    def fork(self, child: ProcessProtocol) -> None:
        """Have the server fork a child, unless it is ending."""
        if self._disconnected:
            raise BrokenPipeError("the process that children are forked from is ending")
        pair = socket.socketpair()
        self._last += 1
        process = self._children[self._last] = ForkedProcess(self, self._last, child, pair)
        self.control.transport.sendFileDescriptor(pair[1].fileno())
        self.control.transport.write(message(MessageKind.FORK, self._last))
        child.makeConnection(process)

    def kill(self, number: int) -> None:
        """Have the server kill a child. Until the server reaps the child, no other process gets its process id."""
        self.control.transport.write(message(MessageKind.KILL, number))

    def stop(self) -> Deferred[None]:
        """End the server. Return a Deferred that fires when the server and its children have ended."""
        self._stopped = Deferred()
        if self._up:
            # At the end of its input, the server kills its children and ends.
            self.control.transport.loseConnection()
        else:
            with suppress(error.ProcessExitedAlready):
                self.transport.signalProcess("KILL")
        return self._stopped

    def message_received(self, kind: MessageKind, number: int, value: int) -> None:
        """Process a message about a child."""
        self._up = True
        process = self._children[number]
        if kind is MessageKind.FORKED:
            process.forked(self._reactor, value)
        elif kind is MessageKind.ENDED:
            process.ended(_exit_reason(value))
        else:
            self._log.error("a child process could not be started: {problem}", problem=os.strerror(value))
            process.ended(error.ProcessTerminated(1))

    def forget(self, number: int) -> None:
        """Forget a child that has ended and whose output has been received."""
        del self._children[number]
        self._check_stopped()

    def disconnected(self) -> None:
        """Note that the connection to the server has ended."""
        self._disconnected = True
        self._check_stopped()

    def errReceived(self, data: bytes) -> None:  # noqa: N802 - ProcessProtocol
        """Log what the server or a child has written to standard error."""
        self._child_log.error("a child: {text}", text=data.decode("utf-8", "replace"))

    def processEnded(self, reason: Failure) -> None:  # noqa: N802 - ProcessProtocol
        """End the children, which the kernel kills with the server."""
        self._ended = True
        self._owner.server_ended(self)
        if self._stopped is None:
            # Ctrl-C also ends a server that has just been started: for a moment, it doesn't ignore the signal yet.
            interrupted = getattr(reason.value, "signal", None) == signal.SIGINT
            level = LogLevel.info if interrupted else LogLevel.error
            self._log.emit(level, "the process that children are forked from ended: {reason}", reason=reason.value)
        self.control.transport.abortConnection()
        for process in list(self._children.values()):
            process.server_ended()
        self._check_stopped()

    def _check_stopped(self) -> None:
        if self._stopped is not None and self._ended and self._disconnected and not self._children:
            stopped, self._stopped = self._stopped, None
            stopped.callback(None)


class _Control(StreamProtocol):
    """The protocol on the socket to a fork server."""

    transport: Any

    def __init__(self, server: _Server) -> None:
        self._server = server
        self._parser = MessageParser()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Protocol
        """Process messages."""
        for kind, number, value in self._parser.feed(data):
            self._server.message_received(kind, number, value)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - Protocol
        """Note that the server has ended or was asked to end."""
        self._server.disconnected()


class _ForkedServerProcess(StreamProtocol):
    """
    The transport of a fork server that this process has forked, and the protocol on the server's standard error.

    The stream ends with the server, which kills its children first.
    """

    def __init__(self, server: _Server, pid: int) -> None:
        self._server = server
        self._pid = pid
        server.makeConnection(self)

    def signalProcess(self, name: str) -> None:  # noqa: N802 - IProcessTransport
        """Send a signal to the server."""
        os.kill(self._pid, signal.Signals[f"SIG{name}"])

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Protocol
        """Pass on what the server or a child has written to standard error."""
        self._server.errReceived(data)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - Protocol
        """Note that the server has ended."""
        _, status = os.waitpid(self._pid, 0)
        self._server.processEnded(Failure(_exit_reason(status)))


class ForkedProcess(StreamProtocol):
    """
    The transport of a forked child, like :class:`twisted.internet.interfaces.IProcessTransport`.

    It is also the protocol on the socket to the child.

    :ivar pid: the process id, or ``None`` before the child has been forked and after it has ended.
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

    # Notifications of the server.

    def forked(self, reactor: IReactor, pid: int) -> None:
        """Connect to the child. Its output isn't read before, so that its process id is known by then."""
        self.pid = pid
        self._pair[1].close()
        try:
            _adopt(reactor, self._pair[0], self)
        except OSError:  # there are too many open files
            self._server.kill(self._number)
        else:
            self._open = True

    def ended(self, reason: Exception) -> None:
        """Note that the child has ended. Its protocol is notified after it has received the output of the child."""
        self.pid = None
        self._reason = reason
        self._check_ended()

    def server_ended(self) -> None:
        """Note that the kernel kills the child (:func:`sitescan.examine.parent_death.die_with_parent`)."""
        if self._open:
            self.transport.abortConnection()
        self.ended(self._reason or error.ProcessTerminated(1))

    def _check_ended(self) -> None:
        if self._reason is None or self._open:
            return
        for stream in self._pair:
            stream.close()
        self._child.processEnded(Failure(self._reason))
        # Last, because it may fire the Deferred of stop().
        self._server.forget(self._number)

    # The transport.

    def write(self, data: bytes) -> None:
        """Write to the standard input of the child."""
        self.transport.write(data)

    def registerProducer(self, producer: IPullProducer, streaming: bool) -> None:  # noqa: N802 - ITransport
        """Register a producer that writes to the standard input of the child."""
        self.transport.registerProducer(producer, streaming)

    def unregisterProducer(self) -> None:  # noqa: N802 - ITransport
        """Unregister the producer."""
        self.transport.unregisterProducer()

    def signalProcess(self, name: str) -> None:  # noqa: N802 - IProcessTransport
        """Kill the child. Other signals aren't supported."""
        if name != "KILL":
            raise ValueError(name)
        if self._reason is not None:
            raise error.ProcessExitedAlready
        self._server.kill(self._number)

    # The socket to the child.

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Protocol
        """Pass on what the child has written to its standard output."""
        self._child.outReceived(data)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - Protocol
        """Kill the child if it hasn't ended: without the socket it is of no use."""
        self._open = False
        if self._reason is None:
            self._server.kill(self._number)
        self._check_ended()


def _exit_reason(status: int) -> Exception:
    """Return the exception for the status of a process as waitpid(2) returns it."""
    if os.WIFSIGNALED(status):
        return error.ProcessTerminated(None, os.WTERMSIG(status), status)
    code = os.WEXITSTATUS(status)
    return error.ProcessTerminated(code, None, status) if code else error.ProcessDone(status)


class _ProtocolFactory(ServerFactory[Any]):
    """A factory of a protocol that already exists."""

    noisy = False

    def __init__(self, protocol: StreamProtocol) -> None:
        self._protocol = protocol

    def buildProtocol(self, addr: object) -> StreamProtocol:  # noqa: N802 - Factory
        """Return the protocol."""
        return self._protocol


def _adopt(reactor: IReactor, stream: socket.socket, protocol: StreamProtocol) -> None:
    """Connect a protocol to a socket. The reactor copies the descriptor, so the socket is closed."""
    stream.setblocking(False)
    reactor.adoptStreamConnection(stream.fileno(), socket.AF_UNIX, _ProtocolFactory(protocol))
    stream.close()
