"""A server process as its parent sees it."""

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

from sitescan.admission.token_tables import TokenTables
from sitescan.logs.measurements import Sample
from sitescan.serving.amp_commands import FROM_PARENT, TO_PARENT, Measure, ProcessReady, Retire
from sitescan.serving.amp_token_table import TokenTableLocator


class ServerOwner(Protocol):
    """Receives notifications about the state of server processes."""

    def server_ready(self, server: "ServerChild") -> None:
        """Notify that a process accepts requests."""

    def server_ended(self, server: "ServerChild", reason: str) -> None:
        """Notify that a process has ended."""


class _Locator(TokenTableLocator):
    """Responds to the commands of a server process."""

    def __init__(self, tables: TokenTables, child: "ServerChild") -> None:
        super().__init__(tables)
        self._child = child

    @ProcessReady.responder
    def _ready(self) -> dict[str, Any]:
        self._child.ready_received()
        return {}


class ServerChild(ProcessProtocol):
    """
    The protocol of one server process.

    :ivar predecessor: the process that it replaces, until the replacement is complete.
    :ivar is_ready: whether it has ever accepted requests.
    :ivar retired: whether it was asked to end because another process has taken its place.
    """

    transport: Any

    def __init__(self, owner: ServerOwner, tables: TokenTables, predecessor: "ServerChild | None" = None) -> None:
        self._owner = owner
        self._link = amp.AMP(locator=_Locator(tables, self))
        self.predecessor = predecessor
        self.is_ready = self.retired = False
        self.pid = 0

    def connectionMade(self) -> None:  # noqa: N802 - IProcessProtocol
        """Connect AMP to the pipes of the process."""
        self.pid = self.transport.pid
        self._link.makeConnection(_Pipes(self.transport))

    def childDataReceived(self, childFD: int, data: bytes) -> None:  # noqa: N802, N803 - IProcessProtocol
        """Process messages."""
        self._link.dataReceived(data)

    def processEnded(self, reason: Failure) -> None:  # noqa: N802 - IProcessProtocol
        """Notify the owner. All messages of the process have been received before."""
        self._link.connectionLost(reason)
        self._owner.server_ended(self, reason.getErrorMessage())

    def ready_received(self) -> None:
        """Notify the owner that the process accepts requests."""
        self.is_ready = True
        self._owner.server_ready(self)

    async def samples(self) -> Sequence[Sample]:
        """Return the metrics of the process. It fails if the process doesn't respond."""
        answer = await self._link.callRemote(Measure)
        samples = json.loads(zlib.decompress(answer["samples"]))
        return [(name, tuple(labels), tuple(numbers)) for name, labels, numbers in samples]

    def retire(self) -> None:
        """Ask the process to answer the requests that it has, and to end."""
        self.retired = True
        self._link.callRemote(Retire).addErrback(lambda _: None)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process unless it has ended."""
        with suppress(ProcessExitedAlready):
            self.transport.signalProcess(number)


class _Pipes:
    """The pipes to a process, as a transport of AMP."""

    disconnecting = False

    def __init__(self, process: Any) -> None:
        self._process = process

    def write(self, data: bytes) -> None:
        """Write to the process. Data is lost if the process no longer reads."""
        self._process.writeToChild(FROM_PARENT, data)

    def writeSequence(self, pieces: list[bytes]) -> None:  # noqa: N802 - ITransport
        """Write several pieces."""
        self.write(b"".join(pieces))

    def loseConnection(self) -> None:  # noqa: N802 - ITransport
        """Close the pipes. AMP calls this if it receives anything that isn't AMP."""
        for descriptor in (FROM_PARENT, TO_PARENT):
            self._process.closeChildFD(descriptor)

    def getPeer(self) -> str:  # noqa: N802 - ITransport
        """Return a name for log messages."""
        return f"server process {self._process.pid}"

    getHost = getPeer  # noqa: N815 - ITransport
