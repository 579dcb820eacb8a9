"""Looking up host names by Twisted's DNS client, without threads."""

import os
import socket
from collections.abc import Sequence
from errno import EMFILE, ENFILE, ENOBUFS, ENOMEM
from pathlib import Path
from typing import Any

from attrs import frozen
from twisted.internet.abstract import isIPv6Address
from twisted.internet.defer import Deferred, DeferredList, maybeDeferred
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IReactorTime
from twisted.names import client, dns
from twisted.names.error import DNSNameError
from twisted.python.failure import Failure
from zope.interface import implementer

from sitescan.concurrency.deadline import Deadline, TimedOut
from sitescan.concurrency.reactor import IReactor
from sitescan.configuration.settings import Settings
from sitescan.egress.connection_limiter import ConnectionLimiter
from sitescan.egress.hosts_file import HostsFile
from sitescan.interfaces import IResolver

#: The host names that this machine knows without DNS (hosts(5)).
_HOSTS = Path("/etc/hosts")

#: How long to wait for IPv6 addresses once there are IPv4 addresses, in seconds. Some name servers never answer queries
#: for IPv6 addresses. RFC 8305, section 3, calls it the resolution delay.
_GRACE = 0.3

#: The number of concurrent lookups of one scan: enough for two hundred names within a second or two.
LOOKUPS_PER_SCAN = 16

#: The most descriptors that one lookup uses: a socket for each of its two queries, and for a moment another one for
#: each if the next server is asked.
DESCRIPTORS_PER_LOOKUP = 4

#: The error numbers with which the system refuses another socket.
OUT_OF_DESCRIPTORS = frozenset({EMFILE, ENFILE, ENOBUFS, ENOMEM})


class NameNotFound(Exception):
    """The name has no address."""


class NameServiceFailed(Exception):
    """No DNS server answered in time, or the answer was a failure."""


class ResolverBusy(Exception):
    """This service has too many lookups or open files. That says nothing about the name."""


class _DnsClient(client.Resolver):
    """
    Twisted's DNS client, which looks for changes of ``/etc/resolv.conf`` before each query.

    Twisted looks for them once a minute, by a timer that can't be stopped.
    """

    _modified: float | None = None

    def maybeParseConfig(self) -> None:  # noqa: N802 - Twisted's name
        """Read the file again if it has changed. A file that can't be read is like an empty one."""
        if self.resolv is None:
            return
        try:
            modified = os.stat(self.resolv).st_mtime  # noqa: PTH116 - a path of bytes
            if modified != self._modified:
                with open(self.resolv, "rb") as lines:  # noqa: PTH123 - likewise
                    self.parseConfig(lines)
                self._modified = modified
        except OSError:
            self.parseConfig(())

    def queryUDP(self, queries: Any, timeout: Any = None) -> Deferred[Any]:  # noqa: N802 - Twisted's name
        """
        Send a query. The Deferred fails if it can't be sent.

        Twisted's method raises an exception instead if there is no descriptor for a socket. The query is then recorded
        as sent already, and later queries for the same name would never be answered.
        """
        self.maybeParseConfig()
        return maybeDeferred(super().queryUDP, queries, timeout)


