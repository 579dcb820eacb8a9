"""The composition root: makes what scans pages from the settings, for a service as for a command."""

import os
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from attrs import frozen
from twisted.internet.defer import Deferred

from sitescan.admission.concurrency_gate import ConcurrencyGate
from sitescan.admission.token_tables import TokenTables, measured_tables, shared_tables, tables_in_memory
from sitescan.analyzers.accessibility import AccessibilityAnalyzer
from sitescan.analyzers.links import LinksAnalyzer
from sitescan.analyzers.performance import PerformanceAnalyzer
from sitescan.analyzers.security import SecurityAnalyzer
from sitescan.analyzers.seo import SeoAnalyzer
from sitescan.caching.caching_scanner import CachingScanner
from sitescan.caching.report_stores import RedisReportStore, reports_in_memory
from sitescan.concurrency.reactor import IReactor
from sitescan.configuration.settings import Settings
from sitescan.egress.connect import EgressContext
from sitescan.egress.host_budget import HostBudget
from sitescan.egress.policy import EgressPolicy
from sitescan.egress.resolver import Resolver
from sitescan.egress.shared_responses import SharedResponses
from sitescan.egress.tls import TlsContexts
from sitescan.examine.child_control import SystemControl
from sitescan.examine.child_pool import ChildPool
from sitescan.examine.command_fork_server import ForkedServer
from sitescan.examine.examiner import Examiner
from sitescan.examine.forked_process import ForkServers
from sitescan.examine.linked_pages import LinkedPages
from sitescan.interfaces import IExaminer, IRenderer, IReportStore, IResolver, IScanner
from sitescan.logs.measurements import Measurements
from sitescan.measured_scanner import MeasuredScanner
from sitescan.rendering.no_renderer import NoRenderer
from sitescan.scanner import Scanner
from sitescan.state.redis_connection import RedisConnection

#: The pages that are rendered at the same time, at least. A browser alone uses less than two processors, and one client
#: gets at most half of the browsers.
_FEWEST_RENDERS = 2


@frozen(kw_only=True)
class Assembly:
    """
    The parts that scan pages.

    :ivar tables: count the scans of clients and the requests to hosts.
    :ivar context: the parts that all outgoing connections share.
    :ivar examiner: examines pages in child processes.
    :ivar state: the connection to the shared state, or ``None`` if nothing is shared.
    """

    settings: Settings
    policy: EgressPolicy
    tables: TokenTables
    gate: ConcurrencyGate
    scanner: IScanner
    pool: ChildPool
    renderer: IRenderer
    state: RedisConnection | None
    measurements: Measurements
    context: EgressContext
    examiner: IExaminer

    def start(self) -> Deferred[None]:
        """
        Start the children and the browser, and connect to the shared state.

        :return: fires when the browser is ready (:meth:`sitescan.interfaces.IRenderer.start`).
        """
        if self.state is not None:
            self.state.start()
        self.pool.start()
        return self.renderer.start()

    async def stop(self) -> None:
        """End the children and the browsers, close the connection to the shared state, and wait for their end."""
        await self.renderer.stop()
        await self.pool.stop()
        if self.state is not None:
            await self.state.stop()


def assemble(  # noqa: PLR0913 - the composition root
    reactor: IReactor,
    settings: Settings,
    *,
    now: Callable[[], float],
    resolver: IResolver | None = None,
    headers: Mapping[str, Sequence[tuple[str, str]]] = MappingProxyType({}),
    insecure: bool = False,
    tables: TokenTables | None = None,
    patient: bool = False,
    shared: SharedResponses | None = None,
    facts: bool = False,
    fork_server: ForkedServer | None = None,
) -> Assembly:
    """
    Make the parts without starting them.

    :param now: returns the wall-clock time in seconds since the epoch.
    :param resolver: replaces DNS.
    :param headers: header fields for every request to an origin, by origin.
    :param insecure: whether to accept certificates that browsers don't trust.
    :param tables: the token tables that this process shares with other processes of the machine.
    :param patient: whether scans wait for children and browsers as long as it takes, as those of a command.
    :param shared: the responses that all scans share. With them, they share what linked pages say.
    :param facts: whether reports have the facts by which a page is compared with the others of its site.
    :param fork_server: the fork server of a command, if it has already forked one.
    """
    measurements = Measurements()
    tables = tables or tables_in_memory(settings, now, reactor.seconds)
    state = None
    if settings.state is not None:
        state = RedisConnection(reactor, settings.state, settings.state_seconds, settings.ca_file)
        tables = shared_tables(settings, now, state, tables)
    tables = measured_tables(tables, measurements)
    gate = ConcurrencyGate(settings.scans, settings.waiting)
    pool = ChildPool(reactor, settings, SystemControl(), ForkServers(reactor, settings, first=fork_server))
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
        shared=shared,
        measurements=measurements,
    )
    examiner = Examiner(pool, settings, facts, LinkedPages() if shared is not None else None)
    renderer = _renderer(reactor, settings, patient=patient)
    scanner: IScanner = Scanner(
        gate=gate,
        context=context,
        examiner=examiner,
        renderer=renderer,
        analyzers=(
            SeoAnalyzer(),
            AccessibilityAnalyzer(),
            PerformanceAnalyzer(),
            SecurityAnalyzer(),
            LinksAnalyzer(),
        ),
        now=now,
        patient=patient,
    )
    if settings.cache:
        store: IReportStore = reports_in_memory(settings, reactor.seconds)
        if state is not None:
            store = RedisReportStore(connection=state, seconds=settings.cache)
        scanner = CachingScanner(scanner=scanner, store=store, clock=reactor, seconds=settings.scan_seconds)
    scanner = MeasuredScanner(scanner=scanner, measurements=measurements, clock=reactor.seconds)
    return Assembly(
        settings=settings,
        policy=policy,
        tables=tables,
        gate=gate,
        scanner=scanner,
        pool=pool,
        renderer=renderer,
        state=state,
        measurements=measurements,
        context=context,
        examiner=examiner,
    )


def _renderer(reactor: IReactor, settings: Settings, *, patient: bool) -> IRenderer:
    if settings.renderer == "none":
        return NoRenderer()

    from sitescan.rendering.chromium_renderer import ChromiumRenderer  # noqa: PLC0415 - not loaded without it

    renders = settings.renders or max(_FEWEST_RENDERS, (os.cpu_count() or 1) // 2)
    return ChromiumRenderer(
        reactor,
        renders,
        always=settings.render == "always",
        longest=settings.page_bytes,
        seconds=settings.render_seconds,
        waiting=settings.scans if patient else None,
    )
