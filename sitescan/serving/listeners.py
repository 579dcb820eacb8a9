"""The sockets that the service listens on."""

import sys
from collections.abc import Callable
from typing import Any

from attrs import define, field
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.defer import maybeDeferred
from twisted.internet.endpoints import serverFromString
from twisted.internet.interfaces import IListeningPort, IStreamServerEndpoint
from twisted.internet.protocol import Factory
from twisted.logger import Logger
from twisted.python.failure import Failure

from sitescan import __version__
from sitescan.concurrency.reactor import IReactor

#: Addresses that mean every address of the machine.
_EVERYWHERE = frozenset({"", "0.0.0.0", "::"})  # noqa: S104 - they are only named

#: The maximum number of connections that wait to be accepted. Twisted's 50 overflow when clients arrive in a burst, and
#: a client that finds the queue full tries again a second later.
_BACKLOG = 1024


@define(eq=False)
class Listeners:
    """
    The ports of several endpoint strings.

    :ivar endpoint: makes an endpoint of an endpoint string.
    :ivar listening: is called with each new port.
    :ivar ports: the open ports.
    :ivar addresses: the addresses of the open ports, as a person can open them.
    """

    _log = Logger()

    reactor: IReactor
    endpoint: Callable[[Any, str], IStreamServerEndpoint] = serverFromString
    listening: Callable[[IListeningPort], None] = lambda _: None
    ports: list[IListeningPort] = field(factory=list, init=False)
    addresses: list[str] = field(factory=list, init=False)

    def listen(self, text: str, factory: Any) -> None:
        """Listen on an endpoint. If that fails, print one line and exit."""
        failures: list[Failure] = []
        starting = True

        def failed(failure: Failure) -> None:
            if starting:
                failures.append(failure)
            else:
                self._log.failure("can't listen on {endpoint}; stopping", failure, endpoint=text)
                self.reactor.stop()

        listening = self.endpoint(self.reactor, text).listen(factory)
        listening.addCallbacks(self._add_port, failed, callbackArgs=(text,))
        starting = False
        # Not in the errback: the Deferred would catch SystemExit.
        if failures:
            reason = failures[0].getErrorMessage().rstrip(".")
            sys.exit(f"twist sitescan: cannot listen on {text}: {reason}; --listen tcp:8081 takes another port")

    async def stop(self) -> None:
        """Close all ports."""
        ports, self.ports = self.ports, []
        for port in ports:
            await maybeDeferred(port.stopListening)

    def _add_port(self, port: IListeningPort, text: str) -> None:
        self.ports.append(port)
        self.addresses.append(_address(text, port.getHost()))
        if "backlog=" not in text and (listener := getattr(port, "socket", None)) is not None:
            listener.listen(_BACKLOG)
        self.listening(port)

    def log_ready(self) -> None:
        """Tell the person who has started the service where it is."""
        self._log.info(
            "sitescan {version} is ready: {addresses} (Ctrl+C stops it)",
            version=__version__,
            addresses=", ".join(self.addresses),
        )


def _address(text: str, host: Any) -> str:
    """Return the address of a port: a URL, or the path of a UNIX socket."""
    if not isinstance(host, IPv4Address | IPv6Address):
        return text
    name = "localhost" if host.host in _EVERYWHERE else f"[{host.host}]" if ":" in host.host else host.host
    return f"{'https' if text.startswith('ssl:') else 'http'}://{name}:{host.port}/"


async def try_to_listen(reactor: IReactor, text: str) -> None:
    """Listen on an endpoint for a moment; fail as its kind of endpoint does."""
    port = await serverFromString(reactor, text).listen(Factory())
    await maybeDeferred(port.stopListening)
