"""Dialling one host: its name looked up once, each address checked, TLS verified before use."""

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

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.connection_limiter import ConnectionLimiter
from sitescan.egress.head_receiver import HeadLimits
from sitescan.egress.host_budget import HostBudget
from sitescan.egress.http_connection import ConnectionLimits, HttpConnection
from sitescan.egress.policy import EgressPolicy, FilteringReactor
from sitescan.egress.request_errors import Unreachable
from sitescan.egress.resolver import LOOKUPS_PER_SCAN, OUT_OF_DESCRIPTORS, NameNotFound, NameServiceFailed, ResolverBusy
from sitescan.egress.tls import WEAK_KEYS, TlsContexts, Verifier, tls_facts, tls_failure
from sitescan.fanout import step_cooperator
from sitescan.interfaces import IResolver
from sitescan.measurements import Measurements
from sitescan.model.answers import Problem
from sitescan.model.exchange import Timings, Tls
from sitescan.settings import Settings
from sitescan.single_flight import SingleFlight
from sitescan.standards.urls import Target


@frozen(kw_only=True)
class EgressContext:
    """
    What every connection needs: the reactor, the policy that filters it, the resolver, TLS and the limits.

    :ivar host_budget: how often a public host is asked, by all scans together.
    :ivar headers: fields that are sent with every request to an origin, and to no other.
    :ivar insecure: whether certificates that browsers would not trust are taken.
    :ivar cooperator: takes the steps of long work, such as the start of many requests, of all scans.
    :ivar connection_limits: what is asked of each connection.
    """

    reactor: Any
    settings: Settings
    policy: EgressPolicy
    resolver: IResolver
    host_budget: HostBudget
    tls: TlsContexts
    headers: Mapping[str, Sequence[tuple[str, str]]] = field(factory=dict)
    insecure: bool = False
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
        """The reactor, asked first."""
        return FilteringReactor(reactor=self.reactor, policy=self.policy)


@define(eq=False)
class HostAddresses:
    """The addresses of the names of one scan: each looked up once, however many ask, and a few at the same time."""

    resolver: IResolver
    _limiter: ConnectionLimiter = field(factory=lambda: ConnectionLimiter(LOOKUPS_PER_SCAN, 1), init=False)
    _lookups: SingleFlight[Sequence[str] | Unreachable] = field(factory=SingleFlight, init=False)

    async def addresses(self, target: Target) -> Sequence[str]:
        """
        The addresses of a host.

        :raises Unreachable: where it has none.
        """
        if target.is_address:
            return (target.host,)
        return _found(
            await self._lookups.answer(target.host, lambda: Deferred.fromCoroutine(self._look_up(target.host)))
        )

    def check(self, host: str) -> None:
        """
        Let a request to a host pass, unless it is known already that it has no addresses.

        :raises Unreachable: where that is so.
        """
        if host in self._lookups.answers:
            _found(self._lookups.answers[host])

    async def _look_up(self, host: str) -> Sequence[str] | Unreachable:
        """The addresses, or why there are none: that is an answer as well, and asked for once."""
        await self._limiter.enter(host)
        try:
            return await self._uncancelled(self.resolver.addresses(host), host)
        except NameNotFound:
            return Unreachable(Problem.NAME)
        except NameServiceFailed:
            return Unreachable(Problem.TIMEOUT, "the name servers did not respond")
        except ResolverBusy:
            return Unreachable(Problem.OVERLOADED)

    def _uncancelled(self, lookup: Deferred[Sequence[str]], host: str) -> Deferred[Sequence[str]]:
        """
        What a look-up finds. Cancelling this waits for it no longer.

        What has been asked can't be taken back. So it keeps its place: else a scan that is given up would ask for all
        of its names on the way out.
        """
        found: Deferred[Sequence[str]] = Deferred()

        def ended(result: Any) -> None:
            self._limiter.leave(host)
            found.callback(result)

        lookup.addBoth(ended)
        return found


def _found(addresses: Sequence[str] | Unreachable) -> Sequence[str]:
    if isinstance(addresses, Unreachable):
        # Each who asks raises one of their own: the traceback of one for all would grow with each of them.
        raise Unreachable(addresses.problem, addresses.cause)
    return addresses


