"""The token tables of a service: what is counted, where, and what counts while that is away."""

from collections.abc import Callable, Mapping

from attrs import frozen

from sitescan.admission.fallback_token_table import FallbackTokenTable
from sitescan.admission.measured_token_table import MeasuredTokenTable
from sitescan.admission.redis_token_table import RedisTokenTable
from sitescan.admission.token_table import TokenTable
from sitescan.interfaces import ITokenTable
from sitescan.measurements import Measurements
from sitescan.settings import Settings
from sitescan.state.redis_connection import RedisConnection

HOST_WINDOW = 60
"""The window of ``host_requests``, in seconds; the number of requests is enough to choose another rate."""


@frozen(kw_only=True)
class TokenTables:
    """
    What a service counts.

    :ivar quota: scans that each client asks for.
    :ivar courtesy: requests to each public host, by all scans together.
    """

    quota: ITokenTable
    courtesy: ITokenTable

    def named(self) -> Mapping[str, ITokenTable]:
        """Both by their names."""
        return {"quota": self.quota, "courtesy": self.courtesy}


def tables_in_memory(settings: Settings, now: Callable[[], float], clock: Callable[[], float]) -> TokenTables:
    """The tables of one process."""

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
    The tables of many machines.

    While they are away, each machine counts by itself, or scans are refused where the operator wants it so. Scans
    that are under way are not ended by it: requests to hosts are counted in any case.
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
    """The same tables, with their answers counted."""

    def measured(name: str) -> MeasuredTokenTable:
        return MeasuredTokenTable(table=tables.named()[name], name=name, measurements=measurements)

    return TokenTables(quota=measured("quota"), courtesy=measured("courtesy"))
