"""The egress policy, and a reactor that checks the address of each connection against it."""

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any

from attrs import field, frozen
from twisted.internet.interfaces import IConnector, IReactorTCP
from twisted.internet.protocol import ClientFactory
from zope.interface import implementer

from sitescan.configuration.option_values import DenyList, Network
from sitescan.configuration.settings import Settings
from sitescan.egress.addresses import Address, parse_address, refusal
from sitescan.standards.urls import Target


class Forbidden(Exception):
    """
    The policy doesn't allow a connection to an address, port or host.

    :ivar what: the reason, in one sentence for the client; names no address.
    """

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


NOT_PUBLIC = "The address is not public; only sites on the public Internet can be scanned."
DENIED = "The operator of this service has excluded this site from scans."
ITSELF = "This service does not scan itself."


@frozen(kw_only=True)
class EgressPolicy:
    """
    The rules for outgoing connections.

    :ivar private: networks that are not public and are allowed nevertheless, on any port.
    :ivar ports: the ports that are allowed at public addresses.
    :ivar deny: hosts and networks that are never allowed.
    :ivar own_hosts: the host names of this service.
    :ivar own_addresses: the addresses of this service.
    :ivar own_ports: the ports that this process listens on; filled when it starts to listen.
    """

    private: tuple[Network, ...] = ()
    ports: Collection[int] = field(default=frozenset({80, 443}))
    deny: DenyList = DenyList()
    own_hosts: Collection[str] = frozenset()
    own_addresses: Collection[Address] = frozenset()
    own_ports: set[int] = field(factory=set)
    _refused: Callable[[str, int], str] = field(init=False, eq=False, repr=False)

    @_refused.default
    def _remembered(self) -> Callable[[str, int], str]:
        # Each connection is checked four times, and those of a scan lead to few addresses.
        return lru_cache(maxsize=2048)(self._refusal)

    @classmethod
    def of(cls, settings: Settings) -> "EgressPolicy":
        """Return the policy from the settings."""
        return cls(
            private=settings.allow_private,
            ports=settings.ports,
            deny=settings.deny,
            own_hosts=frozenset(settings.public_host),
            own_addresses=frozenset(filter(None, map(parse_address, settings.public_host))),
        )

    def check(self, address: str, port: int) -> None:
        """
        Check an address and port before connecting to it, or after.

        :raises Forbidden: if the policy doesn't allow it.
        """
        refused = self._refused(address, port)
        if refused:
            raise Forbidden(refused)

    def _refusal(self, address: str, port: int) -> str:
        """Return why a connection to an address and port is refused; empty if it is allowed."""
        parsed = parse_address(address)
        if parsed is None:
            return NOT_PUBLIC
        if parsed in self.own_addresses:
            return ITSELF
        if any(parsed in network for network in self.deny.networks):
            return DENIED
        if self.allows_private(address):
            return ""
        if refusal(parsed) is not None:
            return NOT_PUBLIC
        return self._port_refusal(port)

    def check_target(self, target: Target) -> None:
        """
        Check a target as far as its URL alone tells, before its name is looked up.

        :raises Forbidden: if the policy doesn't allow it.
        """
        if target.is_address:
            self.check(target.host, target.port)
            return
        name = target.host.rstrip(".")
        if name in self.own_hosts:
            raise Forbidden(ITSELF)
        labels = name.split(".")
        if any(".".join(labels[start:]) in self.deny.hosts for start in range(len(labels))):
            raise Forbidden(DENIED)
        refused = "" if self.private else NOT_PUBLIC if target.is_localhost else self._port_refusal(target.port)
        if refused:
            raise Forbidden(refused)

    def check_peer(self, peer: tuple[str, int], local: str) -> None:
        """
        Check the peer of an established connection, which must not be this service.

        :param peer: the address and port of the peer.
        :param local: the local address of the connection.
        :raises Forbidden: if the policy doesn't allow it.
        """
        self.check(*peer)
        address, port = peer
        if port in self.own_ports and parse_address(address) == parse_address(local):
            raise Forbidden(ITSELF)

    def allows_private(self, address: str) -> bool:
        """Return whether an address is in a private network that the operator has allowed."""
        parsed = parse_address(address)
        return parsed is not None and any(parsed in network for network in self.private)

    def _port_refusal(self, port: int) -> str:
        if port in self.ports:
            return ""
        allowed = ", ".join(str(number) for number in sorted(self.ports))
        return f"Port {port} can't be scanned; these ports can: {allowed}."


@implementer(IReactorTCP)
@frozen(kw_only=True)
class FilteringReactor:
    """A reactor (IReactorTCP) that makes only the connections that the policy allows."""

    reactor: IReactorTCP
    policy: EgressPolicy

    def connectTCP(  # noqa: N802 - IReactorTCP
        self,
        host: str,
        port: int,
        factory: "ClientFactory[Any]",
        timeout: float = 30,
        bindAddress: tuple[str, int] | None = None,  # noqa: N803 - IReactorTCP
    ) -> IConnector:
        """
        Connect to an IP address.

        :raises Forbidden: if the policy doesn't allow it.
        """
        self.policy.check(host, port)
        return self.reactor.connectTCP(host, port, factory, timeout, bindAddress)

    def listenTCP(self, *args: Any, **kwargs: Any) -> Any:  # noqa: N802 - IReactorTCP
        """Raise an exception: this reactor only connects."""
        raise NotImplementedError("this reactor only connects")
