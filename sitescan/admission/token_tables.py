"""The token tables of a service: in memory, or shared in Redis with a fallback."""

from collections.abc import Callable, Mapping

from attrs import frozen

from sitescan.admission.fallback_token_table import FallbackTokenTable
from sitescan.admission.measured_token_table import MeasuredTokenTable
from sitescan.admission.redis_token_table import RedisTokenTable
from sitescan.admission.token_table import TokenTable
from sitescan.configuration.settings import Settings
from sitescan.interfaces import ITokenTable
from sitescan.logs.measurements import Measurements
from sitescan.state.redis_connection import RedisConnection

HOST_WINDOW = 60
"""The window of ``host_requests``, in seconds; the number of requests is enough to choose another rate."""


@frozen(kw_only=True)
class TokenTables:
    """
    The token tables of a service.

    :ivar quota: counts the scans that each client requests.
    :ivar courtesy: counts the requests of all scans to each public host.
    """

    quota: ITokenTable
    courtesy: ITokenTable

    def named(self) -> Mapping[str, ITokenTable]:
        """Return the tables by their names."""
        return {"quota": self.quota, "courtesy": self.courtesy}


def tables_in_memory(settings: Settings, now: Callable[[], float], clock: Callable[[], float]) -> TokenTables:
    """Return the tables of one process."""

    def table(limit: int, window: float) -> TokenTable:
        return TokenTable(limit=limit, window=window, most=settings.clients, now=now, clock=clock)

    return TokenTables(
        quota=table(settings.rate_limit, settings.rate_window),
        courtesy=table(settings.host_requests, HOST_WINDOW),
    )


def shared_tables(
    settings: Settings, now: Callable[[], float], connection: RedisConnection, at_hand: TokenTables
) -> TokenTables:
    """
    Return the tables that many machines share in Redis.

    While Redis is unavailable, each machine counts on its own, or with ``--state-away closed`` scans are refused. Scans
    in progress go on: requests to hosts are counted locally in any case.

    :param at_hand: the tables of this machine.
    """

    def table(name: str, limit: int, window: float) -> RedisTokenTable:
        return RedisTokenTable(connection=connection, name=name, limit=limit, window=window, now=now)

    quota = table("quota", settings.rate_limit, settings.rate_window)
    courtesy = table("courtesy", settings.host_requests, HOST_WINDOW)
    closed = settings.state_away == "closed"
    return TokenTables(
        quota=quota if closed else FallbackTokenTable(shared=quota, at_hand=at_hand.quota),
        courtesy=FallbackTokenTable(shared=courtesy, at_hand=at_hand.courtesy),
    )


def measured_tables(tables: TokenTables, measurements: Measurements) -> TokenTables:
    """Return the tables with metrics."""

    def measured(name: str) -> MeasuredTokenTable:
        return MeasuredTokenTable(table=tables.named()[name], name=name, measurements=measurements)

    return TokenTables(quota=measured("quota"), courtesy=measured("courtesy"))