@implementer(IResolver)
class Resolver:
    """
    Looks up the IPv4 and the IPv6 addresses of a name at the same time.

    Names in ``/etc/hosts`` are not queried. IPv4 addresses come first: hosts that run containers often have no IPv6
    route, and sites nearly always have IPv4. The number of addresses is limited, because each may be tried in turn. The
    number of lookups is limited too, because those of cancelled scans can't be ended.

    :param names: an :class:`twisted.internet.interfaces.IResolver` to use instead of DNS.
    """

    def __init__(self, reactor: IReactor, settings: Settings, names: Any = None) -> None:
        self._clock: IReactorTime = reactor
        self._seconds = settings.dns_seconds
        self._retry_after = (self._seconds / 3, self._seconds * 2 / 3)
        self._most = settings.addresses
        configured = None if settings.dns else b"/etc/resolv.conf"
        self._servers = _DnsClient(resolv=configured, servers=list(settings.dns), reactor=reactor)
        self._limiter = ConnectionLimiter(settings.scans * LOOKUPS_PER_SCAN, settings.scans)
        self._hosts = HostsFile(_HOSTS, reactor)
        self._names = names or self._servers

    def addresses(self, host: str) -> Deferred[Sequence[str]]:
        """Look up a name (:meth:`sitescan.interfaces.IResolver.addresses`)."""
        return Deferred.fromCoroutine(self._addresses(host))

    def has_record(self, host: str, kind: int, deadline: Deadline) -> Deferred[bool | None]:
        """Ask whether a name has a record (:meth:`sitescan.interfaces.IResolver.has_record`)."""
        return Deferred.fromCoroutine(self._has_record(host, kind, deadline.within(self._seconds)))

    async def _has_record(self, host: str, kind: int, deadline: Deadline) -> bool | None:
        name = host.rstrip(".").encode("ascii")
        if self._hosts.addresses(name.decode("ascii")):
            return None
        try:
            await deadline.bound(self._limiter.enter(host))
        except TimedOut:
            return None
        query = dns.Query(name, kind)
        response = self._servers.queryUDP([query], self._retry_after)
        found: Deferred[bool | None] = Deferred()

        def ended(result: Any) -> None:
            self._limiter.leave(host)
            found.callback(_has_answer(result, query))

        # Like a lookup, a query goes on when the caller is cancelled.
        response.addBoth(ended)
        try:
            return await deadline.bound(found)
        except TimedOut:
            return None

    async def _addresses(self, host: str) -> Sequence[str]:
        name = host.rstrip(".").encode("ascii")
        own = self._hosts.addresses(name.decode("ascii"))
        if own:
            return sorted(own, key=isIPv6Address)[: self._most]
        try:
            await Deadline.after(self._clock, self._seconds).bound(self._limiter.enter(host))
        except TimedOut:
            raise ResolverBusy(host) from None
        questions = [
            self._names.lookupAddress(name, self._retry_after),
            self._names.lookupIPV6Address(name, self._retry_after),
        ]
        lookups = [_outcome(question) for question in questions]
        DeferredList(questions).addCallback(lambda _: self._limiter.leave(host))
        deadline = Deadline.after(self._clock, self._seconds)
        found: list[str] = []
        failed = busy = False
        for lookup in lookups:
            try:
                outcome = await (deadline.within(_GRACE) if found else deadline).bound(lookup)
            except TimedOut:
                failed = True
            else:
                found += outcome.addresses
                failed, busy = failed or outcome.failed, busy or outcome.busy
        if found:
            return found[: self._most]
        if busy:
            raise ResolverBusy(host)
        raise NameServiceFailed(host) if failed else NameNotFound(host)


@frozen
class _Outcome:
    """
    The outcome of one query.

    :ivar addresses: the addresses in the answer.
    :ivar failed: whether the query failed, rather than found that there are no addresses.
    :ivar busy: whether it failed because this process has no descriptor for a socket.
    """

    addresses: Sequence[str] = ()
    failed: bool = False
    busy: bool = False


def _outcome(lookup: Deferred[Any]) -> Deferred[_Outcome]:
    """
    Return the outcome of a query.

    Cancelling the Deferred doesn't cancel the query, which lookups of the same name share. It ends in a few seconds.
    """
    outcome: Deferred[_Outcome] = Deferred()

    def ended(result: Any) -> None:
        if isinstance(result, Failure):
            outcome.callback(_Outcome(failed=not result.check(DNSNameError), busy=_is_ours(result.value)))
        else:
            outcome.callback(_Outcome(_records(result)))

    lookup.addBoth(ended)
    return outcome


def _has_answer(result: Any, query: dns.Query) -> bool | None:
    """
    Return whether the response to a query has a record of its type; ``None`` if it doesn't say so.

    Some servers say wrongly that a name doesn't exist at all if they don't know a type (RFC 4074, section 4.2).
    """
    if not isinstance(result, dns.Message) or result.rCode != dns.OK or result.queries != [query]:
        return None
    has = any(record.type == query.type for record in result.answers)
    return has if has or (result.recAv and not result.trunc) else None


def _is_ours(problem: BaseException | None) -> bool:
    if isinstance(problem, CannotListenError):
        problem = problem.socketError
    return isinstance(problem, OSError) and problem.errno in OUT_OF_DESCRIPTORS


def _records(result: Any) -> list[str]:
    answers, _, _ = result
    return [
        record.payload.dottedQuad()
        if record.type == dns.A
        else socket.inet_ntop(socket.AF_INET6, record.payload.address)
        for record in answers
        if record.type in (dns.A, dns.AAAA)
    ]
