"""A limit on the requests of all scans to a public host, by its name and by its address."""

from attrs import frozen

from sitescan.egress.addresses import parse_address, subscriber
from sitescan.egress.policy import EgressPolicy
from sitescan.egress.request_errors import Unreachable
from sitescan.interfaces import ITokenTable
from sitescan.model.answers import Problem

#: A fifth of the requests to a host is reserved for scanned pages.
_FOR_PAGES = 5


@frozen(kw_only=True)
class HostBudget:
    """
    Keeps clients from using the service to flood a host.

    Many names may lead to one address, and one name to many addresses, so both are counted. IPv6 addresses are counted
    by the network of one subscriber. Requests for links and files leave room for scanned pages, so that a few scans of
    pages with many links don't keep other clients from scanning a host.

    :ivar requests: counts the requests to each name and address.
    :ivar limit: the most requests in a window.
    """

    requests: ITokenTable
    limit: int
    policy: EgressPolicy

    async def take(self, host: str, *, page: bool) -> None:
        """
        Count one request.

        :param host: a host name, or an address to connect to.
        :param page: whether the request is for a scanned page.
        :raises Unreachable: if there have been too many requests to the host.
        """
        if self.policy.allows_private(host):
            return
        address = parse_address(host)
        counted = host.rstrip(".") if address is None else subscriber(address)
        ticket = await self.requests.take(counted, spare=0 if page else self.limit // _FOR_PAGES)
        if not ticket.allowed:
            raise Unreachable(Problem.COOLING)
