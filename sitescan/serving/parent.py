"""The parent of several server processes: binds the sockets, counts, starts and replaces them."""

import signal
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import define, field
from twisted.application.service import Service
from twisted.internet.defer import Deferred, DeferredList
from twisted.internet.interfaces import IDelayedCall, IListeningPort
from twisted.internet.protocol import Factory
from twisted.logger import Logger

from sitescan.assembly import Shared
from sitescan.deadline import Deadline, TimedOut
from sitescan.measurements import Sample, merged
from sitescan.serving.amp_commands import FROM_PARENT, TO_PARENT
from sitescan.serving.inherited_sockets import InheritedSocket, environment
from sitescan.serving.listeners import Listeners
from sitescan.serving.scan_service import end_at_once_on_signal
from sitescan.serving.server_child import ServerChild
from sitescan.settings import Settings

#: The first descriptor of a server process that is a socket.
_SOCKETS = max(FROM_PARENT, TO_PARENT) + 1

#: Seconds until a process is started again that has ended before it took requests.
_RETRY = 1.0

#: Seconds in which a process says how it stands.
_SAMPLES_SECONDS = 2.0

#: Seconds that a process has beyond the time for draining.
_MARGIN = 5.0


@define(eq=False)
class ParentService(Service):
    """
    Keeps as many server processes as it should.

    The sockets are the parent's and stay open whatever becomes of a process, so no connection is ever refused. The
    token tables are the parent's as well: a quota is the same however many processes there are. So are the reports
    that are kept.

    SIGHUP replaces the processes one after another, each as soon as its successor accepts requests. SIGTERM ends all
    of them once what is under way is answered; a second one at once.

    :ivar all_ready: fires when every process accepts requests for the first time.
    :ivar command: the command that starts a server process; its environment tells it that it is one.
    :ivar variables: the environment variables of server processes, except those that name the sockets.
    """

    _log = Logger()

    reactor: Any
    settings: Settings
    command: Sequence[str]
    variables: Mapping[str, str]
    now: Callable[[], float]
    listeners: Listeners = field(init=False)
    shared: Shared = field(init=False)
    _children: list[ServerChild] = field(factory=list, init=False)
    _outdated: list[ServerChild] = field(factory=list, init=False)
    _calls: list[IDelayedCall] = field(factory=list, init=False)
    _ever_ready: bool = field(default=False, init=False)
    _gone: Deferred[None] | None = field(default=None, init=False)
    all_ready: Deferred[None] = field(factory=Deferred, init=False)

    @listeners.default
    def _listeners(self) -> Listeners:
        return Listeners(self.reactor, listening=_leave_connections)

    @shared.default
    def _shared(self) -> Shared:
        return Shared.in_memory(self.settings, self.now, self.reactor.seconds)

    def startService(self) -> None:  # noqa: N802 - IService
        """Bind, and start the processes."""
        super().startService()
        factory = Factory()
        for text in self.settings.listen:
            self.listeners.listen(text, factory)
        signal.signal(signal.SIGHUP, lambda *_: self.reactor.callFromThread(self.replace_all))
        for _ in range(self.settings.processes):
            self._start()

    def stopService(self) -> Deferred[None]:  # noqa: N802 - IService
        """End every process; fires when they are gone."""
        super().stopService()
        return Deferred.fromCoroutine(self._stop())

    def replace_all(self) -> None:
        """Replace every process, one after another."""
        if self.running:
            self._log.info("replacing {count} server processes", count=len(self._serving()))
            self._outdated = self._serving()
            self._replace_next()

    def problem(self) -> str:
        """Why there should be no requests; empty where there should."""
        if not self.running:
            return "draining"
        return "" if any(child.is_ready for child in self._serving()) else "no server process accepts requests"

    def samples(self) -> Deferred[Sequence[Sample]]:
        """How everything stands in all processes that say so in time."""
        return Deferred.fromCoroutine(self._samples())

    async def _samples(self) -> Sequence[Sample]:
        deadline = Deadline.after(self.reactor, _SAMPLES_SECONDS)
        asked = [deadline.bound(child.samples()) for child in self._children if child.is_ready]
        answers = await DeferredList(asked, consumeErrors=True)
        return merged(*(found for came, found in answers if came))

    def ready(self, child: ServerChild) -> None:
        """A process accepts requests."""
        self._ever_ready = True
        self._log.info("server process {pid} accepts requests", pid=child.pid)
        if not self.all_ready.called and sum(one.is_ready for one in self._children) == self.settings.processes:
            self.all_ready.callback(None)
        if child.predecessor is not None:
            child.predecessor.retire()
            child.predecessor = None
            self._replace_next()

    def ended(self, child: ServerChild, how: str) -> None:
        """A process is gone."""
        self._children.remove(child)
        if child in self._outdated:
            self._outdated.remove(child)
        if not self.running:
            if not self._children and self._gone is not None:
                self._gone.callback(None)
        elif child.retired:
            self._log.info("server process {pid} was replaced", pid=child.pid)
        elif not child.is_ready and not self._ever_ready:
            self._log.error("server process {pid} didn't start: {how}; stopping", pid=child.pid, how=how)
            self.reactor.stop()
        elif child.predecessor is not None:
            self._log.error("server process {pid} didn't start: {how}; keeping the old ones", pid=child.pid, how=how)
            self._outdated = []
        else:
            self._log.error("server process {pid} ended: {how}; starting another", pid=child.pid, how=how)
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
        child = ServerChild(self, self.shared, predecessor)
        self._children.append(child)
        descriptors: dict[int, Any] = {0: 0, 1: 1, 2: 2, FROM_PARENT: "w", TO_PARENT: "r"}
        sockets = []
        for number, port in enumerate(self.listeners.ports, _SOCKETS):
            bound: Any = port
            descriptors[number] = bound.fileno()
            sockets.append(InheritedSocket(number, int(bound.addressFamily)))
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
    """Accept nothing here: that is for the server processes."""
    bound: Any = port
    bound.stopReading()
