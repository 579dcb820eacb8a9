"""The wall: the reactor's ``connectTCP``, asked first, sees the very address that is dialled."""

from collections.abc import Collection
from typing import Any

from attrs import field, frozen
from twisted.internet.interfaces import IConnector, IReactorTCP
from twisted.internet.protocol import ClientFactory
from zope.interface import implementer

from sitescan.egress.addresses import parse_address, refusal
from sitescan.model.target import Target
from sitescan.settings import Network, Settings


class Forbidden(Exception):
    """
    An address, port or host that may not be dialled.

    :ivar what: the reason, one sentence for the person who asked; names no address.
    """

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


NOT_PUBLIC = "The address is not public; only sites on the public Internet can be scanned."


@frozen(kw_only=True)
class Policy:
    """
    What may be dialled.

    :ivar private: networks that may be dialled although they are not public, on any port.
    :ivar ports: ports that may be dialled at public addresses.
    """

    private: tuple[Network, ...] = ()
    ports: Collection[int] = field(default=frozenset({80, 443}))

    @classmethod
    def of(cls, settings: Settings) -> "Policy":
        """The policy that the settings ask for."""
        return cls(private=settings.allow_private, ports=settings.ports)

    def check(self, address: str, port: int) -> None:
        """
        Let an address pass that is about to be dialled, or was.

        :raises Forbidden: where it may not be dialled on that port.
        """
        parsed = parse_address(address)
        if parsed is None:
            raise Forbidden(NOT_PUBLIC)
        if any(parsed in network for network in self.private):
            return
        if refusal(parsed) is not None:
            raise Forbidden(NOT_PUBLIC)
        self._check_port(port)

    def check_target(self, target: Target) -> None:
        """
        Refuse early what can be seen from the URL alone.

        :raises Forbidden: likewise.
        """
        if target.is_address:
            self.check(target.host, target.port)
        elif not self.private:
            self._check_port(target.port)

    def _check_port(self, port: int) -> None:
        if port not in self.ports:
            allowed = ", ".join(str(one) for one in sorted(self.ports))
            raise Forbidden(f"Port {port} is not scanned; the ports that are: {allowed}.")


@implementer(IReactorTCP)
@frozen(kw_only=True)
class Wall:
    """A reactor that connects only where the policy lets it. It does not listen."""

    reactor: IReactorTCP
    policy: Policy

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
