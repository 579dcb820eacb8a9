"""The service, which listens, or reports why it cannot."""

import resource
from typing import Any

import pytest
from attrs import define, evolve, field
from twisted.internet.defer import CancelledError, Deferred, fail, succeed
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IStreamServerEndpoint
from twisted.internet.testing import MemoryReactorClock, StringTransport
from zope.interface import implementer

from sitescan.assembly import assemble
from sitescan.configuration.settings import Settings
from sitescan.serving.scan_service import ScanService
from sitescan.serving.web_server import web_server
from tests.conftest import Events, Failures
from tests.fakes import FakeResolver, as_reactor
from tests.results import failure_now, nothing_yet


class Reactor(MemoryReactorClock):
    """A reactor that starts no process, and records that it was stopped."""

    stopped = False

    def stop(self) -> None:
        """Record the stop."""
        self.stopped = True

    def spawnProcess(self, *args: Any, **kwargs: Any) -> Any:  # noqa: N802 - IReactorProcess
        """Raise an error, since no child is needed."""
        raise OSError("no children")


@implementer(IStreamServerEndpoint)
@define(eq=False)
class Endpoint:
    """An endpoint with a given outcome."""

    outcome: Deferred[Any]

    def listen(self, protocolFactory: Any) -> Deferred[Any]:  # noqa: N803 - IStreamServerEndpoint
        """Return the outcome (IStreamServerEndpoint)."""
        return self.outcome


@define(eq=False)
class Socket:
    """A listening socket that remembers its backlog."""

    backlog: int | None = field(default=None, init=False)

    def listen(self, backlog: int) -> None:
        """Record the backlog."""
        self.backlog = backlog


@define(eq=False)
class Port:
    """A listening port."""

    socket: Socket = field(factory=Socket)

    def getHost(self) -> None:  # noqa: N802 - IListeningPort
        """Return ``None``."""


def service(outcome: Deferred[Any], text: str = "tcp:1") -> tuple[ScanService, Reactor]:
    """Return a service that listens on one endpoint."""
    reactor = Reactor()
    settings = evolve(Settings(), listen=(text,), workers=1)
    running = as_reactor(reactor)
    assembly = assemble(running, settings, now=reactor.seconds, resolver=FakeResolver({}))
    web = web_server(running, assembly, now=reactor.seconds)
    return ScanService(running, web, lambda _, __: Endpoint(outcome)), reactor


def test_few_descriptors_limit_connections(monkeypatch: pytest.MonkeyPatch, logged: Events) -> None:
    """If descriptors are few, fewer connections are accepted, to leave some for scans, and the log states how many."""
    scan_service, _ = service(succeed(Port()))
    settings = scan_service.web.assembly.settings
    monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
    for hard, most in ((10**6, settings.connections), (settings.connections, None), (10, 1)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, hard=hard: (hard, hard))
        scan_service.allow_descriptors()
        limit = scan_service.web.limited_site.most_connections
        assert limit == most if most is not None else 1 <= limit < settings.connections
    assert [event["most"] for event in logged if "most" in event][-1] == 1


def listen(scan_service: ScanService) -> None:
    """Listen on the endpoints in the settings."""
    for text in scan_service.web.assembly.settings.listen:
        scan_service.listeners.listen(text, scan_service.web.limited_site)


def test_port_in_use() -> None:
    """A port that is taken ends the process before the service starts, with a message in one line."""
    scan_service, _ = service(fail(CannotListenError("", 1, "taken")))
    with pytest.raises(SystemExit, match=r"cannot listen on tcp:1: .*taken"):
        listen(scan_service)


def test_endpoint_fails_later(failures: Failures) -> None:
    """An endpoint that fails later stops the service, and the failure is logged."""
    outcome: Deferred[Any] = Deferred()
    scan_service, reactor = service(outcome)
    listen(scan_service)
    stopped = [reactor.stopped]
    outcome.errback(CannotListenError("", 1, "taken"))
    assert [*stopped, reactor.stopped] == [False, True]
    assert [failure.type for failure in failures.take()] == [CannotListenError]


@pytest.mark.parametrize(("text", "backlog"), [("tcp:1", 1024), ("tcp:1:backlog=7", None)])
def test_backlog(text: str, backlog: int | None) -> None:
    """The backlog is 1024, unless the endpoint string sets it."""
    port = Port()
    scan_service, _ = service(succeed(port), text)
    listen(scan_service)
    assert port.socket.backlog == backlog


def test_waiting_for_close_is_cancelled() -> None:
    """Waiting for connections to close can be cancelled, and nothing is logged."""
    scan_service, _ = service(succeed(Port()))
    site = scan_service.web.limited_site
    transport = StringTransport()
    site.buildProtocol(None).makeConnection(transport)
    closed = site.close()
    assert nothing_yet(closed)
    closed.cancel()
    failure_now(closed, CancelledError)
    site.abort()
    assert transport.disconnected
