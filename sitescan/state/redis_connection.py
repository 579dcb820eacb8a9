"""A connection to a Redis or Valkey server, which is tested, and dropped when the server doesn't answer in time."""

from pathlib import Path
from typing import Any

from attrs import define, field
from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.endpoints import HostnameEndpoint, UNIXClientEndpoint, wrapClientTLS
from twisted.internet.interfaces import IDelayedCall, IStreamClientEndpoint
from twisted.internet.protocol import Factory
from twisted.internet.ssl import Certificate, optionsForClientTLS, platformTrust, trustRootFromCertificates
from twisted.logger import Logger
from twisted.python.failure import Failure

from sitescan.concurrency.deadline import Deadline
from sitescan.concurrency.reactor import IReactor
from sitescan.standards.redis_urls import RedisUrl
from sitescan.state.state_errors import StateUnavailable

#: The first and the longest delay before another attempt to connect, in seconds.
_FIRST_RETRY, _LAST_RETRY = 0.1, 5.0

#: A script that writes, because a read-only server is of no use.
_PROBE = "return redis.call('SET', KEYS[1], '1', 'PX', 1000)"


@define(eq=False)
class RedisConnection:
    """
    A connection that pipelines commands.

    All commands have the same timeout. If a command fails (timeout, read-only replica, out of memory), the connection
    is dropped, and commands fail at once until a new connection has passed a test. So an unresponsive server costs one
    timeout, not one per request.

    Only the protocol of txredisapi is used. Its connection pools wait forever for an unavailable server, and stop
    reconnecting after a wrong password. Twisted's ClientService fails if a connection that it has rejected is closed
    afterwards.

    :ivar seconds: the timeout of a command.
    :ivar ca_file: a PEM file of certificate authorities for TLS; empty for those of the system.
    :ivar problem: the reason for which the server is unavailable; empty while it is available.
    """

    _log = Logger()

    reactor: IReactor
    url: RedisUrl
    seconds: float
    ca_file: str = ""
    problem: str = field(default="not connected yet", init=False)
    _protocol: Any = field(default=None, init=False)
    _attempt: Deferred[None] | None = field(default=None, init=False)
    _retry: IDelayedCall | None = field(default=None, init=False)
    _delay: float = field(default=_FIRST_RETRY, init=False)
    _tried: bool = field(default=False, init=False)
    _waiting: list[Deferred[None]] = field(factory=list, init=False)
    _ended: bool = field(default=False, init=False)

    def start(self) -> None:
        """Connect, and reconnect when the connection is lost."""
        self._retry = None
        self._attempt = Deferred.fromCoroutine(self._connect())

    async def stop(self) -> None:
        """Close the connection, and don't reconnect."""
        self._ended = True
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
        if self._attempt is not None:
            self._attempt.cancel()
        if self._protocol is not None:
            gone = self._protocol.whenDisconnected()
            self._protocol.transport.loseConnection()
            await gone

    async def evaluate(self, script: str, keys: tuple[str, ...], arguments: tuple[Any, ...]) -> Any:
        """
        Run a script, by its hash if the server has it cached.

        :return: the result: an integer, bytes, ``None``, or a list of them.
        :raises StateUnavailable: if the server doesn't answer, or refuses.
        """
        if not self._tried:
            waiting: Deferred[None] = Deferred(self._waiting.remove)
            self._waiting.append(waiting)
            await waiting
        protocol = self._protocol
        if protocol is None:
            raise StateUnavailable(self.problem)
        try:
            return await self._within(protocol.eval(script, keys, arguments))
        except CancelledError:
            raise
        except Exception as problem:  # noqa: BLE001 - all failures are handled alike
            self._lost(protocol, str(problem))
            raise StateUnavailable(self.problem) from None

    async def _connect(self) -> None:
        protocol: Any = None
        try:
            protocol = await self._within(self._endpoint().connect(_factory()))
            await self._within(Deferred.fromCoroutine(self._test(protocol)))
        except CancelledError:
            _drop(protocol)
        except Exception as problem:  # noqa: BLE001 - all failures lead to another attempt
            _drop(protocol)
            self._schedule_retry(getattr(protocol, "reason", "") or str(problem))
        else:
            self._log.info("the shared state at {url} is available again", url=str(self.url))
            self._protocol, self.problem, self._delay = protocol, "", _FIRST_RETRY
            protocol.whenDisconnected().addCallback(self._lost, "the connection was closed")
        self._attempt, self._tried = None, True
        waiting, self._waiting = self._waiting, []
        for deferred in waiting:
            deferred.callback(None)

    async def _test(self, protocol: Any) -> None:
        if self.url.password:
            await protocol.auth(self.url.password, self.url.user or None)
        if self.url.database:
            await protocol.select(self.url.database)
        await protocol.eval(_PROBE, ["sitescan:probe"], [])

    def _endpoint(self) -> IStreamClientEndpoint:
        url = self.url
        if url.path:
            return UNIXClientEndpoint(self.reactor, url.path, timeout=self.seconds)
        endpoint = HostnameEndpoint(self.reactor, url.host.encode(), url.port, timeout=self.seconds)
        return wrapClientTLS(optionsForClientTLS(url.host, self._trusted()), endpoint) if url.tls else endpoint

    def _trusted(self) -> Any:
        if not self.ca_file:
            return platformTrust()
        begin = b"-----BEGIN CERTIFICATE-----"
        texts = Path(self.ca_file).read_bytes().split(begin)[1:]
        return trustRootFromCertificates([Certificate.loadPEM(begin + text) for text in texts])

    def _within(self, work: Any) -> Any:
        return Deadline.after(self.reactor, self.seconds).bound(work)

    def _lost(self, protocol: Any, why: str) -> None:
        """Drop a connection. This is called again when the dropped connection is closed."""
        if protocol is self._protocol and not self._ended:
            self._protocol = None
            _drop(protocol)
            self._schedule_retry(why)

    def _schedule_retry(self, why: str) -> None:
        if self._ended:
            return
        if not self._tried or not self.problem:
            self._log.warn("the shared state at {url} is unavailable: {why}", url=str(self.url), why=why)
        self.problem = why
        self._retry = self.reactor.callLater(self._delay, self.start)
        self._delay = min(2 * self._delay, _LAST_RETRY)


def _drop(protocol: Any) -> None:
    if protocol is not None:
        protocol.transport.abortConnection()


def _factory() -> Any:
    # Imported here because it is an optional dependency, and installs a reactor when it is imported.
    from txredisapi import RedisProtocol  # noqa: PLC0415

    class Conversation(RedisProtocol):  # type: ignore[misc]  # txredisapi has annotations in places only
        """Records why the connection was lost, which the failures of commands don't say."""

        reason = ""

        def connectionLost(self, why: Failure) -> None:  # noqa: N802 - IProtocol
            self.reason = why.getErrorMessage()
            super().connectionLost(why)

    factory = Factory.forProtocol(lambda: Conversation(charset=None, convertNumbers=False))
    factory.noisy = False
    return factory
