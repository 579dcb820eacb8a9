"""The one composition root: settings in, a service that answers requests out."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from attrs import define, frozen

from sitescan.admission.concurrency_gate import ConcurrencyGate
from sitescan.admission.token_tables import TokenTables, measured_tables, shared_tables, tables_in_memory
from sitescan.analyzers.accessibility import AccessibilityAnalyzer
from sitescan.analyzers.links import LinksAnalyzer
from sitescan.analyzers.performance import PerformanceAnalyzer
from sitescan.analyzers.security import SecurityAnalyzer
from sitescan.analyzers.seo import SeoAnalyzer
from sitescan.caching.caching_scanner import CachingScanner
from sitescan.caching.report_stores import RedisReportStore, reports_in_memory
from sitescan.egress.connect import EgressContext
from sitescan.egress.host_budget import HostBudget
from sitescan.egress.policy import EgressPolicy
from sitescan.egress.resolver import Resolver
from sitescan.egress.tls import TlsContexts
from sitescan.examine.child_control import SystemControl
from sitescan.examine.child_pool import ChildPool
from sitescan.examine.examiner import Examiner
from sitescan.examine.forked_process import ForkServers
from sitescan.interfaces import IReportStore, IResolver, IScanner
from sitescan.measured_scanner import MeasuredScanner
from sitescan.measurements import Measurements
from sitescan.scanner import Scanner
from sitescan.settings import Settings
from sitescan.state.redis_connection import RedisConnection
from sitescan.web.access_log import AccessLog
from sitescan.web.api import Api
from sitescan.web.pages import Pages
from sitescan.web.routing import WholeSite
from sitescan.web.server_limits import LimitedSite


@define(eq=False)
class Draining:
    """Whether the service takes no new scans."""

    now: bool = False


@frozen(kw_only=True)
class Shared:
    """
    What the processes of one machine share: what is counted, and the reports that are kept.

    The parent has it, or the one process where there is no parent.
    """

    tables: TokenTables
    reports: IReportStore

    @classmethod
    def in_memory(cls, settings: Settings, now: Callable[[], float], clock: Callable[[], float]) -> "Shared":
        """In this process."""
        return cls(tables=tables_in_memory(settings, now, clock), reports=reports_in_memory(settings, clock))


@frozen(kw_only=True)
class Assembly:
    """
    Everything that one service is made of.

    :ivar door: the factory to listen with.
    """

    settings: Settings
    policy: EgressPolicy
    scanner: IScanner
    pool: ChildPool
    limited_site: LimitedSite
    draining: Draining
    state: RedisConnection | None
    measurements: Measurements

    def start(self) -> None:
        """Start the children, and connect to what is shared."""
        if self.state is not None:
            self.state.start()
        self.pool.start()

    def problem(self) -> str:
        """Why there should be no requests; empty where there should."""
        if self.draining.now:
            return "draining"
        closed = self.settings.state_away == "closed" and self.state is not None
        return self.state.problem if closed and self.state is not None else ""

    async def stop(self) -> None:
        """End the children and the connection; nothing is left when this returns."""
        await self.pool.stop()
        if self.state is not None:
            await self.state.stop()


def assemble(
    reactor: Any,
    settings: Settings,
    *,
    now: Callable[[], float],
    resolver: IResolver | None = None,
    headers: Mapping[str, Sequence[tuple[str, str]]] = MappingProxyType({}),
    insecure: bool = False,
    shared: Shared | None = None,
    access_log: AccessLog | None = None,
) -> Assembly:
    """
    Put a service together; nothing is started yet.

    :param now: the wall clock, seconds since the epoch.
    :param resolver: what finds addresses, where that is not DNS.
    :param headers: fields that are sent with every request to an origin.
    :param insecure: whether certificates that browsers would not trust are taken.
    :param shared: what this process shares with others of this machine, where there are any.
    :param access_log: gets a line for each request.
    """
    measurements = Measurements()
    shared = shared or Shared.in_memory(settings, now, reactor.seconds)
    tables = shared.tables
    state = None
    if settings.state is not None:
        state = RedisConnection(reactor, settings.state, settings.state_seconds, settings.ca_file)
        tables = shared_tables(settings, now, state, tables)
    tables = measured_tables(tables, measurements)
    gate = ConcurrencyGate(settings.scans, settings.waiting)
    pool = ChildPool(reactor, settings, SystemControl(), ForkServers(reactor, settings))
    policy = EgressPolicy.of(settings)
    context = EgressContext(
        reactor=reactor,
        settings=settings,
        policy=policy,
        host_budget=HostBudget(requests=tables.courtesy, limit=settings.host_requests, policy=policy),
        resolver=resolver or Resolver(reactor, settings),
        tls=TlsContexts.load(settings.ca_file),
        headers=headers,
        insecure=insecure,
        measurements=measurements,
    )
    scanner: IScanner = Scanner(
        gate=gate,
        context=context,
        examiner=Examiner(pool, settings),
        analyzers=(
            SeoAnalyzer(),
            AccessibilityAnalyzer(),
            PerformanceAnalyzer(),
            SecurityAnalyzer(),
            LinksAnalyzer(),
        ),
        now=now,
    )
    if settings.cache:
        store = shared.reports
        if state is not None:
            store = RedisReportStore(connection=state, seconds=settings.cache)
        scanner = CachingScanner(scanner=scanner, store=store, clock=reactor, seconds=settings.scan_seconds)
    scanner = MeasuredScanner(scanner=scanner, measurements=measurements, clock=reactor.seconds)
    draining = Draining()
    api = Api(settings=settings, quota=tables.quota, scanner=scanner, draining=lambda: draining.now)
    pages = Pages(
        settings=settings,
        requests=api.requests,
        now=now,
        state_problem=lambda: state.problem if state is not None else "",
    )
    limited_site = LimitedSite(reactor, settings, WholeSite(api, pages), measurements, access_log)
    measurements.watched.update(
        connections=lambda: limited_site.connections,
        scans_running=lambda: gate.inside,
        scans_waiting=lambda: gate.in_line,
        children=lambda: len(pool.pids),
        children_started=lambda: pool.started,
        state_away=lambda: bool(state is not None and state.problem),
        server_processes=lambda: 1,
    )
    return Assembly(
        settings=settings,
        policy=policy,
        scanner=scanner,
        pool=pool,
        limited_site=limited_site,
        draining=draining,
        state=state,
        measurements=measurements,
    )
