"""The parent of several server processes: it binds their sockets, keeps their token tables and replaces them."""

import signal
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import define, field
from twisted.application.service import Service
from twisted.internet.defer import Deferred, DeferredList
from twisted.internet.interfaces import IDelayedCall, IListeningPort
from twisted.internet.protocol import Factory
from twisted.logger import Logger

from sitescan.admission.token_tables import TokenTables, tables_in_memory
from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.concurrency.reactor import IReactor
from sitescan.configuration.settings import Settings
from sitescan.logs.measurements import Sample, merged
from sitescan.serving.amp_commands import FROM_PARENT, TO_PARENT
from sitescan.serving.inherited_sockets import InheritedSocket, environment
from sitescan.serving.listeners import Listeners
from sitescan.serving.scan_service import end_at_once_on_signal
from sitescan.serving.server_child import ServerChild

#: The first descriptor of a server process that is a listening socket.
_SOCKETS = max(FROM_PARENT, TO_PARENT) + 1

#: Seconds to wait before a process is replaced that ended before it accepted requests.
_RETRY = 1.0

#: Seconds to wait for the metrics of a process.
_SAMPLES_SECONDS = 2.0

#: Seconds that a process has to end beyond the time for answering requests.
_MARGIN = 5.0


@define(eq=False)
class ParentService(Service):
    """
    Keeps the configured number of server processes running.

    The sockets belong to the parent and stay open when a process ends, so no connection is ever refused. The token
    tables belong to the parent as well, so that quotas don't depend on the number of processes.

    SIGHUP replaces the processes one after another, each when its successor accepts requests. SIGTERM ends all of them
    when the requests in progress are answered; a second SIGTERM ends them at once.

    :ivar now: returns the wall-clock time in seconds since the epoch.
    :ivar all_ready: fires when all processes accept requests for the first time.
    :ivar command: the command that starts a server process; its environment tells it that it is one.
    :ivar variables: the environment variables of server processes, except those that name the sockets.
    """

    _log = Logger()

    reactor: IReactor
    settings: Settings
    command: Sequence[str]
    variables: Mapping[str, str]
    now: Callable[[], float]
    listeners: Listeners = field(init=False)
    tables: TokenTables = field(init=False)
    _children: list[ServerChild] = field(factory=list, init=False)
    _outdated: list[ServerChild] = field(factory=list, init=False)
    _calls: list[IDelayedCall] = field(factory=list, init=False)
    _ever_ready: bool = field(default=False, init=False)
    _gone: Deferred[None] | None = field(default=None, init=False)
    all_ready: Deferred[None] = field(factory=Deferred, init=False)

    @listeners.default
    def _listeners(self) -> Listeners:
        return Listeners(self.reactor, listening=_leave_connections)

    @tables.default
    def _tables(self) -> TokenTables:
        return tables_in_memory(self.settings, self.now, self.reactor.seconds)

    def startService(self) -> None:  # noqa: N802 - IService
        """Bind the sockets and start the processes."""
        super().startService()
        factory = Factory()
        for text in self.settings.listen:
            self.listeners.listen(text, factory)
        signal.signal(signal.SIGHUP, lambda *_: self.reactor.callFromThread(self.replace_all))
        for _ in range(self.settings.processes):
            self._start()

    def stopService(self) -> Deferred[None]:  # noqa: N802 - IService
        """End the processes. Return a Deferred that fires when all have ended."""
        super().stopService()
        return Deferred.fromCoroutine(self._stop())

    def replace_all(self) -> None:
        """Replace the processes one after another."""
        if self.running:
            self._log.info("replacing {count} server processes", count=len(self._serving()))
            self._outdated = self._serving()
            self._replace_next()

    def problem(self) -> str:
        """Return why the service should get no requests, or an empty string."""
        if not self.running:
            return "draining"
        return "" if any(child.is_ready for child in self._serving()) else "no server process accepts requests"

    def samples(self) -> Deferred[Sequence[Sample]]:
        """Return the merged metrics of the processes that respond in time."""
        return Deferred.fromCoroutine(self._samples())

    async def _samples(self) -> Sequence[Sample]:
        deadline = Deadline.after(self.reactor, _SAMPLES_SECONDS)
        requests = [deadline.bound(child.samples()) for child in self._children if child.is_ready]
        answers = await DeferredList(requests, consumeErrors=True)
        return merged(*(found for came, found in answers if came))

    def server_ready(self, child: ServerChild) -> None:
        """Retire the predecessor of a process (:meth:`sitescan.serving.server_child.ServerOwner.server_ready`)."""
        self._ever_ready = True
        self._log.info("server process {pid} accepts requests", pid=child.pid)
        if not self.all_ready.called and sum(server.is_ready for server in self._children) == self.settings.processes:
            self.listeners.log_ready()
            self.all_ready.callback(None)
        if child.predecessor is not None:
            child.predecessor.retire()
            child.predecessor = None
            self._replace_next()

    def server_ended(self, child: ServerChild, reason: str) -> None:
        """Replace a process that wasn't retired (:meth:`sitescan.serving.server_child.ServerOwner.server_ended`)."""
        self._children.remove(child)
        if child in self._outdated:
            self._outdated.remove(child)
        if not self.running:
            if not self._children and self._gone is not None:
                self._gone.callback(None)
        elif child.retired:
            self._log.info("server process {pid} was replaced", pid=child.pid)
        elif not child.is_ready and not self._ever_ready:
            self._log.error("server process {pid} didn't start: {reason}; stopping", pid=child.pid, reason=reason)
            self.reactor.stop()
        elif child.predecessor is not None:
            self._log.error(
                "server process {pid} didn't start: {reason}; keeping the old ones", pid=child.pid, reason=reason
            )
            self._outdated = []
        else:
            self._log.error("server process {pid} ended: {reason}; starting another", pid=child.pid, reason=reason)
            self._later(0.0 if child.is_ready else _RETRY)

    def _serving(self) -> list[ServerChild]:
        return [child for child in self._children if not child.retired]

    def _replace_next(self) -> None:
        if self._outdated:
            self._start(self._outdated.pop(0))

    def _later(self, seconds: float) -> None:
        def start() -> None:
            self._calls.remove(call)
            self._start()

        call = self.reactor.callLater(seconds, start)
        self._calls.append(call)

    def _start(self, predecessor: ServerChild | None = None) -> None:
        child = ServerChild(self, self.tables, predecessor)
        self._children.append(child)
        descriptors: dict[int, Any] = {0: 0, 1: 1, 2: 2, FROM_PARENT: "w", TO_PARENT: "r"}
        sockets = []
        for number, port in enumerate(self.listeners.ports, _SOCKETS):
            bound: Any = port
            descriptors[number] = bound.fileno()
            sockets.append(InheritedSocket(number, bound.addressFamily))
        variables = {**self.variables, **environment(sockets)}
        self.reactor.spawnProcess(child, self.command[0], self.command, variables, childFDs=descriptors)

    async def _stop(self) -> None:
        end_at_once_on_signal(self._kill)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        for call in self._calls:
            call.cancel()
        for child in self._serving():
            child.signal(signal.SIGTERM)
        await self.listeners.stop()
        if self._children:
            self._gone = Deferred()
            try:
                await Deadline.after(self.reactor, self.settings.drain_seconds + _MARGIN).bound(self._gone)
            except TimedOut:
                self._log.warn("stopping although some server processes are still running")
                self._kill()

    def _kill(self) -> None:
        for child in self._children:
            child.signal(signal.SIGKILL)


def _leave_connections(port: IListeningPort) -> None:
    """Stop accepting in the parent: the server processes do it."""
    bound: Any = port
    bound.stopReading()
