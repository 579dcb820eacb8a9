"""``twist sitescan``: the service and its life."""

import gc
import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

from attrs import define, field
from twisted.application.service import Service
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.endpoints import serverFromString
from twisted.internet.interfaces import IListeningPort, IStreamServerEndpoint
from twisted.internet.task import deferLater
from twisted.logger import Logger
from twisted.python.failure import Failure

from sitescan.assembly import Assembly, assemble
from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.resolver import DESCRIPTORS_PER_LOOKUP, LOOKUPS_PER_SCAN
from sitescan.monotonic_clock import use_monotonic_clock
from sitescan.options import Options
from sitescan.rules.catalogue import catalogue
from sitescan.settings import Settings
from sitescan.standards.public_suffixes import site_of

_FLUSH_SECONDS = 2.0

#: Connections that may wait to be accepted. Twisted's 50 overflow when clients come in a burst, and
#: whoever finds the queue full tries again a second later.
_BACKLOG = 1024

#: Descriptors for what is neither a client nor a site: pipes of children, log.
_OTHERS = 200

_PER_LOOKUPS = LOOKUPS_PER_SCAN * DESCRIPTORS_PER_LOOKUP


@define(eq=False)
class ScanService(Service):
    """
    Listens, keeps the children, and ends in good order.

    On the way out it takes no new scans, answers those that are under way as long as they may
    take, and leaves no child behind. A second signal ends it at once.
    """

    _log = Logger()

    reactor: Any
    assembly: Assembly
    endpoint: Callable[[Any, str], IStreamServerEndpoint] = serverFromString
    _ports: list[IListeningPort] = field(factory=list, init=False)

    def startService(self) -> None:  # noqa: N802 - IService
        """Listen, then start the children; where that cannot be, say why in one line and end."""
        super().startService()
        prepare()
        self._allow_descriptors()
        for text in self.assembly.settings.listen:
            self._listen(text)
        self.assembly.start()

    def stopService(self) -> Deferred[None]:  # noqa: N802 - IService
        """Drain and end; fires when the children and the connections are gone."""
        super().stopService()
        return Deferred.fromCoroutine(self._stop())

    async def _stop(self) -> None:
        assembly = self.assembly
        assembly.draining.now = True
        _end_at_once_on_signal()
        for port in self._ports:
            await maybeDeferred(port.stopListening)
        try:
            await Deadline.after(self.reactor, assembly.settings.drain_seconds).bound(assembly.gate.emptied())
            # Whoever has just been scanned for gets the answer written in this turn.
            await deferLater(self.reactor, 0)
            await Deadline.after(self.reactor, _FLUSH_SECONDS).bound(assembly.limited_site.close())
        except TimedOut:
            self._log.warn("ending although not everything has been answered")
        assembly.limited_site.abort()
        await assembly.stop()

    def _allow_descriptors(self) -> None:
        """Let the process open as many sockets as the settings let it have; say where it may not."""
        settings = self.assembly.settings
        wanted = settings.connections + settings.scans * (settings.per_scan + _PER_LOOKUPS) + _OTHERS
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if resource.RLIM_INFINITY in (soft, hard):
            return
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))
        if hard < wanted:
            self._log.warn("{wanted} open files may be needed, {hard} are allowed", wanted=wanted, hard=hard)

    def _listen(self, text: str) -> None:
        failures: list[Failure] = []
        starting = True

        def failed(failure: Failure) -> None:
            if starting:
                failures.append(failure)
            else:
                self._log.failure("cannot listen on {endpoint}; ending", failure, endpoint=text)
                self.reactor.stop()

        listening = self.endpoint(self.reactor, text).listen(self.assembly.limited_site)
        listening.addCallbacks(self._listening, failed, callbackArgs=(text,))
        starting = False
        # A Deferred would keep the end of the process to itself, so it is not ended in an errback.
        if failures:
            sys.exit(f"twist sitescan: cannot listen on {text}: {failures[0].getErrorMessage()}")

    def _listening(self, port: IListeningPort, text: str) -> None:
        self._ports.append(port)
        if "backlog=" not in text and (listener := getattr(port, "socket", None)) is not None:
            listener.listen(_BACKLOG)
        address = port.getHost()
        if isinstance(address, IPv4Address | IPv6Address):
            self.assembly.policy.own_ports.add(address.port)


def prepare() -> None:
    """
    Load what the first scan would load, and keep the collector from looking at it ever again.

    Loading the rules takes half a second, and a full collection of all that is loaded 40 ms; the
    reactor should stand still for neither of them.
    """
    catalogue()
    site_of("example.com")  # the public suffix list
    gc.collect()
    gc.freeze()


def _end_at_once_on_signal() -> None:
    """
    A signal that comes while the service is ending ends the process.

    The children die with it (:mod:`sitescan.examine.child`).
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda received, _: os._exit(128 + received))


def make_scan_service(settings: Settings) -> ScanService:
    """The service with these settings, on the reactor that runs."""
    from twisted.internet import reactor

    use_monotonic_clock(reactor)
    return ScanService(reactor, assemble(reactor, settings, now=time.time))


def makeService(options: Options) -> ScanService:  # noqa: N802 - the name that twist asks for
    """The service that ``twist sitescan`` runs."""
    return make_scan_service(options.settings)


__all__ = ["Options", "ScanService", "makeService"]
