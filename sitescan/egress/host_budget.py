"""How often a public host is asked, by all scans together: by its name, and by the address that is dialled."""

from attrs import frozen

from sitescan.egress.addresses import parse_address, subscriber
from sitescan.egress.policy import EgressPolicy
from sitescan.egress.request_errors import Unreachable
from sitescan.interfaces import ITokenTable
from sitescan.model.answers import Problem

#: The part of a host's requests that only fetches of pages get: a fifth.
_FOR_PAGES = 5


@frozen(kw_only=True)
class HostBudget:
    """
    Keeps many clients together from aiming the service at one victim.

    Two hundred names may lead to one address, and one name to many addresses: both are counted, IPv6 by the network
    that one subscriber has. What is asked beside the page leaves room for the pages of others, so that a few
    scans of pages with many links do not lock everybody else out of a host.

    :ivar requests: the requests to each name and address.
    :ivar limit: how many there may be in a window.
    """

    requests: ITokenTable
    limit: int
    policy: EgressPolicy

    async def take(self, host: str, *, page: bool) -> None:
        """
        Count one request.

        :param host: a name, or an address that is dialled.
        :param page: whether it is for a page that somebody wants scanned.
        :raises Unreachable: where the host was asked too often.
        """
        if self.policy.allows_private(host):
            return
        address = parse_address(host)
        counted = host.rstrip(".") if address is None else subscriber(address)
        ticket = await self.requests.take(counted, spare=0 if page else self.limit // _FOR_PAGES)
        if not ticket.allowed:
            raise Unreachable(Problem.COOLING)
