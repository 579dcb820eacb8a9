"""From names to addresses, by Twisted's own DNS client: no threads, so nothing to run out of."""

import socket
from collections.abc import Sequence
from typing import Any

from twisted.internet.defer import Deferred, DeferredList
from twisted.internet.interfaces import IReactorTime
from twisted.names import client, dns, hosts, resolve
from twisted.names.error import AuthoritativeDomainError, DNSNameError, DomainError
from twisted.python.failure import Failure
from zope.interface import implementer

from sitescan.deadline import Deadline, TimedOut
from sitescan.interfaces import IResolver
from sitescan.settings import Settings

_RETRY_AFTER = (1, 2)


class NameNotFound(Exception):
    """The name has no address."""


class NameServiceFailed(Exception):
    """No DNS server answered in time, or it could not find out."""


@implementer(IResolver)
class Resolver:
    """
    Asks for the IPv4 and the IPv6 addresses of a name at once.

    IPv4 comes first: hosts that run containers often have no IPv6 route, sites nearly always have
    IPv4. The answers are capped, since each address may be tried in turn.
    """

    def __init__(self, reactor: Any, settings: Settings) -> None:
        self._clock: IReactorTime = reactor
        self._seconds = settings.dns_seconds
        self._most = settings.addresses
        configured = None if settings.dns else b"/etc/resolv.conf"
        servers = client.Resolver(resolv=configured, servers=list(settings.dns), reactor=reactor)
        self._names = resolve.ResolverChain([hosts.Resolver(b"/etc/hosts"), servers])

    def addresses(self, host: str) -> Deferred[Sequence[str]]:
        """Look a name up (:meth:`sitescan.interfaces.IResolver.addresses`)."""
        return Deferred.fromCoroutine(self._addresses(host))

    async def _addresses(self, host: str) -> Sequence[str]:
        name = host.rstrip(".").encode("ascii")
        lookups = [
            self._names.lookupAddress(name, _RETRY_AFTER),
            self._names.lookupIPV6Address(name, _RETRY_AFTER),
        ]
        both: Deferred[list[tuple[bool, Any]]] = DeferredList(lookups, consumeErrors=True)
        try:
            results = await Deadline.after(self._clock, self._seconds).bound(both)
        except TimedOut:
            raise NameServiceFailed(host) from None
        found = [address for ok, result in results if ok for address in _records(result)]
        if found:
            return found[: self._most]
        failures = [result for ok, result in results if not ok]
        if all(_not_found(failure) for failure in failures):
            raise NameNotFound(host)
        raise NameServiceFailed(host)


def _records(result: Any) -> list[str]:
    answers, _, _ = result
    return [
        record.payload.dottedQuad()
        if record.type == dns.A
        else socket.inet_ntop(socket.AF_INET6, record.payload.address)
        for record in answers
        if record.type in (dns.A, dns.AAAA)
    ]


def _not_found(failure: Failure) -> bool:
    return bool(failure.check(DNSNameError, AuthoritativeDomainError, DomainError))
