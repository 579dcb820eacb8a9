"""Opening a connection: the host name is looked up, each address checked, and TLS verified."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen
from OpenSSL import SSL
from service_identity import CertificateError
from twisted.internet import error
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IAddress, IConnector
from twisted.internet.protocol import ClientFactory
from twisted.internet.task import Cooperator
from twisted.protocols.tls import TLSMemoryBIOFactory
from twisted.python.failure import Failure

from sitescan.concurrency.cancellation import drop_traceback
from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.concurrency.fanout import step_cooperator
from sitescan.concurrency.reactor import IReactor
from sitescan.concurrency.single_flight import SingleFlight
from sitescan.configuration.settings import Settings
from sitescan.egress.connection_limiter import ConnectionLimiter
from sitescan.egress.head_receiver import HeadLimits
from sitescan.egress.host_budget import HostBudget
from sitescan.egress.http_connection import ConnectionLimits, HttpConnection
from sitescan.egress.policy import EgressPolicy, FilteringReactor
from sitescan.egress.request_errors import Overloaded, Unreachable
from sitescan.egress.resolver import LOOKUPS_PER_SCAN, OUT_OF_DESCRIPTORS, NameNotFound, NameServiceFailed, ResolverBusy
from sitescan.egress.shared_responses import SharedResponses
from sitescan.egress.tls import WEAK_KEYS, TlsContexts, Verifier, tls_facts, tls_failure
from sitescan.interfaces import IResolver
from sitescan.logs.measurements import Measurements
from sitescan.model.answers import Problem
from sitescan.model.exchange import Timings, Tls
from sitescan.standards.urls import Target


@frozen(kw_only=True)
class EgressContext:
    """
    The collaborators that all connections share: the reactor, the egress policy, the resolver, TLS and the limits.

    :ivar host_budget: limits the requests of all scans to a public host.
    :ivar headers: additional header fields by the origin whose requests get them.
    :ivar insecure: whether to accept certificates that browsers don't trust.
    :ivar shared: the responses that all scans share; ``None`` if each scan sends its own requests.
    :ivar cooperator: runs long work of all scans in steps, such as the start of many requests.
    :ivar connection_limits: the clock and the limits of each connection.
    """

    reactor: IReactor
    settings: Settings
    policy: EgressPolicy
    resolver: IResolver
    host_budget: HostBudget
    tls: TlsContexts
    headers: Mapping[str, Sequence[tuple[str, str]]] = field(factory=dict)
    insecure: bool = False
    shared: SharedResponses | None = None
    measurements: Measurements = field(factory=Measurements)
    cooperator: Cooperator = field(init=False)
    connection_limits: ConnectionLimits = field(init=False)

    @connection_limits.default
    def _connection_limits(self) -> ConnectionLimits:
        return ConnectionLimits(clock=self.reactor, head=HeadLimits.of(self.settings))

    @cooperator.default
    def _cooperator(self) -> Cooperator:
        return step_cooperator(self.reactor)

    @property
    def filtering_reactor(self) -> FilteringReactor:
        """The reactor behind the egress policy."""
        return FilteringReactor(reactor=self.reactor, policy=self.policy)


@define(eq=False)
class HostAddresses:
    """The addresses of the host names of one scan. Each name is looked up once, and a few at the same time."""

    resolver: IResolver
    _limiter: ConnectionLimiter = field(factory=lambda: ConnectionLimiter(LOOKUPS_PER_SCAN, 1), init=False)
    _lookups: SingleFlight[Sequence[str] | Unreachable] = field(factory=SingleFlight, init=False)

    async def addresses(self, target: Target) -> Sequence[str]:
        """
        Return the addresses of a host.

        :raises Unreachable: if it has none.
        :raises Overloaded: if too many lookups are waiting.
        """
        if target.is_address:
            return (target.host,)
        return _found(
            await self._lookups.answer(target.host, lambda: Deferred.fromCoroutine(self._look_up(target.host)))
        )

    def check(self, host: str) -> None:
        """
        Raise an exception if an earlier lookup has found that a host has no addresses.

        :raises Unreachable: if it has none.
        """
        if host in self._lookups.answers:
            _found(self._lookups.answers[host])

    async def _look_up(self, host: str) -> Sequence[str] | Unreachable:
        """
        Return the addresses, or the reason why there are none. Both are results that are kept.

        :raises Overloaded: if too many lookups are waiting.
        """
        await self._limiter.enter(host)
        try:
            return await self._uncancelled(self.resolver.addresses(host), host)
        except ResolverBusy as problem:
            drop_traceback(problem)
            raise Overloaded from None
        except (NameNotFound, NameServiceFailed) as problem:
            drop_traceback(problem)
            return _lookup_failure(problem)

    def _uncancelled(self, lookup: Deferred[Sequence[str]], host: str) -> Deferred[Sequence[str]]:
        """
        Return the result of a lookup. Cancelling the Deferred doesn't cancel the lookup.

        Queries that were sent can't be taken back, so the lookup counts against the limit until it ends. Otherwise a
        cancelled scan would send queries for all of its remaining names.
        """
        found: Deferred[Sequence[str]] = Deferred()

        def ended(result: Any) -> None:
            self._limiter.leave(host)
            found.callback(result)

        lookup.addBoth(ended)
        return found


def _lookup_failure(problem: NameNotFound | NameServiceFailed) -> Unreachable:
    if isinstance(problem, NameNotFound):
        return Unreachable(Problem.NAME)
    return Unreachable(Problem.TIMEOUT, "the name servers did not respond")


def _found(addresses: Sequence[str] | Unreachable) -> Sequence[str]:
    if isinstance(addresses, Unreachable):
        # Each caller gets an exception of its own: the traceback of a shared one would grow with each raise.
        raise Unreachable(addresses.problem, addresses.cause)
    return addresses


class _Attempt(ClientFactory[HttpConnection]):
    """
    One attempt to make a connection.

    Twisted's connector and its transport refer to each other. The attempt breaks that cycle when it ends, so that the
    garbage collector, which blocks the reactor, has less to do.
    """

    noisy = False

    def __init__(self, connection: HttpConnection) -> None:
        self.made: Deferred[HttpConnection] = Deferred(self._cancelled)
        self._connection: HttpConnection | None = connection
        self._connector: Any = None

    def startedConnecting(self, connector: IConnector) -> None:  # noqa: N802 - ClientFactory
        """Keep the connector, which can cancel the attempt."""
        self._connector = connector

    def buildProtocol(self, addr: IAddress | None) -> HttpConnection | None:  # noqa: N802 - Factory
        """Return the connection, unless the attempt was cancelled."""
        if self._connection is not None:
            self._connection.made = self.made
        return self._connection

    def clientConnectionFailed(self, connector: IConnector, reason: Failure) -> None:  # noqa: N802 - ClientFactory
        """Fail :attr:`made`, unless the attempt was cancelled."""
        if self._connection is not None:
            self.made.errback(reason)

    def doStop(self) -> None:  # noqa: N802 - Factory
        """Drop all references."""
        super().doStop()
        self._connection = None
        connector, self._connector = self._connector, None
        if connector is not None:
            connector.transport = None

    def _cancelled(self, _: object) -> None:
        self._connection = None
        self._connector.stopConnecting()


@frozen(kw_only=True, repr=False)
class Dialer:
    """
    Makes connections to one host and port.

    :ivar count: counts a connection to an address before it is made; fails if there have been too many.
    :ivar make_room: called before each attempt, and awaited.
    :ivar connections: the connections of the session, including those that are being made.
    :ivar idle: called with a connection when it can carry another request.
    :ivar offers: the protocols to offer by ALPN.
    :ivar probe: a context that offers only what browsers don't use. The certificate is then not verified, and nothing
        is sent over such a connection.
    """

    context: EgressContext
    names: HostAddresses
    target: Target
    count: Callable[[str], Awaitable[None]]
    make_room: Callable[[], Awaitable[None]]
    connections: set[HttpConnection]
    idle: Callable[[HttpConnection], None]
    offers: Sequence[bytes] = ()
    probe: SSL.Context | None = None

    async def connect(self) -> HttpConnection:
        """
        Make a connection.

        :raises Forbidden: if the policy doesn't allow one of the addresses.
        :raises Unreachable: if no connection can be made.
        :raises Overloaded: if this process can't make one.
        """
        clock = self.context.reactor
        started = clock.seconds()
        addresses = await self.names.addresses(self.target)
        dns = clock.seconds() - started
        for address in addresses:
            # A host that has one forbidden address is not scanned through the others.
            self.context.policy.check(address, self.target.port)
        deadline = Deadline.after(clock, self.context.settings.connect_seconds)
        failure = Unreachable(Problem.NAME)
        for address in addresses:
            try:
                return await self._dial_twice(address, dns, deadline)
            except Unreachable as problem:
                failure = problem
        raise failure

    async def _dial_twice(self, address: str, dns: float, deadline: Deadline) -> HttpConnection:
        """Connect to an address. If only a weak key prevents that, connect again and accept it, as browsers do."""
        contexts = self.context.tls
        if self.probe is not None:
            return await self._dial(address, dns, deadline, self.probe)
        try:
            return await self._dial(address, dns, deadline, contexts.usual)
        except Unreachable as problem:
            if problem.problem is not Problem.CERTIFICATE or problem.cause not in WEAK_KEYS:
                raise
            return await self._dial(address, dns, deadline, contexts.weak_keys)

    async def _dial(self, address: str, dns: float, deadline: Deadline, tls: SSL.Context) -> HttpConnection:
        await self.count(address)
        await self.make_room()
        clock = self.context.reactor
        started = clock.seconds()
        connection = HttpConnection(
            self.target.origin, self.context.connection_limits, idle=self.idle, gone=self.connections.discard
        )
        self.connections.add(connection)
        attempt = _Attempt(connection)
        trusting = self.probe is not None or self.context.insecure
        verifier = Verifier(tls, self.target, self.offers, trusting=trusting)
        factory = TLSMemoryBIOFactory(verifier, True, attempt) if self.target.secure else attempt
        try:
            self.context.filtering_reactor.connectTCP(
                address, self.target.port, factory, timeout=deadline.left() or 0.001
            )
            await attempt.made
        except BaseException as problem:
            self.connections.discard(connection)
            if isinstance(problem, error.ConnectError):
                drop_traceback(problem)
                raise _connect_failure(problem) from None
            raise
        connected = clock.seconds()
        transport: Any = connection.transport
        try:
            self.context.policy.check_peer(connection.peer, transport.getHost().host)
            if self.target.secure:
                connection.tls = await self._verified(connection, verifier)
        except BaseException:
            connection.abort()
            raise
        connection.opening = Timings(
            dns=dns, connect=connected - started, tls=clock.seconds() - connected if connection.tls else 0.0
        )
        return connection

    async def _verified(self, connection: HttpConnection, verifier: Verifier) -> Tls:
        transport: Any = connection.transport
        deadline = Deadline.after(self.context.reactor, self.context.settings.tls_seconds)
        try:
            await deadline.bound(connection.handshake)
            handle = transport.getHandle()
            verifier.verify_name(handle)
            return tls_facts(handle)
        except (TimedOut, CertificateError, SSL.Error, error.ConnectionDone, error.ConnectionLost) as problem:
            drop_traceback(problem)
            raise _handshake_failure(problem, verifier.cause) from None


def _connect_failure(problem: error.ConnectError) -> Unreachable | Overloaded:
    if problem.osError in OUT_OF_DESCRIPTORS:
        return Overloaded()
    if isinstance(problem, error.TimeoutError):
        return Unreachable(Problem.TIMEOUT)
    return Unreachable(Problem.REFUSED if isinstance(problem, error.ConnectionRefusedError) else Problem.UNREACHABLE)


def _handshake_failure(problem: Exception, cause: str) -> Unreachable:
    """
    Return the exception for a handshake that failed.

    :param cause: what is wrong with the certificate, or empty.
    """
    if isinstance(problem, TimedOut):
        return Unreachable(Problem.TIMEOUT, "the TLS handshake did not finish")
    if isinstance(problem, CertificateError) or (isinstance(problem, SSL.Error) and cause):
        return Unreachable(Problem.CERTIFICATE, cause)
    if isinstance(problem, SSL.Error):
        return Unreachable(Problem.TLS, tls_failure(problem))
    return Unreachable(Problem.TLS, "the server closed the connection during the handshake")
