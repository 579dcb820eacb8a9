"""The web server of a scan service: the API, the pages for people, and the limits of connections."""

from collections.abc import Callable

from attrs import define, frozen

from sitescan.assembly import Assembly
from sitescan.concurrency.reactor import IReactor
from sitescan.web.access_log import AccessLog
from sitescan.web.api import Api
from sitescan.web.pages import Pages
from sitescan.web.routing import WholeSite
from sitescan.web.server_limits import LimitedSite


@define(eq=False)
class Draining:
    """A flag: whether the service refuses new scans because it is shutting down."""

    now: bool = False


@frozen(kw_only=True)
class WebServer:
    """
    The web server in front of an assembly.

    :ivar assembly: does the scans.
    :ivar limited_site: the factory to listen with.
    """

    assembly: Assembly
    limited_site: LimitedSite
    draining: Draining

    def problem(self) -> str:
        """Return why the service should get no requests, or an empty string."""
        if self.draining.now:
            return "draining"
        settings, state = self.assembly.settings, self.assembly.state
        return state.problem if state is not None and settings.state_away == "closed" else ""


def web_server(
    reactor: IReactor, assembly: Assembly, *, now: Callable[[], float], access_log: AccessLog | None = None
) -> WebServer:
    """
    Make the web server of an assembly.

    :param now: returns the wall-clock time in seconds since the epoch.
    :param access_log: gets a line for each request.
    """
    settings, state, gate, pool = assembly.settings, assembly.state, assembly.gate, assembly.pool
    draining = Draining()
    api = Api(settings=settings, quota=assembly.tables.quota, scanner=assembly.scanner, draining=lambda: draining.now)
    pages = Pages(
        settings=settings,
        requests=api.requests,
        now=now,
        state_problem=lambda: state.problem if state is not None else "",
    )
    limited_site = LimitedSite(reactor, settings, WholeSite(api, pages), assembly.measurements, access_log)
    assembly.measurements.watched.update(
        connections=lambda: limited_site.connections,
        scans_running=lambda: gate.running_count,
        scans_waiting=lambda: gate.waiting_count,
        children=lambda: len(pool.pids),
        children_started=lambda: pool.started,
        state_away=lambda: bool(state is not None and state.problem),
        server_processes=lambda: 1,
    )
    return WebServer(assembly=assembly, limited_site=limited_site, draining=draining)
