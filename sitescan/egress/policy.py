"""The wall: the reactor's ``connectTCP``, asked first, sees the very address that is dialled."""

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any

from attrs import field, frozen
from twisted.internet.interfaces import IConnector, IReactorTCP
from twisted.internet.protocol import ClientFactory
from zope.interface import implementer

from sitescan.egress.addresses import Address, parse_address, refusal
from sitescan.option_values import DenyList, Network
from sitescan.settings import Settings
from sitescan.standards.urls import Target


class Forbidden(Exception):
    """
    An address, port or host that may not be dialled.

    :ivar what: the reason, one sentence for the person who asked; names no address.
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
    What may be dialled.

    :ivar private: networks that may be dialled although they are not public, on any port.
    :ivar ports: ports that may be dialled at public addresses.
    :ivar deny: what is never dialled.
    :ivar own_hosts: the names by which this service is reached.
    :ivar own_addresses: likewise the addresses.
    :ivar own_ports: the ports on which it listens; filled when it does.
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
        # A connection is looked at four times, and those of a scan lead to few addresses.
        return lru_cache(maxsize=2048)(self._refusal)

    @classmethod
    def of(cls, settings: Settings) -> "EgressPolicy":
        """The policy that the settings ask for."""
        return cls(
            private=settings.allow_private,
            ports=settings.ports,
            deny=settings.deny,
            own_hosts=frozenset(settings.public_host),
            own_addresses=frozenset(filter(None, map(parse_address, settings.public_host))),
        )

    def check(self, address: str, port: int) -> None:
        """
        Let an address pass that is about to be dialled, or was.

        :raises Forbidden: where it may not be dialled on that port.
        """
        refused = self._refused(address, port)
        if refused:
            raise Forbidden(refused)

    def _refusal(self, address: str, port: int) -> str:
        """Why an address may not be dialled on a port; empty where it may."""
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
        Refuse early what can be seen from the URL alone.

        :raises Forbidden: likewise.
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
        refused = "" if self.private else self._port_refusal(target.port)
        if refused:
            raise Forbidden(refused)

    def check_peer(self, peer: tuple[str, int], local: str) -> None:
        """
        Look at a connection that was made: it leads where it was meant to, and not back here.

        :param peer: address and port of the other end.
        :param local: address of this end.
        :raises Forbidden: otherwise.
        """
        self.check(*peer)
        address, port = peer
        if port in self.own_ports and parse_address(address) == parse_address(local):
            raise Forbidden(ITSELF)

    def allows_private(self, address: str) -> bool:
        """Whether an address is in a network that the operator has allowed."""
        parsed = parse_address(address)
        return parsed is not None and any(parsed in network for network in self.private)

    def _port_refusal(self, port: int) -> str:
        if port in self.ports:
            return ""
        allowed = ", ".join(str(one) for one in sorted(self.ports))
        return f"Port {port} can't be scanned; these ports can: {allowed}."


@implementer(IReactorTCP)
@frozen(kw_only=True)
class FilteringReactor:
    """A reactor that connects only where the policy lets it. It does not listen."""

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
        Connect to an address; names are not resolved here.

        :raises Forbidden: where the policy refuses it.
        """
        self.policy.check(host, port)
        return self.reactor.connectTCP(host, port, factory, timeout, bindAddress)

    def listenTCP(self, *args: Any, **kwargs: Any) -> Any:  # noqa: N802 - IReactorTCP
        """Never: this is the way out."""
        raise NotImplementedError("the wall only connects")
