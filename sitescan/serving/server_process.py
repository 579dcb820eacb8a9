"""The services of a server process: it accepts on the sockets of its parent and uses the parent's token tables."""

import json
import signal
import zlib
from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, field
from twisted.application.service import Service
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IStreamServerEndpoint
from twisted.internet.protocol import connectionDone
from twisted.internet.stdio import StandardIO
from twisted.logger import Logger
from twisted.protocols import amp
from twisted.python.failure import Failure

from sitescan.admission.fallback_token_table import FallbackTokenTable
from sitescan.admission.token_tables import TokenTables, tables_in_memory
from sitescan.concurrency.reactor import IReactor
from sitescan.configuration.settings import Settings
from sitescan.serving.amp_commands import FROM_PARENT, TO_PARENT, Measure, ProcessReady, Retire
from sitescan.serving.amp_token_table import AmpTokenTable
from sitescan.serving.inherited_sockets import InheritedSocket
from sitescan.serving.proxy_protocol import PREFIX
from sitescan.serving.scan_service import ScanService


class ParentLink(amp.AMP):
    """The connection to the parent."""

    service: "ServerProcessService"

    @Retire.responder
    def _retire(self) -> dict[str, Any]:
        self.service.retire()
        return {}

    @Measure.responder
    def _measure(self) -> dict[str, Any]:
        samples = self.service.scan_service.web.assembly.measurements.samples()
        return {"samples": zlib.compress(json.dumps(samples).encode())}

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - IProtocol
        """End the process, because the parent has ended."""
        super().connectionLost(reason)
        self.service.parent_ended()


@define(eq=False)
class ServerProcessService(Service):
    """A :class:`sitescan.serving.scan_service.ScanService` in a process that a parent has started."""

    _log = Logger()

    reactor: IReactor
    link: ParentLink
    scan_service: ScanService
    _ending: bool = field(default=False, init=False)

    def startService(self) -> None:  # noqa: N802 - IService
        """Start to accept requests, and notify the parent."""
        super().startService()
        self.link.service = self
        pipes: Any = StandardIO  # its annotations are those for Windows
        pipes(self.link, stdin=FROM_PARENT, stdout=TO_PARENT, reactor=self.reactor)
        self.scan_service.startService()
        # Later, because the reactor sets its own handlers when it starts.
        self.reactor.callLater(0, _ignore_signals)
        self.link.callRemote(ProcessReady).addErrback(lambda _: None)

    def stopService(self) -> Deferred[None]:  # noqa: N802 - IService
        """Answer the requests in progress and end."""
        super().stopService()
        self._ending = True
        return self.scan_service.stopService()

    def retire(self) -> None:
        """Answer the requests that have arrived, then end: another process has taken the place of this one."""
        Deferred.fromCoroutine(self.scan_service.retire()).addBoth(lambda _: self._end())

    def parent_ended(self) -> None:
        """Answer the requests in progress, then end: no other process would ever end this one."""
        self._end()

    def _end(self) -> None:
        if not self._ending:
            self._ending = True
            self.reactor.stop()


def _ignore_signals() -> None:
    """Ignore the signals that a terminal sends to all processes: the parent decides when this process ends."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def tables_of_parent(
    link: ParentLink, settings: Settings, now: Callable[[], float], clock: Callable[[], float]
) -> TokenTables:
    """
    Return the token tables of the parent.

    If the parent has ended, tables of this process replace them until the requests in progress are answered.
    """
    own = tables_in_memory(settings, now, clock).named()

    def table(name: str) -> FallbackTokenTable:
        return FallbackTokenTable(shared=AmpTokenTable(parent=link, name=name), at_hand=own[name])

    return TokenTables(quota=table("quota"), courtesy=table("courtesy"))


def inherited_endpoint(
    settings: Settings, sockets: Sequence[InheritedSocket]
) -> Callable[[Any, str], IStreamServerEndpoint]:
    """Return a replacement of ``serverFromString`` that uses the sockets which the parent has bound."""
    # The PROXY protocol is not part of the endpoint strings (sitescan.serving.proxy_protocol).
    texts = (text.removeprefix(PREFIX) for text in settings.listen)
    by_text = dict(zip(texts, sockets, strict=True))
    return lambda reactor, text: by_text[text].endpoint(reactor, text)
