"""Dialling one host: its name looked up once, each address checked, TLS verified before use."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from attrs import define, field, frozen
from OpenSSL import SSL
from service_identity import CertificateError
from twisted.internet import error
from twisted.internet.defer import Deferred
from twisted.internet.endpoints import TCP4ClientEndpoint, TCP6ClientEndpoint, wrapClientTLS
from twisted.internet.interfaces import IProtocol, IProtocolFactory, IStreamClientEndpoint
from twisted.internet.task import Cooperator
from zope.interface import implementer

from sitescan.deadline import Deadline, TimedOut
from sitescan.egress.errors import Unreachable
from sitescan.egress.meter import HeadLimits, MeterFactory
from sitescan.egress.resolver import NameNotFound, NameServiceFailed
from sitescan.egress.tls import Verifier, tls_facts, tls_failure
from sitescan.egress.wall import Policy, Wall
from sitescan.fanout import in_steps
from sitescan.interfaces import IQuota, IResolver
from sitescan.model.answers import Problem
from sitescan.model.exchange import Timings, Tls
from sitescan.model.target import Target
from sitescan.settings import Settings


@frozen(kw_only=True)
class Outfit:
    """
    What every connection needs: the reactor, the wall round it, the resolver, TLS and the limits.

    :ivar courtesy: counts the requests to each public host, of all scans together: many clients
        must not be able to aim the service at one victim.
    :ivar cooperator: takes the steps of long work, such as the start of many requests, of all scans.
    """

    reactor: Any
    settings: Settings
    policy: Policy
    resolver: IResolver
    courtesy: IQuota
    tls: SSL.Context
    cooperator: Cooperator = field(init=False)

    @cooperator.default
    def _cooperator(self) -> Cooperator:
        return in_steps(self.reactor)

    @property
    def wall(self) -> Wall:
        """The reactor, asked first."""
        return Wall(reactor=self.reactor, policy=self.policy)


@define(eq=False)
class Names:
    """The addresses of the names of one scan: each looked up once, however many ask."""

    resolver: IResolver
    _found: dict[str, Sequence[str] | Exception] = field(factory=dict, init=False)
    _asking: dict[str, list[Deferred[None]]] = field(factory=dict, init=False)

    async def addresses(self, target: Target) -> Sequence[str]:
        """
        The addresses of a host.

        :raises Unreachable: where it has none.
        """
        if target.is_address:
            return (target.host,)
        while target.host not in self._found and target.host in self._asking:
            asked: Deferred[None] = Deferred(self._asking[target.host].remove)
            self._asking[target.host].append(asked)
            await asked
        if target.host not in self._found:
            await self._ask(target.host)
        found = self._found[target.host]
        if isinstance(found, Exception):
            raise found
        return found

    async def _ask(self, host: str) -> None:
        self._asking[host] = []
        try:
            self._found[host] = await self.resolver.addresses(host)
        except NameNotFound:
            self._found[host] = Unreachable(Problem.NAME)
        except NameServiceFailed:
            self._found[host] = Unreachable(Problem.TIMEOUT, "the name servers did not answer")
        finally:
            # Where the asking was cancelled nothing was found, and one of the waiting asks again.
            line = self._asking.pop(host)
            while line:
                line.pop(0).callback(None)


@implementer(IStreamClientEndpoint)
@frozen(kw_only=True, repr=False)
class Line:
    """
    The way to one host and port, as an endpoint.

    :ivar opening: is waited for before a connection is made.
    :ivar under_way: the connections of the session (:class:`MeterFactory`).
    :ivar offers: the protocols that are offered by ALPN.
    """

    outfit: Outfit
    names: Names
    target: Target
    opening: Callable[[], Awaitable[None]]
    under_way: set[MeterFactory]
    offers: Sequence[bytes] = ()

    def connect(self, factory: IProtocolFactory) -> Deferred[IProtocol]:
        """Connect (IStreamClientEndpoint); fails with Forbidden or Unreachable."""
        return Deferred.fromCoroutine(self._connect(factory))

    async def _connect(self, factory: IProtocolFactory) -> IProtocol:
        clock = self.outfit.reactor
        started = clock.seconds()
        addresses = await self.names.addresses(self.target)
        dns = clock.seconds() - started
        for address in addresses:
            # One bad address is enough: a name that leads inward is not scanned by its other ones.
            self.outfit.policy.check(address, self.target.port)
        deadline = Deadline.after(clock, self.outfit.settings.connect_seconds)
        failure = Unreachable(Problem.NAME)
        for address in addresses:
            try:
                return await self._dial(factory, address, dns, deadline)
            except Unreachable as problem:
                failure = problem
        raise failure

    async def _dial(self, factory: IProtocolFactory, address: str, dns: float, deadline: Deadline) -> IProtocol:
        clock, settings = self.outfit.reactor, self.outfit.settings
        started = clock.seconds()
        kind = TCP6ClientEndpoint if ":" in address else TCP4ClientEndpoint
        endpoint: IStreamClientEndpoint = kind(self.outfit.wall, address, self.target.port, deadline.left() or 0.001)
        verifier = Verifier(self.outfit.tls, self.target, self.offers)
        if self.target.secure:
            endpoint = wrapClientTLS(verifier, endpoint)
        await self.opening()
        metered = MeterFactory(
            factory, clock, HeadLimits.of(settings), secure=self.target.secure, under_way=self.under_way
        )
        try:
            meter: Any = await endpoint.connect(metered)
        except BaseException as problem:
            metered.not_made()
            if isinstance(problem, error.ConnectError):
                raise Unreachable(_connect_problem(problem)) from None
            raise
        connected = clock.seconds()
        try:
            peer = meter.getPeer()
            self.outfit.policy.check_peer((peer.host, peer.port), meter.getHost().host)
            if self.target.secure:
                meter.tls = await self._verified(meter, verifier)
        except BaseException:
            meter.abort()
            raise
        meter.opening = Timings(
            dns=dns, connect=connected - started, tls=clock.seconds() - connected if meter.tls else 0.0
        )
        wrapped: IProtocol = meter.wrappedProtocol
        return wrapped

    async def _verified(self, meter: Any, verifier: Verifier) -> Tls:
        deadline = Deadline.after(self.outfit.reactor, self.outfit.settings.tls_seconds)
        try:
            await deadline.bound(meter.handshake)
            connection = meter.getHandle()
            verifier.verify_name(connection)
            return tls_facts(connection)
        except TimedOut:
            raise Unreachable(Problem.TIMEOUT, "the TLS handshake did not end") from None
        except CertificateError:
            raise Unreachable(Problem.CERTIFICATE, verifier.cause) from None
        except SSL.Error as problem:
            if verifier.cause:
                raise Unreachable(Problem.CERTIFICATE, verifier.cause) from None
            raise Unreachable(Problem.TLS, tls_failure(problem)) from None
        except (error.ConnectionDone, error.ConnectionLost):
            raise Unreachable(Problem.TLS, "it closed the connection during the handshake") from None


def _connect_problem(problem: Exception) -> Problem:
    if isinstance(problem, error.TimeoutError):
        return Problem.TIMEOUT
    return Problem.REFUSED if isinstance(problem, error.ConnectionRefusedError) else Problem.UNREACHABLE
