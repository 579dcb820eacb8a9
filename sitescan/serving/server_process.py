"""A server process: accepts on its parent's sockets, asks the parent's token tables, and ends with it."""

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
from sitescan.assembly import Shared
from sitescan.serving.amp_commands import FROM_PARENT, TO_PARENT, Measure, Ready, Retire
from sitescan.serving.amp_report_store import AmpReportStore
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

    @Measure.responder
    def _measure(self) -> dict[str, Any]:
        samples = self.service.scan_service.assembly.measurements.samples()
        return {"samples": zlib.compress(json.dumps(samples).encode())}

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


def shared_by_parent(
    link: ParentLink, settings: Settings, now: Callable[[], float], clock: Callable[[], float]
) -> Shared:
    """
    The token tables and the reports of the parent.

    Should the parent be gone, what it counted is counted here for as long as it takes to answer what is under way.
    """
    own = tables_in_memory(settings, now, clock).named()

    def asked(name: str) -> FallbackTokenTable:
        return FallbackTokenTable(shared=AmpTokenTable(parent=link, name=name), at_hand=own[name])

    tables = TokenTables(quota=asked("quota"), courtesy=asked("courtesy"))
    return Shared(tables=tables, reports=AmpReportStore(parent=link))


def inherited_endpoint(
    settings: Settings, sockets: Sequence[InheritedSocket]
) -> Callable[[Any, str], IStreamServerEndpoint]:
    """What makes endpoints of the endpoint strings of ``--listen``: on the sockets that the parent has bound."""
    by_text = dict(zip(settings.listen, sockets, strict=True))
    return lambda reactor, text: by_text[text].endpoint(reactor, text)
