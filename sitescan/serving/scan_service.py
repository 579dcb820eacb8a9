"""The service of one process that scans pages."""

import gc
import os
import resource
import signal
from collections.abc import Callable
from typing import Any

from attrs import define, field
from twisted.application.service import Service
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import serverFromString
from twisted.internet.interfaces import IListeningPort, IStreamServerEndpoint
from twisted.internet.task import deferLater
from twisted.logger import Logger

from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.concurrency.reactor import IReactor
from sitescan.configuration.settings import Settings
from sitescan.egress.resolver import DESCRIPTORS_PER_LOOKUP, LOOKUPS_PER_SCAN
from sitescan.examine.garbage import collect_with_reactor
from sitescan.rules.catalogue import catalogue
from sitescan.serving.listeners import Listeners
from sitescan.serving.proxy_protocol import checked_proxy_header
from sitescan.serving.reception import Reception
from sitescan.serving.web_server import WebServer
from sitescan.standards.public_suffixes import site_of

_FLUSH_SECONDS = 2.0

#: Descriptors beyond those of clients and sites: pipes of children, the log.
_OTHERS = 200

_PER_LOOKUPS = LOOKUPS_PER_SCAN * DESCRIPTORS_PER_LOOKUP


def wanted_descriptors(settings: Settings) -> int:
    """Return the most descriptors that a process with these settings needs."""
    return settings.connections + settings.scans * (settings.per_scan + _PER_LOOKUPS) + _OTHERS


@define(eq=False)
class ScanService(Service):
    """
    Accepts requests, keeps the child processes, and shuts down gracefully.

    While it shuts down, it refuses new scans and answers those in progress within ``--drain-seconds``. A second signal
    ends the process at once.

    :ivar announces: whether to say where it listens; a parent says it for its processes.
    """

    _log = Logger()

    reactor: IReactor
    web: WebServer
    endpoint: Callable[[Any, str], IStreamServerEndpoint] = serverFromString
    announces: bool = True
    listeners: Listeners = field(init=False)
    reception: Reception = field(init=False)

    @reception.default
    def _reception(self) -> Reception:
        gate, site = self.web.assembly.gate, self.web.limited_site
        # A request is counted from its arrival: it takes its place at the gate when its client's quota is known.
        return Reception(self.reactor, lambda: gate.capacity - site.answering, lambda: self.listeners.ports)

    @listeners.default
    def _listeners(self) -> Listeners:
        def endpoint(reactor: IReactor, text: str) -> IStreamServerEndpoint:
            return checked_proxy_header(reactor, text, self.endpoint, self.web.assembly.settings.request_seconds)

        return Listeners(self.reactor, endpoint, self._listening)

    def startService(self) -> None:  # noqa: N802 - IService
        """Start to listen and start the children. If it can't listen, print one line and exit."""
        super().startService()
        prepare()
        self.allow_descriptors()
        for text in self.web.assembly.settings.listen:
            self.listeners.listen(text, self.web.limited_site)
        if self.web.assembly.settings.processes > 1:
            self.reception.accept_one_at_a_time()
            self.web.limited_site.accepted = self.reception.accepted
        ready = self.web.assembly.start()
        ready.addErrback(lambda failure: self._log.failure("the browser has not started", failure))
        if self.announces:
            self.reactor.callWhenRunning(self.listeners.log_ready)

    def stopService(self) -> Deferred[None]:  # noqa: N802 - IService
        """Shut down. Return a Deferred that fires when the children and the connections have ended."""
        super().stopService()
        return Deferred.fromCoroutine(self._stop())

    async def retire(self) -> None:
        """
        Stop listening, and wait until the requests that have arrived are answered.

        Idle connections are closed. A new connection without a request stays open, because its client can't know that
        the process is about to end.
        """
        self.reception.stop()
        await self.listeners.stop()
        try:
            retired = self.web.limited_site.retire()
            await Deadline.after(self.reactor, self.web.assembly.settings.drain_seconds).bound(retired)
        except TimedOut:
            self._log.warn("stopping although some connections are still open")

    async def _stop(self) -> None:
        assembly = self.web.assembly
        self.web.draining.now = True
        end_at_once_on_signal()
        self.reception.stop()
        await self.listeners.stop()
        try:
            await Deadline.after(self.reactor, assembly.settings.drain_seconds).bound(self.web.limited_site.answered())
            # The last response is written in this turn of the reactor.
            await deferLater(self.reactor, 0)
            await Deadline.after(self.reactor, _FLUSH_SECONDS).bound(self.web.limited_site.close())
        except TimedOut:
            self._log.warn("stopping although some requests are unanswered")
        self.web.limited_site.abort()
        await assembly.stop()

    def allow_descriptors(self) -> None:
        """Raise the limit of open files to what the settings need. If it stays lower, accept fewer connections."""
        settings = self.web.assembly.settings
        wanted = wanted_descriptors(settings)
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if resource.RLIM_INFINITY in (soft, hard):
            return
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
        if hard < wanted:
            site = self.web.limited_site
            site.most_connections = max(1, settings.connections - (wanted - hard))
            self._log.warn(
                "up to {wanted} open files are needed, but only {hard} are allowed: at most {most} clients can connect",
                wanted=wanted,
                hard=hard,
                most=site.most_connections,
            )

    def _listening(self, port: IListeningPort) -> None:
        address = port.getHost()
        if isinstance(address, IPv4Address | IPv6Address):
            self.web.assembly.policy.own_ports.add(address.port)


def prepare() -> None:
    """
    Load what the first scan would load, and exclude it from garbage collections.

    Loading the rules takes half a second, and a full collection of all loaded objects 40 ms. Neither should block the
    reactor while it serves requests.
    """
    catalogue()
    site_of("example.com")  # the public suffix list
    gc.collect()
    collect_with_reactor()


def end_at_once_on_signal(before: Callable[[], object] = lambda: None) -> None:
    """
    Have further signals end the process at once.

    The kernel ends its children (:func:`sitescan.examine.parent_death.die_with_parent`).

    :param before: is called first.
    """

    def end(number: int, _: object) -> None:
        before()
        os._exit(128 + number)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
