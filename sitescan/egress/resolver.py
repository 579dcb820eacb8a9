"""From names to addresses, by Twisted's own DNS client: no threads, so nothing to run out of."""

import socket
from collections.abc import Sequence
from typing import Any

from attrs import frozen
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IReactorTime
from twisted.names import client, dns, hosts, resolve
from twisted.names.error import DNSNameError
from twisted.python.failure import Failure
from zope.interface import implementer

from sitescan.deadline import Deadline, TimedOut
from sitescan.interfaces import IResolver
from sitescan.settings import Settings

#: How long to wait for IPv6 addresses where there are IPv4 ones; some name servers never answer
#: questions for the former (RFC 8305, 3, calls it the resolution delay).
_GRACE = 0.3


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
        self._servers = client.Resolver(resolv=configured, servers=list(settings.dns), reactor=reactor)
        self._names = resolve.ResolverChain([hosts.Resolver(b"/etc/hosts"), self._servers])

    def addresses(self, host: str) -> Deferred[Sequence[str]]:
        """Look a name up (:meth:`sitescan.interfaces.IResolver.addresses`)."""
        return Deferred.fromCoroutine(self._addresses(host))

    def close(self) -> None:
        """Look for changes of ``/etc/resolv.conf`` no more; Twisted's client has no way to end that."""
        check = getattr(self._servers, "_parseCall", None)
        if check is not None and check.active():
            check.cancel()

    async def _addresses(self, host: str) -> Sequence[str]:
        name = host.rstrip(".").encode("ascii")
        retry_after = (self._seconds / 3, self._seconds * 2 / 3)
        lookups = [
            _outcome(self._names.lookupAddress(name, retry_after)),
            _outcome(self._names.lookupIPV6Address(name, retry_after)),
        ]
        deadline = Deadline.after(self._clock, self._seconds)
        found: list[str] = []
        failed = False
        for lookup in lookups:
            try:
                outcome = await (deadline.within(_GRACE) if found else deadline).bound(lookup)
            except TimedOut:
                failed = True
            else:
                found += outcome.addresses
                failed = failed or outcome.failed
        if found:
            return found[: self._most]
        raise NameServiceFailed(host) if failed else NameNotFound(host)


@frozen
class _Outcome:
    """The addresses that one lookup found; whether it failed, rather than found that there are none."""

    addresses: Sequence[str] = ()
    failed: bool = False


def _outcome(lookup: Deferred[Any]) -> Deferred[_Outcome]:
    """
    What a lookup finds.

    Cancelling this does not end the lookup, which whoever else asks for the name shares; it ends by
    itself in a few seconds.
    """
    outcome: Deferred[_Outcome] = Deferred()

    def ended(result: Any) -> None:
        if isinstance(result, Failure):
            outcome.callback(_Outcome(failed=not result.check(DNSNameError)))
        else:
            outcome.callback(_Outcome(_records(result)))

    lookup.addBoth(ended)
    return outcome


def _records(result: Any) -> list[str]:
    answers, _, _ = result
    return [
        record.payload.dottedQuad()
        if record.type == dns.A
        else socket.inet_ntop(socket.AF_INET6, record.payload.address)
        for record in answers
        if record.type in (dns.A, dns.AAAA)
    ]
