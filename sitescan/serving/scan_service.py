"""One process that scans: what it listens on, and its life."""

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

from sitescan.assembly import Assembly
from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.resolver import DESCRIPTORS_PER_LOOKUP, LOOKUPS_PER_SCAN
from sitescan.rules.catalogue import catalogue
from sitescan.serving.listeners import Listeners
from sitescan.standards.public_suffixes import site_of

_FLUSH_SECONDS = 2.0

#: The thresholds of the garbage collector (:func:`gc.set_threshold`). Most new objects of a service are in use, so a
#: collection of the youngest generation after every 700 of them finds little, and took a twentieth of the CPU time. The
#: middle generation is collected about once in 7,000 new objects, as by default.
_COLLECT_AFTER = (2500, 2, 10)

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
    listeners: Listeners = field(init=False)

    @listeners.default
    def _listeners(self) -> Listeners:
        return Listeners(self.reactor, self.endpoint, self._listening)

    def startService(self) -> None:  # noqa: N802 - IService
        """Listen, then start the children; where that cannot be, say why in one line and end."""
        super().startService()
        prepare()
        self._allow_descriptors()
        for text in self.assembly.settings.listen:
            self.listeners.listen(text, self.assembly.limited_site)
        self.assembly.start()

    def stopService(self) -> Deferred[None]:  # noqa: N802 - IService
        """Drain and end; fires when the children and the connections are gone."""
        super().stopService()
        return Deferred.fromCoroutine(self._stop())

    async def retire(self) -> None:
        """
        Leave to others what comes from now on, answer what has come; this returns when that is done.

        Connections that wait for nothing are closed. One that has been accepted and has not sent anything yet may do
        so: its client knows nothing of all this.
        """
        await self.listeners.stop()
        try:
            retired = self.assembly.limited_site.retire()
            await Deadline.after(self.reactor, self.assembly.settings.drain_seconds).bound(retired)
        except TimedOut:
            self._log.warn("stopping although some connections are still open")

    async def _stop(self) -> None:
        assembly = self.assembly
        assembly.draining.now = True
        end_at_once_on_signal()
        await self.listeners.stop()
        try:
            await Deadline.after(self.reactor, assembly.settings.drain_seconds).bound(assembly.limited_site.answered())
            # The last answer is written in this turn.
            await deferLater(self.reactor, 0)
            await Deadline.after(self.reactor, _FLUSH_SECONDS).bound(assembly.limited_site.close())
        except TimedOut:
            self._log.warn("stopping although some requests are unanswered")
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
            self._log.warn(
                "up to {wanted} open files are needed, but only {hard} are allowed", wanted=wanted, hard=hard
            )

    def _listening(self, port: IListeningPort) -> None:
        address = port.getHost()
        if isinstance(address, IPv4Address | IPv6Address):
            self.assembly.policy.own_ports.add(address.port)


def prepare() -> None:
    """
    Load what the first scan would load, and exclude it from garbage collections.

    Loading the rules takes half a second, and a full collection of all loaded objects 40 ms. Neither should block the
    reactor while it serves requests.
    """
    catalogue()
    site_of("example.com")  # the public suffix list
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECT_AFTER)


def end_at_once_on_signal(before: Callable[[], object] = lambda: None) -> None:
    """
    A signal that comes while the service is ending ends the process.

    The children die with it (:mod:`sitescan.examine.child`).

    :param before: what is done first.
    """

    def end(number: int, _: object) -> None:
        before()
        os._exit(128 + number)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
