"""A server process: accepts on its parent's sockets, asks the parent's token tables, and ends with it."""

import signal
import time
from collections.abc import Sequence
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
from sitescan.assembly import assemble
from sitescan.serving.amp_commands import FROM_PARENT, TO_PARENT, Ready, Retire
from sitescan.serving.amp_token_table import AmpTokenTable
from sitescan.serving.inherited_sockets import InheritedSocket
from sitescan.serving.scan_service import ScanService
from sitescan.settings import Settings


class ParentLink(amp.AMP):
    """The connection to the parent."""

    service: "ServerProcessService"

    @Retire.responder
    def _retire(self) -> dict[str, Any]:
        self.service.retire()
        return {}

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 - IProtocol
        """The parent is gone."""
        super().connectionLost(reason)
        self.service.orphaned()


@define(eq=False)
class ServerProcessService(Service):
    """A :class:`sitescan.serving.scan_service.ScanService` that a parent has started."""

    _log = Logger()

    reactor: Any
    link: ParentLink
    scan_service: ScanService
    _ending: bool = field(default=False, init=False)

    def startService(self) -> None:  # noqa: N802 - IService
        """Begin, and tell the parent so."""
        super().startService()
        self.link.service = self
        pipes: Any = StandardIO  # its annotations are those for Windows
        pipes(self.link, stdin=FROM_PARENT, stdout=TO_PARENT, reactor=self.reactor)
        self.scan_service.startService()
        # Once the reactor has set its own handlers: a terminal signals all of its processes, and it is the parent
        # that decides when this one ends.
        self.reactor.callLater(0, _leave_signals_to_the_parent)
        self.link.callRemote(Ready).addErrback(lambda _: None)

    def stopService(self) -> Deferred[None]:  # noqa: N802 - IService
        """Drain and end."""
        super().stopService()
        self._ending = True
        return self.scan_service.stopService()

    def retire(self) -> None:
        """Another process has taken this one's place."""
        Deferred.fromCoroutine(self.scan_service.retire()).addBoth(lambda _: self._end())

    def orphaned(self) -> None:
        """Without the parent nobody would ever end this process; what is under way is answered."""
        self._end()

    def _end(self) -> None:
        if not self._ending:
            self._ending = True
            self.reactor.stop()


def _leave_signals_to_the_parent() -> None:
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def make_server_process(reactor: Any, settings: Settings, sockets: Sequence[InheritedSocket]) -> ServerProcessService:
    """
    The service of a server process.

    Should the parent be gone, what it counted is counted here for as long as it takes to answer what is under way.
    """
    link = ParentLink()
    own = tables_in_memory(settings, time.time, reactor.seconds)

    def asked(name: str) -> FallbackTokenTable:
        return FallbackTokenTable(shared=AmpTokenTable(parent=link, name=name), at_hand=own.named()[name])

    tables = TokenTables(quota=asked("quota"), courtesy=asked("courtesy"))
    by_text = dict(zip(settings.listen, sockets, strict=True))

    def endpoint(reactor: Any, text: str) -> IStreamServerEndpoint:
        return by_text[text].endpoint(reactor, text)

    assembly = assemble(reactor, settings, now=time.time, tables=tables)
    return ServerProcessService(reactor, link, ScanService(reactor, assembly, endpoint))
