"""A server process, as its parent sees it."""

import json
import signal
import zlib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

from twisted.internet.error import ProcessExitedAlready
from twisted.internet.protocol import ProcessProtocol
from twisted.protocols import amp
from twisted.python.failure import Failure

from sitescan.assembly import Shared
from sitescan.measurements import Sample
from sitescan.serving.amp_commands import FROM_PARENT, TO_PARENT, Measure, Ready, Retire
from sitescan.serving.amp_report_store import ReportStoreLocator
from sitescan.serving.amp_token_table import TokenTableLocator


class Owner(Protocol):
    """Whoever started a server process and hears of it."""

    def ready(self, child: "ServerChild") -> None:
        """It accepts requests."""

    def ended(self, child: "ServerChild", how: str) -> None:
        """It is gone."""


class _Answers(TokenTableLocator, ReportStoreLocator):
    """What a server process may ask of its parent."""

    def __init__(self, shared: Shared, child: "ServerChild") -> None:
        TokenTableLocator.__init__(self, shared.tables)
        ReportStoreLocator.__init__(self, shared.reports)
        self._child = child

    @Ready.responder
    def _ready(self) -> dict[str, Any]:
        self._child.has_started()
        return {}


class ServerChild(ProcessProtocol):
    """
    One server process.

    :ivar predecessor: the process that it replaces, until it has.
    :ivar is_ready: whether it has ever taken requests.
    :ivar retired: whether it was told to end since another has taken its place.
    """

    transport: Any

    def __init__(self, owner: Owner, shared: Shared, predecessor: "ServerChild | None" = None) -> None:
        self._owner = owner
        self._link = amp.AMP(locator=_Answers(shared, self))
        self.predecessor = predecessor
        self.is_ready = self.retired = False
        self.pid = 0

    def connectionMade(self) -> None:  # noqa: N802 - IProcessProtocol
        """It was started."""
        self.pid = self.transport.pid
        self._link.makeConnection(_Pipes(self.transport))

    def childDataReceived(self, childFD: int, data: bytes) -> None:  # noqa: N802, N803 - IProcessProtocol
        """It says something."""
        self._link.dataReceived(data)

    def processEnded(self, reason: Failure) -> None:  # noqa: N802 - IProcessProtocol
        """It is gone, and all that it said has been heard."""
        self._link.connectionLost(reason)
        self._owner.ended(self, reason.getErrorMessage())

    def has_started(self) -> None:
        """It accepts requests."""
        self.is_ready = True
        self._owner.ready(self)

    async def samples(self) -> Sequence[Sample]:
        """How everything stands there; it fails where the process does not say so."""
        answer = await self._link.callRemote(Measure)
        return [(name, tuple(labels), tuple(numbers)) for name, labels, numbers in _unpacked(answer["samples"])]

    def retire(self) -> None:
        """Have it answer what has come, and end."""
        self.retired = True
        self._link.callRemote(Retire).addErrback(lambda _: None)

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal, if it is still there."""
        with suppress(ProcessExitedAlready):
            self.transport.signalProcess(number)


def _unpacked(samples: bytes) -> Any:
    return json.loads(zlib.decompress(samples))


class _Pipes:
    """The pipes to a process, as a transport of AMP."""

    disconnecting = False

    def __init__(self, process: Any) -> None:
        self._process = process

    def write(self, data: bytes) -> None:
        """Write to it; what it no longer reads is lost."""
        self._process.writeToChild(FROM_PARENT, data)

    def writeSequence(self, pieces: list[bytes]) -> None:  # noqa: N802 - ITransport
        """Write several pieces."""
        self.write(b"".join(pieces))

    def loseConnection(self) -> None:  # noqa: N802 - ITransport
        """It says what AMP does not understand: it is not what it should be."""
        for descriptor in (FROM_PARENT, TO_PARENT):
            self._process.closeChildFD(descriptor)

    def getPeer(self) -> str:  # noqa: N802 - ITransport
        """For the log."""
        return f"server process {self._process.pid}"

    getHost = getPeer  # noqa: N815 - ITransport
