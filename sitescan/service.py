"""The service of ``twist sitescan``: one process, or a parent and its server processes."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from twisted.application.service import IService, MultiService
from twisted.internet.defer import Deferred, succeed
from twisted.logger import globalLogPublisher

from sitescan.admission.token_tables import TokenTables
from sitescan.assembly import assemble
from sitescan.concurrency.reactor import IReactor, global_reactor, use_monotonic_clock
from sitescan.configuration.settings import Settings
from sitescan.logs.log_output import UnblockedFile
from sitescan.logs.measurements import LogEventCounter, Sample
from sitescan.options import Options
from sitescan.serving.admin_service import AdminService
from sitescan.serving.inherited_sockets import inherited_sockets
from sitescan.serving.parent import ParentService
from sitescan.serving.scan_service import ScanService
from sitescan.serving.server_process import ParentLink, ServerProcessService, inherited_endpoint, tables_of_parent
from sitescan.serving.service_manager import ServiceManagerNotifier
from sitescan.serving.web_server import WebServer, web_server
from sitescan.web.access_log import AccessLog


def makeService(options: Options) -> IService:  # noqa: N802 - the name that twist asks for
    """Return the service that ``twist sitescan`` runs."""
    reactor, settings = global_reactor(), options.settings
    use_monotonic_clock(reactor)
    if settings.renderer != "none":
        from sitescan.rendering.browser_check import check_browser  # noqa: PLC0415 - not loaded without it

        check_browser()
    if sockets := inherited_sockets(os.environ):
        link = ParentLink()
        web = _web_server(reactor, settings, tables_of_parent(link, settings, time.time, reactor.seconds))
        scan_service = ScanService(reactor, web, inherited_endpoint(settings, sockets), announces=False)
        return ServerProcessService(reactor, link, scan_service)
    if settings.processes > 1:
        # Server processes get the same command line, however the interpreter was started.
        command = [sys.executable, *sys.orig_argv[1:]]
        parent = ParentService(reactor, settings, command, {**os.environ, **options.file_variables}, time.time)
        return _managed(reactor, settings, parent, parent.all_ready, parent.samples, parent.problem)
    web = _web_server(reactor, settings)

    def samples() -> Deferred[Sequence[Sample]]:
        return succeed(web.assembly.measurements.samples())

    return _managed(reactor, settings, ScanService(reactor, web), succeed(None), samples, web.problem)


def _web_server(reactor: IReactor, settings: Settings, tables: TokenTables | None = None) -> WebServer:
    access_log = _access_log(reactor, settings)
    assembly = assemble(reactor, settings, now=time.time, tables=tables)
    globalLogPublisher.addObserver(LogEventCounter(assembly.measurements))
    return web_server(reactor, assembly, now=time.time, access_log=access_log)


def _access_log(reactor: IReactor, settings: Settings) -> AccessLog | None:
    if not settings.access_log:
        return None
    path = settings.access_log
    file = sys.stdout if path == "-" else Path(path).open("a", encoding="utf-8")  # noqa: SIM115 - as long as the process
    lines = UnblockedFile(file)

    def end() -> None:
        lines.drain()
        file.flush()

    reactor.addSystemEventTrigger("after", "shutdown", end)
    return AccessLog(lines, settings, time.time)


def _managed(
    reactor: IReactor,
    settings: Settings,
    service: IService,
    ready: Deferred[None],
    samples: Callable[[], Deferred[Sequence[Sample]]],
    problem: Callable[[], str],
) -> IService:
    """Return a service with its monitoring. The services are stopped in the opposite order."""
    services = MultiService()
    if settings.admin:
        AdminService(reactor, settings.admin, samples, problem).setServiceParent(services)
    service.setServiceParent(services)
    ServiceManagerNotifier.from_environment(reactor, os.environ, ready).setServiceParent(services)
    return services


__all__ = ["Options", "makeService"]