class _Attempt(ClientFactory[HttpConnection]):
    """
    One attempt to make a connection.

    In the end it lets go of everything. Twisted's connector and its transport hold each other; only the garbage
    collector would find them, and the reactor stands still meanwhile.
    """

    noisy = False

    def __init__(self, connection: HttpConnection) -> None:
        self.made: Deferred[HttpConnection] = Deferred(self._cancelled)
        self._connection: HttpConnection | None = connection
        self._connector: Any = None

    def startedConnecting(self, connector: IConnector) -> None:  # noqa: N802 - ClientFactory
        """It has begun."""
        self._connector = connector

    def buildProtocol(self, addr: IAddress | None) -> HttpConnection | None:  # noqa: N802 - Factory
        """It is connected."""
        if self._connection is not None:
            self._connection.made = self.made
        return self._connection

    def clientConnectionFailed(self, connector: IConnector, reason: Failure) -> None:  # noqa: N802 - ClientFactory
        """It failed."""
        if self._connection is not None:
            self.made.errback(reason)

    def doStop(self) -> None:  # noqa: N802 - Factory
        """It is over."""
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
    The way to one host and port.

    :ivar count: is waited for before an address is dialled; fails where it has been asked too often.
    :ivar opening: is waited for before a connection is made.
    :ivar connections: the connections of the session, those among them that are being made.
    :ivar idle: is told of a connection when it can carry another request.
    :ivar offers: the protocols that are offered by ALPN.
    :ivar outdated: whether to speak only versions of TLS that browsers have given up, for evidence alone.
    """

    context: EgressContext
    names: HostAddresses
    target: Target
    count: Callable[[str], Awaitable[None]]
    opening: Callable[[], Awaitable[None]]
    connections: set[HttpConnection]
    idle: Callable[[HttpConnection], None]
    offers: Sequence[bytes] = ()
    outdated: bool = False

    async def connect(self) -> HttpConnection:
        """
        Make a connection.

        :raises Forbidden: where it may not be made.
        :raises Unreachable: where it can't be made.
        """
        clock = self.context.reactor
        started = clock.seconds()
        addresses = await self.names.addresses(self.target)
        dns = clock.seconds() - started
        for address in addresses:
            # One bad address is enough: a name that leads inward is not scanned by its other ones.
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
        """Dial; where only the weakness of a key is in the way, once more as browsers do, so that it is reported."""
        contexts = self.context.tls
        if self.outdated:
            return await self._dial(address, dns, deadline, contexts.outdated)
        try:
            return await self._dial(address, dns, deadline, contexts.usual)
        except Unreachable as problem:
            if problem.problem is not Problem.CERTIFICATE or problem.cause not in WEAK_KEYS:
                raise
            return await self._dial(address, dns, deadline, contexts.weak_keys)

    async def _dial(self, address: str, dns: float, deadline: Deadline, tls: SSL.Context) -> HttpConnection:
        await self.count(address)
        await self.opening()
        clock = self.context.reactor
        started = clock.seconds()
        connection = HttpConnection(
            self.target.origin, self.context.connection_limits, idle=self.idle, gone=self.connections.discard
        )
        self.connections.add(connection)
        attempt = _Attempt(connection)
        trusting = self.outdated or self.context.insecure
        verifier = Verifier(tls, self.target, self.offers, trusting=trusting)
        factory = TLSMemoryBIOFactory(verifier, True, attempt) if self.target.secure else attempt
        try:
            self.context.filtering_reactor.connectTCP(
                address, self.target.port, factory, timeout=deadline.left() or 0.001
            )
            await attempt.made
        except BaseException as problem:
            connection.abort()  # and lets go of what it holds
            self.connections.discard(connection)
            if isinstance(problem, error.ConnectError):
                raise Unreachable(_connect_problem(problem)) from None
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
        except TimedOut:
            raise Unreachable(Problem.TIMEOUT, "the TLS handshake did not finish") from None
        except CertificateError:
            raise Unreachable(Problem.CERTIFICATE, verifier.cause) from None
        except SSL.Error as problem:
            if verifier.cause:
                raise Unreachable(Problem.CERTIFICATE, verifier.cause) from None
            raise Unreachable(Problem.TLS, tls_failure(problem)) from None
        except (error.ConnectionDone, error.ConnectionLost):
            raise Unreachable(Problem.TLS, "the server closed the connection during the handshake") from None


def _connect_problem(problem: error.ConnectError) -> Problem:
    if isinstance(problem, error.TimeoutError):
        return Problem.TIMEOUT
    if problem.osError in OUT_OF_DESCRIPTORS:
        return Problem.OVERLOADED
    return Problem.REFUSED if isinstance(problem, error.ConnectionRefusedError) else Problem.UNREACHABLE
